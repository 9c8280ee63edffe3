import { formatNumber } from '@/lib/format.ts';

export type SelectionSummary = {
  /** How many rows are selected. */
  count: number;
  /** Everything that matches the filters of the selection is selected. */
  isAll: boolean;
  /** How many of them the filters of now leave out; null where that is not known. */
  outside: number | null;
  /** The filters of the selection in words, where all that match them are selected and they are others now. */
  madeUnder: string | null;
};

/** What is selected in words, and how much of it is out of sight. */
export function describeSelection({ count, isAll, outside, madeUnder }: SelectionSummary): string {
  const number = formatNumber(count);
  if (madeUnder !== null) return `${isAll ? `All ${number}` : number}${madeUnder && ` matching ${madeUnder}`} selected`;
  if (isAll) return `All ${number} matching`;
  if (!outside) return `${number} selected`;
  if (outside >= count) return `${number} selected, outside this filter`;
  return `${number} selected, ${formatNumber(outside)} of them outside this filter`;
}
