import type { LucideIcon } from 'lucide-react';
import { groupBy } from '#domain/group-by.ts';
import { fold } from '@/lib/fold.ts';

export type Command = {
  id: string;
  group: string;
  label: string;
  /** Further details of a row, beside its label. */
  detail?: string;
  icon: LucideIcon;
  /** The server found it for the query, by more than its label. */
  isFound?: boolean;
  /** Stands after the others of its group. */
  isLast?: boolean;
  run: () => void;
};

export type CommandGroup = { label: string; commands: Command[] };

export const MAX_PER_GROUP = 10;

export const wordsIn = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** The commands that the server found, and those that contain every word of the query in their label or start a word of their group with it: labels that start with the query first, at most ten per group. */
export function matchCommands(commands: readonly Command[], query: string): CommandGroup[] {
  const words = wordsIn(query);
  const found = commands.filter(({ group, label, isFound }) => {
    if (isFound) return true;
    const groupWords = wordsIn(group);
    return words.every(
      (word) => fold(label).includes(word) || groupWords.some((groupWord) => groupWord.startsWith(word)),
    );
  });
  const text = words.join(' ');
  const startsWithQuery = ({ label }: Command) => fold(label).startsWith(text);
  const groups = groupBy(
    [...found.filter(startsWithQuery), ...found.filter((one) => !startsWithQuery(one))],
    ({ group }) => group,
  );
  const order = [...new Set(commands.map(({ group }) => group))];
  return order.flatMap((label) => {
    const inGroup = groups.get(label) ?? [];
    const shown = [
      ...inGroup.filter(({ isLast }) => !isLast).slice(0, MAX_PER_GROUP),
      ...inGroup.filter(({ isLast }) => isLast),
    ];
    return shown.length > 0 ? [{ label, commands: shown }] : [];
  });
}
