import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  calendarDays,
  formatBytes,
  formatCount,
  formatDay,
  formatDays,
  formatMoment,
  formatNumber,
  formatRelative,
  formatWeekday,
} from './format.ts';

it.each([
  ['en-US', '12,480'],
  ['de-DE', '12.480'],
])('a number is grouped for %s', (locale, said) => {
  expect(formatNumber(12480, locale)).toBe(said);
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [812, '812 bytes'],
  [24_400, '24 kB'],
  [3_140_000, '3.1 MB'],
  [5_000_000_000, '5 GB'],
])('a file of %i bytes has the size %s', (bytes, said) => {
  expect(formatBytes(bytes, 'en-US')).toBe(said);
});

const now = new Date('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T11:58:59Z', '1 minute ago'],
  ['2026-11-21T09:30:00Z', '2 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', 'last week'],
  ['2026-08-01T12:00:00Z', '3 months ago'],
  ['2023-11-01T12:00:00Z', '3 years ago'],
  ['2026-11-28T11:59:30Z', 'in 7 days'],
  ['2026-11-21T12:59:58Z', 'in 60 minutes'],
])('the moment %s was %s', (moment, said) => {
  expect(formatRelative(new Date(moment), now, 'en-GB')).toBe(said);
});

it.each([
  [new Date(2026, 10, 21, 0, 1), 0, '11 hours ago'],
  [new Date(2026, 10, 20, 23, 59), 1, '12 hours ago'],
  [new Date(2026, 10, 20, 0, 1), 1, 'yesterday'],
  [new Date(2026, 10, 19, 23, 59), 2, '2 days ago'],
  [new Date(2026, 10, 24, 0, 1), -3, 'in 3 days'],
])('the day of %s is %i midnights ago: %s', (moment, days, said) => {
  const noon = new Date(2026, 10, 21, 12);
  expect(calendarDays(moment, noon)).toBe(days);
  expect(formatRelative(moment, noon, 'en-GB')).toBe(said);
});

it('a moment is said to the minute', () => {
  expect(formatMoment(new Date(2026, 10, 21, 7, 50), 'en-GB')).toBe('21 Nov 2026, 07:50');
});

it.each([
  ['2026-03-12T12:00:00Z', '12 March'],
  ['2025-03-12T12:00:00Z', '12 March 2025'],
])('the day of %s is %s', (moment, day) => {
  expect(formatDay(new Date(moment), now, 'en-GB')).toBe(day);
});

it.each([
  ['de-DE', 'yesterday', '12 March 2025', '12 Mar 2025, 13:05', '1–7 September 2026', 'Friday, 4 December'],
  ['de', 'yesterday', '12 March 2025', '12 Mar 2025, 13:05', '1–7 September 2026', 'Friday, 4 December'],
  ['en-US', 'yesterday', 'March 12, 2025', 'Mar 12, 2025, 1:05 PM', 'September 1–7, 2026', 'Friday, December 4'],
  ['sv', 'yesterday', '12 March 2025', '12 Mar 2025, 13:05', '1–7 September 2026', 'Friday, 4 December'],
])('for a reader of %s words are English and parts in the order of the region', (locale, ...said) => {
  const moment = new Date(2025, 2, 12, 13, 5);
  const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ').replace(' – ', '–');
  expect(
    [
      formatRelative(new Date('2026-11-20T11:00:00Z'), now, locale),
      formatDay(moment, now, locale),
      formatMoment(moment, locale),
      formatDays('2026-09-01', '2026-09-07', 'long', locale),
      formatWeekday('2026-12-04', locale),
    ].map(plain),
  ).toEqual(said);
});

describe('a moment that no calendar shows', () => {
  /** Moments as PostgreSQL writes them in JSON; the last is of a browser's storage. */
  const odd = [
    'infinity',
    '-infinity',
    '0044-03-15T00:00:00+00:00 BC',
    '294276-12-31T23:59:59.999999+00:00',
    '',
    'soon',
  ];

  it.each(odd)('the moment %j is said to be unknown', (text) => {
    const moment = new Date(text);
    expect(formatRelative(moment, now)).toBe('at an unknown time');
    expect(formatDay(moment, now)).toBe('an unknown time');
    expect(formatMoment(moment)).toBe('an unknown time');
  });

  it('no text and no number of milliseconds makes a format fail', () => {
    const moments = fc.oneof(fc.string(), fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.constantFrom(...odd));
    fc.assert(
      fc.property(moments, (text) => {
        const moment = new Date(text);
        for (const said of [formatRelative(moment, now), formatDay(moment, now), formatMoment(moment)]) {
          expect(said).not.toBe('');
        }
      }),
    );
  });
});

it.each([
  [12_480, false, '12,480'],
  [12_480, true, '~12,000'],
  [5_001, true, '~5,000'],
  [167_204, true, '~170,000'],
  [0, true, '~0'],
])('the count %d, estimated: %s, reads %s', (count, is_estimated, words) => {
  expect(formatCount(count, { is_estimated }, 'en')).toBe(words);
});

it('the formatter of a locale is made once', () => {
  const make = vi.spyOn(Intl, 'DateTimeFormat');
  const moment = new Date(2026, 10, 21, 7, 50);
  for (const locale of ['en-NZ', 'en-NZ', 'en-IE']) formatMoment(moment, locale);
  expect(make).toHaveBeenCalledTimes(2);
  make.mockRestore();
});
