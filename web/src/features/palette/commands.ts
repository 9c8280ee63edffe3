import type { LucideIcon } from 'lucide-react';

/** Something that can be gone to or done. */
export type Command = { id: string; group: string; label: string; icon: LucideIcon; run: () => void };

export type CommandGroup = { label: string; commands: Command[] };

export const MOST_OF_A_GROUP = 10;

/** The words of what is typed. */
export const wordsIn = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** The commands whose group and label together hold every word that is typed, those that begin with it first; at most ten of a group. */
export function matching(commands: readonly Command[], typed: string): CommandGroup[] {
  const words = wordsIn(typed);
  const found = commands.filter(({ group, label }) => {
    const text = `${group} ${label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const start = words.join(' ');
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(start);
  const groups = Map.groupBy([...found.filter(begins), ...found.filter((one) => !begins(one))], ({ group }) => group);
  const order = [...new Set(commands.map(({ group }) => group))];
  return order.flatMap((label) => {
    const inGroup = groups.get(label)?.slice(0, MOST_OF_A_GROUP);
    return inGroup ? [{ label, commands: inGroup }] : [];
  });
}
