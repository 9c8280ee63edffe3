import { formatCount } from '@/lib/format.ts';
import { texts } from './texts.ts';

export type SelectionSummary = {
  count: number;
  is_estimated: boolean;
  /** All rows that match the selection's filters are selected. */
  isAll: boolean;
  /** How many of them the current filters exclude; null until it is counted. */
  outside: number | null;
  /** The selection's filters in words, if all that match them are selected and the current filters differ. */
  madeUnder: string | null;
};

export function describeSelection({ count, is_estimated, isAll, outside, madeUnder }: SelectionSummary): string {
  const number = formatCount(count, { is_estimated });
  if (madeUnder !== null) return texts.madeUnder(isAll ? texts.all(number) : number, madeUnder);
  if (isAll) return texts.allMatching(number);
  if (!outside) return texts.selected(number);
  if (outside >= count) return texts.outside(number);
  return texts.partlyOutside(number, outside);
}
