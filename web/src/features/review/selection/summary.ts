import { formatNumber } from '@/lib/format.ts';

export type SelectionSummary = {
  count: number;
  /** All rows that match the selection's filters are selected. */
  isAll: boolean;
  /** How many of them the current filters exclude; null until it is counted. */
  outside: number | null;
  /** The selection's filters in words, if all that match them are selected and the current filters differ. */
  madeUnder: string | null;
};

export function describeSelection({ count, isAll, outside, madeUnder }: SelectionSummary): string {
  const number = formatNumber(count);
  if (madeUnder !== null) return `${isAll ? `All ${number}` : number}${madeUnder && ` matching ${madeUnder}`} selected`;
  if (isAll) return `All ${number} matching`;
  if (!outside) return `${number} selected`;
  if (outside >= count) return `${number} selected, outside this filter`;
  return `${number} selected, ${formatNumber(outside)} of them outside this filter`;
}
