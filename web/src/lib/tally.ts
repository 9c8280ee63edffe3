import { formatNumber } from './format.ts';

/** How far the review of some rows has come: all of them, the approved ones, and those that somebody has decided upon; estimated where counting takes long. */
export type Tally = { total: number; approved: number; reviewed: number; is_estimated: boolean };

/** A count of a tally for the reader: 12,480, or ~12,000 where it is estimated. `locale` is the reader's own unless given. */
export function formatCount(count: number, { is_estimated }: Pick<Tally, 'is_estimated'>, locale?: string): string {
  return is_estimated ? `~${formatNumber(Number(count.toPrecision(2)), locale)}` : formatNumber(count, locale);
}

/** All rows, where they are counted. */
export const exactTotal = (tally: Tally | undefined) => (tally?.is_estimated ? undefined : tally?.total);
