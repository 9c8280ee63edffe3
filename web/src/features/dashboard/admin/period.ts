export const periods = ['4', '12', 'all'] as const;
/** A number of weeks, this one included. */
export type Period = (typeof periods)[number];
export const readPeriod = (text: string | null): Period => periods.find((period) => period === text) ?? '12';

const DAY_MS = 86_400_000;

/** The first day of a period, within its first week; null for all time. */
export function periodStart(period: Period, now: Date): string | null {
  if (period === 'all') return null;
  return new Date(now.getTime() - (Number(period) - 1) * 7 * DAY_MS).toISOString().slice(0, 10);
}
