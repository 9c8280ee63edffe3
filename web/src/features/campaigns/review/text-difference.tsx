import { diffWordsWithSpace } from 'diff';

/** More edits than this are shown as the whole text before and after, which is also easier to read. */
const MOST_EDITS = 2000;

type Part = { value: string; added?: boolean; removed?: boolean };

function partsOf(before: string, after: string): Part[] {
  if (before === after) return [{ value: after }];
  const whole = [
    { value: before, removed: true },
    { value: after, added: true },
  ].filter(({ value }) => value !== '');
  return diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) ?? whole;
}

/** A text with its words that were removed and added since an earlier one. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  let at = 0;
  return partsOf(before, after).map(({ value, added, removed }) => {
    const start = at;
    at += value.length;
    if (added)
      return (
        <ins
          key={start}
          className="box-decoration-clone rounded-sm bg-success-soft text-success no-underline [del+&]:ml-0.5"
        >
          {value}
        </ins>
      );
    if (removed)
      return (
        <del key={start} className="box-decoration-clone rounded-sm bg-danger-soft text-danger">
          {value}
        </del>
      );
    return <span key={start}>{value}</span>;
  });
}
