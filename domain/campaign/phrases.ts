export type TextPart = { value: string; added?: boolean; removed?: boolean };

type Change = { removed: string; added: string; same?: undefined };
type Item = Change | { same: string };

const isChange = (item: Item | undefined): item is Change => item !== undefined && item.same === undefined;

/** Whether a text has at most two words within a sentence: too little to read on its own between two changes. */
const isShort = (text: string) => text.trim().split(/\s+/).length <= 2 && !/\n|[.!?;:]\s/.test(text);

/** Joins changes of words that only a word or two separate, so that a rewritten phrase is shown as one removal and one addition. */
export function byPhrase(parts: readonly TextPart[]): TextPart[] {
  const items: Item[] = [];
  for (const { value, added, removed } of parts) {
    const last = items.at(-1);
    if (!added && !removed) items.push({ same: value });
    else if (isChange(last)) last[added ? 'added' : 'removed'] += value;
    else items.push({ removed: removed ? value : '', added: added ? value : '' });
  }
  const phrases: Item[] = [];
  for (const item of items) {
    const [before, between] = phrases.slice(-2);
    if (isChange(item) && isChange(before) && between?.same !== undefined && isShort(between.same)) {
      const removed = before.removed + between.same + item.removed;
      const added = before.added + between.same + item.added;
      const isReplaced = (before.removed || item.removed) && (before.added || item.added);
      if (isReplaced) phrases.splice(-2, 2, { removed, added });
      else phrases.push(item);
    } else phrases.push(item);
  }
  return phrases.flatMap((item): TextPart[] =>
    item.same !== undefined
      ? [{ value: item.same }]
      : [
          { value: item.removed, removed: true },
          { value: item.added, added: true },
        ].filter(({ value }) => value !== ''),
  );
}
