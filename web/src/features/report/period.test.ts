import { describe, expect, test } from 'vitest';
import { lastDay, makeTimeline, type Period, readPeriod, weekStart, writePeriod } from './period.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z'); // a Wednesday

test.each([
  ['2026-11-23T00:00:00Z', '2026-11-23'],
  ['2026-11-29T23:59:59Z', '2026-11-23'],
  ['2026-11-30T00:00:00Z', '2026-11-30'],
  ['2027-01-01T08:00:00Z', '2026-12-28'],
])('the week of %s begins on %s', (moment, week) => {
  expect(weekStart(Date.parse(moment))).toBe(week);
});

test.each<[query: string, period: Period]>([
  ['', { name: '12', from: '2026-09-07', to: '2026-11-23' }],
  ['period=4', { name: '4', from: '2026-11-02', to: '2026-11-23' }],
  ['period=5', { name: '12', from: '2026-09-07', to: '2026-11-23' }],
  ['period=quarter', { name: 'quarter', from: '2026-09-28', to: '2026-11-23' }],
  ['period=all&from=2026-01-05', { name: 'all', from: null, to: null }],
  ['period=custom&from=2026-10-07&to=2026-10-20', { name: 'custom', from: '2026-10-05', to: '2026-10-19' }],
  ['period=custom&from=2026-10-20&to=2026-10-07', { name: 'custom', from: '2026-10-05', to: '2026-10-19' }],
  ['period=custom&from=2026-11-10&to=2999-01-01', { name: 'custom', from: '2026-11-09', to: '2026-11-23' }],
  ['period=custom&from=1999-12-31&to=never', { name: 'custom', from: '2026-09-07', to: '2026-11-23' }],
  ['period=custom&from=2026-99-99', { name: 'custom', from: '2026-09-07', to: '2026-11-23' }],
])('readPeriod(%s) returns %j', (query, period) => {
  expect(readPeriod(new URLSearchParams(query), NOW)).toEqual(period);
});

test.each<[period: Period, parameters: object]>([
  [{ name: '4', from: '2026-11-02', to: '2026-11-23' }, { period: '4' }],
  [
    { name: 'custom', from: '2026-10-05', to: '2026-10-19' },
    { period: 'custom', from: '2026-10-05', to: '2026-10-19' },
  ],
  [{ name: 'all', from: null, to: null }, { period: 'all' }],
])('writePeriod(%j) writes %j beside the other parameters', (period, parameters) => {
  const written = writePeriod(new URLSearchParams('tab=1&from=2026-01-05'), period);
  expect(Object.fromEntries(written)).toEqual({ tab: '1', ...parameters });
});

test.each([
  ['2026-11-16', '2026-11-22'],
  ['2026-11-23', '2026-11-25'],
])('the last day of the week of %s that has begun is %s', (week, day) => {
  expect(lastDay(week, NOW)).toBe(day);
});

describe('the timeline of a period', () => {
  const counted = (week: string | null, approved: number, rejected = 0) => ({ week, approved, rejected });

  test('the timeline has each week of the period, and no decision without a date', () => {
    const period: Period = { name: 'custom', from: '2026-10-05', to: '2026-10-19' };
    expect(makeTimeline([counted('2026-10-12', 3, 1), counted(null, 9)], period, NOW)).toEqual({
      isOfMonths: false,
      isLastUnfinished: false,
      points: [
        { start: '2026-10-05', approved: 0, rejected: 0 },
        { start: '2026-10-12', approved: 3, rejected: 1 },
        { start: '2026-10-19', approved: 0, rejected: 0 },
      ],
    });
  });

  const all: Period = { name: 'all', from: null, to: null };

  test('the timeline of all time begins with the first decision and ends with this week', () => {
    const { points, isLastUnfinished } = makeTimeline([counted('2026-11-16', 2), counted('2026-11-09', 1)], all, NOW);
    expect(points.map(({ start, approved }) => [start, approved])).toEqual([
      ['2026-11-09', 1],
      ['2026-11-16', 2],
      ['2026-11-23', 0],
    ]);
    expect(isLastUnfinished).toBe(true);
  });

  test('the timeline has months if there are more than 53 weeks', () => {
    const counts = [counted('2025-11-03', 1), counted('2025-11-24', 2, 5), counted('2026-11-23', 4)];
    const { points, isOfMonths } = makeTimeline(counts, all, NOW);
    expect(isOfMonths).toBe(true);
    expect(points).toHaveLength(13);
    expect(points[0]).toEqual({ start: '2025-11-01', approved: 3, rejected: 5 });
    expect(points.at(-1)).toEqual({ start: '2026-11-01', approved: 4, rejected: 0 });
  });

  test('the timeline of all time without any decision has no point', () => {
    expect(makeTimeline([], all, NOW).points).toEqual([]);
  });
});
