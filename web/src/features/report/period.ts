import { groupBy } from '#domain/group-by.ts';
import { withParameters } from '@/lib/url-parameters.ts';

export const periods = ['4', '12', 'quarter', 'all', 'custom'] as const;

/** Weeks are named by their Monday, UTC. The first and the last week are included; null: without limit. */
export type Period = { name: (typeof periods)[number]; from: string | null; to: string | null };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export function weekStart(time: number): string {
  const day = Math.floor(time / DAY_MS);
  return isoDay((day - ((day + 3) % 7)) * DAY_MS); // day 0 was a Thursday
}

export const laterWeek = (week: string, weeks: number) => isoDay(Date.parse(week) + weeks * WEEK_MS);

/** The last day of a period that has begun. */
export const lastDay = (week: string, now: number) => isoDay(Math.min(Date.parse(week) + 6 * DAY_MS, now));

/** The week of a date in a URL: not a later one than this week, nor one before 2000. */
function weekIn(text: string | null, now: number): string | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return time >= Date.UTC(2000) ? weekStart(Math.min(time, now)) : null;
}

export function readPeriod(url: URLSearchParams, now: number): Period {
  const name = periods.find((one) => one === url.get('period')) ?? '12';
  const to = weekStart(now);
  const ofWeeks = (count: number) => laterWeek(to, 1 - count);
  switch (name) {
    case 'all':
      return { name, from: null, to: null };
    case 'quarter': {
      const today = new Date(now);
      const month = today.getUTCMonth();
      return { name, from: weekStart(Date.UTC(today.getUTCFullYear(), month - (month % 3))), to };
    }
    case 'custom': {
      const first = weekIn(url.get('from'), now) ?? ofWeeks(12);
      const last = weekIn(url.get('to'), now) ?? to;
      return first <= last ? { name, from: first, to: last } : { name, from: last, to: first };
    }
    default:
      return { name, from: ofWeeks(Number(name)), to };
  }
}

/** The weeks are written of a custom period only, since those of the others change. */
export function writePeriod(url: URLSearchParams, { name, from, to }: Period): URLSearchParams {
  return withParameters(url, { period: name, ...(name === 'custom' ? { from, to } : { from: null, to: null }) });
}

type WeekCounts = { week: string | null; approved: number; rejected: number };
export type TimelinePoint = { start: string; approved: number; rejected: number };

/** Points of longer periods are months. */
const MAX_WEEKS = 53;

/** The decisions of each week of a period, including weeks without one; of each month if there are too many weeks. A week belongs to the month of its Monday. */
export function makeTimeline(counts: readonly WeekCounts[], { from, to }: Period, now: number) {
  const counted = new Map(counts.map((one) => [one.week, one]));
  const weeks = [...counted.keys()].filter((week) => week !== null).sort();
  const first = from ?? weeks[0];
  const last = to ?? weekStart(now);
  const points: TimelinePoint[] = [];
  for (let week = first; week !== undefined && week <= last; week = laterWeek(week, 1)) {
    const { approved = 0, rejected = 0 } = counted.get(week) ?? {};
    points.push({ start: week, approved, rejected });
  }
  const isOfMonths = points.length > MAX_WEEKS;
  return { isOfMonths, isLastUnfinished: last === weekStart(now), points: isOfMonths ? byMonth(points) : points };
}

function byMonth(points: readonly TimelinePoint[]): TimelinePoint[] {
  const months = groupBy(points, ({ start }) => `${start.slice(0, 7)}-01`);
  const add = (sum: TimelinePoint, { approved, rejected }: TimelinePoint) => ({
    start: sum.start,
    approved: sum.approved + approved,
    rejected: sum.rejected + rejected,
  });
  return [...months].map(([start, weeks]) => weeks.reduce(add, { start, approved: 0, rejected: 0 }));
}
