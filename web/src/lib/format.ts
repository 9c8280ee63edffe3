import { commonTexts } from './texts.ts';

/** Formatters are kept by locale, because making one takes longer than rendering the row that it is for. */
function byLocale<Formatter>(make: (locale?: string) => Formatter): (locale?: string) => Formatter {
  const formatters = new Map<string | undefined, Formatter>();
  return (locale) => {
    const formatter = formatters.get(locale) ?? make(locale);
    formatters.set(locale, formatter);
    return formatter;
  };
}

/**
 * The locale of dates and times: their words are English, as all texts are, and their parts stand in the order of the reader's region. `reader` is a
 * locale, by default the browser's.
 */
const dateLocale = byLocale((reader = new Intl.DateTimeFormat().resolvedOptions().locale): string => {
  const { region } = new Intl.Locale(reader).maximize();
  return region ? `en-${region}` : 'en';
});

const dates = (options: Intl.DateTimeFormatOptions) =>
  byLocale((locale) => new Intl.DateTimeFormat(dateLocale(locale), options));

const numbers = byLocale((locale) => new Intl.NumberFormat(locale));
const shares = byLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
const relativeTimes = byLocale((locale) => new Intl.RelativeTimeFormat(dateLocale(locale), { numeric: 'auto' }));
const moments = dates({ dateStyle: 'medium', timeStyle: 'short' });
const times = dates({ timeStyle: 'short' });
const days = dates({ day: 'numeric', month: 'long' });
const daysOfYears = dates({ day: 'numeric', month: 'long', year: 'numeric' });
const shortDays = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekdays = dates({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const months = dates({ month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A number with grouping: 12,480. `locale` defaults to the browser's. */
export const formatNumber = (value: number, locale?: string): string => numbers(locale).format(value);

/** '12,480', or '~12,000' if the count is estimated. */
export function formatCount(count: number, { is_estimated }: { is_estimated: boolean }, locale?: string): string {
  return is_estimated ? `~${formatNumber(Number(count.toPrecision(2)), locale)}` : formatNumber(count, locale);
}

export type Noun = { one: string; many: string };

/** The form for this count. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** The forms of a noun with a regular plural, such as 'lead' or 'company'. */
const regular = (one: string): Noun => ({ one, many: /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s` });

/** '1 lead', '1,200 leads', or '~1,200 leads' if the count is estimated. A noun with a regular plural may be a word. */
export function counted(count: number, noun: Noun | string, precision = { is_estimated: false }): string {
  const { one, many } = typeof noun === 'string' ? regular(noun) : noun;
  return `${formatCount(count, precision)} ${plural(count, one, many)}`;
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file: 812 bytes, 24 kB, 3.1 MB. */
export function formatBytes(bytes: number, locale?: string): string {
  const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = BYTE_UNITS[step];
  return new Intl.NumberFormat(dateLocale(locale), {
    style: 'unit',
    unit,
    unitDisplay: step > 0 ? 'short' : 'long',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}

const SPANS = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

export const isKnown = (moment: Date): boolean => !Number.isNaN(moment.getTime());

const DAY_MS = 86_400_000;

/** The number of midnights from a moment to now, in the browser's time zone: 1 for yesterday, whatever the hour. */
export function calendarDays(moment: Date, now: Date): number {
  const day = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate());
  return (day(now) - day(moment)) / DAY_MS;
}

/** A time relative to now: 3 days ago, yesterday, just now. A future time is rounded: almost a week ahead is in 7 days. */
export function formatRelative(moment: Date, now: Date, locale?: string): string {
  if (!isKnown(moment)) return commonTexts.atUnknownTime;
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const span = SPANS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  const words = relativeTimes(locale);
  if (!span) return commonTexts.justNow;
  if (span.unit === 'day') return words.format(-calendarDays(moment, now), 'day');
  const whole = seconds > 0 ? Math.round : Math.trunc;
  return words.format(whole(seconds / span.seconds), span.unit);
}

/** A date: 12 March, or 12 March 2025 if it is in another year. */
export function formatDay(moment: Date, now: Date, locale?: string): string {
  if (!isKnown(moment)) return commonTexts.unknownTime;
  const format = moment.getFullYear() === now.getFullYear() ? days : daysOfYears;
  return format(locale).format(moment);
}

/** A date in UTC, such as 2026-11-23: 23 Nov. */
export const formatShortDay = (date: string, locale?: string): string => shortDays(locale).format(new Date(date));

/** A date with its weekday, such as 2026-12-04: Friday 4 December. */
export const formatWeekday = (date: string, locale?: string): string => weekdays(locale).format(new Date(date));

/** A month by one of its dates in UTC: Nov 2026. */
export const formatMonth = (date: string, locale?: string): string => months(locale).format(new Date(date));

/** A range of dates in UTC: 7 – 20 September 2026. */
export const formatDays = (from: string, to: string, dateStyle: 'long' | 'medium' = 'long', locale?: string): string =>
  new Intl.DateTimeFormat(dateLocale(locale), { dateStyle, timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));

/** A share between 0 and 1: 42%. */
export const formatShare = (share: number, locale?: string): string => shares(locale).format(share);

/** A date and time: 21 Nov 2026, 07:50. */
export function formatMoment(moment: Date, locale?: string): string {
  if (!isKnown(moment)) return commonTexts.unknownTime;
  return moments(locale).format(moment);
}

/** A time of day: 15:00. */
export const formatTime = (moment: Date, locale?: string): string => times(locale).format(moment);

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Joins items of a sentence: 'leads, companies and campaigns'. */
export const joinWords = (items: readonly string[]): string => new Intl.ListFormat('en-GB').format(items);
