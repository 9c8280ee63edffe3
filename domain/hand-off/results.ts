// What a tool that sends reports of leads: its columns, the values of its status column, and its dates.
import { cellCleaner } from '../import/cleaning.ts';
import { matchHeader } from '../import/headers.ts';

export const resultKinds = ['contacted', 'replied', 'bounced', 'unsubscribed'] as const;
export type ResultKind = (typeof resultKinds)[number];

export const resultTargets = {
  email: 'Email',
  linkedin: 'LinkedIn profile',
  contacted: 'Contacted',
  replied: 'Replied',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
  status: 'Status',
  status_at: 'Date of the status',
} as const;
export type ResultTarget = keyof typeof resultTargets;

/** What the columns mean, by header, and the values of the status column; and whether 3/4/2026 is 3 April. */
export type ResultMapping = {
  columns: Record<string, ResultTarget | 'ignore'>;
  values: Record<string, ResultKind | 'ignore'>;
  isDayFirst: boolean;
};

/** A row of the file: the keys of a lead, and of each result its date in ISO format, or null without one. */
export type ReportedRow = { email: string | null; linkedin: string | null; results: ReportedResults };
export type ReportedResults = Partial<Record<ResultKind, string | null>>;

/** A row that reports nothing, because a date in it does not exist. */
export type InvalidDate = { invalidDate: string };

const headerRules: [RegExp, ResultTarget][] = [
  [/unsubscri|opt.?(ed.?)?out/i, 'unsubscribed'],
  [/bounce/i, 'bounced'],
  [/repl(y|ied)|respon(se|ded)/i, 'replied'],
  [/status.*(date|at\b|time|changed|updated)|last activity/i, 'status_at'],
  [/contacted|\bsent\b|sent[ _]?(at|date)/i, 'contacted'],
  [/status|outcome/i, 'status'],
];

/** What a header means; each meaning but the results is given once. */
function guessTarget(header: string, taken: ReadonlySet<string>): ResultTarget | 'ignore' {
  const lead = matchHeader('leads', header)?.target;
  const target =
    lead === 'email' || lead === 'linkedin_profile_url'
      ? ({ email: 'email', linkedin_profile_url: 'linkedin' } as const)[lead]
      : headerRules.find(([rule]) => rule.test(header))?.[1];
  return !target || (taken.has(target) && !isKind(target)) ? 'ignore' : target;
}

const isKind = (target: string): target is ResultKind => (resultKinds as readonly string[]).includes(target);

const valueRules: [RegExp, ResultKind | 'ignore'][] = [
  [/unsubscri|opt.?(ed.?)?out/i, 'unsubscribed'],
  [/bounc|undeliver/i, 'bounced'],
  [/not.?(yet.?)?(contact|sent|start)|pending|queue|schedul|paus|skip|fail|error|blacklist/i, 'ignore'],
  [/no.?(repl|respon)|not.?(yet.?)?(repl|respon)|without.?(repl|respon)|unanswered/i, 'contacted'],
  [/repl|respon|interest|answer|meeting|booked/i, 'replied'],
  [/contact|sent|deliver|open|click|accept|complet|finish|active|progress|sequence/i, 'contacted'],
];

const guessKind = (value: string) => valueRules.find(([rule]) => rule.test(value))?.[1] ?? 'ignore';

/** The saved meaning of headers and of values of the status column; what was not saved is recognized by its words. */
export function resultMapping(
  headers: readonly string[],
  saved: Partial<ResultMapping> = {},
  isDayFirst = saved.isDayFirst ?? false,
): ResultMapping {
  const taken = new Set<string>(headers.flatMap((header) => saved.columns?.[header] ?? []));
  const columns: ResultMapping['columns'] = {};
  for (const header of headers) {
    columns[header] = saved.columns?.[header] ?? guessTarget(header, taken);
    taken.add(columns[header]);
  }
  return { columns, values: saved.values ?? {}, isDayFirst };
}

export const resultKindOf = ({ values }: ResultMapping, value: string): ResultKind | 'ignore' =>
  values[value.toLowerCase()] ?? guessKind(value);

/** Whether rows can match a lead and report something. */
export function canReport({ columns }: ResultMapping): { hasKey: boolean; hasResult: boolean } {
  const targets = Object.values(columns);
  return {
    hasKey: targets.some((target) => target === 'email' || target === 'linkedin'),
    hasResult: targets.some((target) => target === 'status' || isKind(target)),
  };
}

const clean = cellCleaner('email');
const NONE = /^(0|n|no|false|never|not|none)(?![a-z0-9])/i;

/**
 * Returns the function that reads a row: what it reports, or the first date in it that does not exist. Who has replied or unsubscribed was
 * contacted, whatever the file says.
 */
export function reportReader(headers: readonly string[], mapping: ResultMapping) {
  const columns = headers.map((header) => mapping.columns[header] ?? 'ignore');
  return (cells: readonly string[]): ReportedRow | InvalidDate => {
    const results: ReportedResults = {};
    let invalidDate: string | undefined;
    const report = (kind: ResultKind, text: string) => {
      const at = dateOf(text, mapping.isDayFirst);
      if (at === null && DATE.test(text)) invalidDate ??= text;
      const known = results[kind];
      results[kind] = known && at ? ([known, at].sort()[0] ?? at) : (known ?? at);
    };
    const first = (target: ResultTarget) =>
      columns.reduce<string | null>(
        (found, own, index) => found ?? (own === target ? clean(cells[index] ?? '') : null),
        null,
      );
    for (const [index, target] of columns.entries()) {
      const cell = isKind(target) && clean(cells[index] ?? '');
      if (cell && !NONE.test(cell)) report(target as ResultKind, cell);
    }
    const status = first('status');
    const kind = status === null ? 'ignore' : resultKindOf(mapping, status);
    if (kind !== 'ignore') report(kind, first('status_at') ?? '');
    if (invalidDate !== undefined) return { invalidDate };
    if ('replied' in results || 'unsubscribed' in results) results.contacted ??= null;
    return { email: first('email'), linkedin: first('linkedin'), results };
  };
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(.*)$/;
const MONTH_NAME = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const WITH_MONTH = new RegExp(`\\b${MONTH_NAME}\\b.*\\b\\d{4}\\b`, 'i');
/** `Thu, 12 Nov 2026`, `12-Nov-2026`, `Nov 12, 2026`. */
const DAY_AND_MONTH = new RegExp(
  `^(?:[a-z]+,? )?(?:(\\d{1,2})[- ]${MONTH_NAME}|${MONTH_NAME} (\\d{1,2}),?)[- ]\\d{4}\\b`,
  'i',
);
const DATE = new RegExp(`${YEAR_FIRST.source}|${YEAR_LAST.source}|${DAY_AND_MONTH.source}`, 'i');
const ZONE = /\b(Z|UTC|GMT)\b|\s[+-]\d{2}:?\d{2}$/i;
const TIME = /^[T,\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?/i;

/** A date of a tool in ISO format; null if the text is none, or a date that does not exist. Without a time zone it is in UTC. */
export function dateOf(text: string, isDayFirst: boolean): string | null {
  const [, year, month, day, rest] = YEAR_FIRST.exec(text) ?? [];
  if (year) return isoOf([year, month, day], rest);
  const [, one, two, last, after] = YEAR_LAST.exec(text) ?? [];
  if (last) return isoOf([last.padStart(4, '20'), ...(isDayFirst ? [two, one] : [one, two])], after);
  if (!WITH_MONTH.test(text)) return null;
  const [date, dayBefore, dayAfter = dayBefore] = DAY_AND_MONTH.exec(text) ?? [];
  if (date && new Date(`${date} UTC`).getUTCDate() !== Number(dayAfter)) return null; // Date reads 30 Feb as 2 March
  const moment = new Date(ZONE.test(text) ? text : `${text} UTC`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

function isoOf(date: readonly (string | undefined)[], rest = ''): string | null {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const [, hour = '0', minute = '0', second = '0', half, zone] = TIME.exec(rest) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  const moment = new Date(Date.UTC(year, month - 1, day, hours, Number(minute), Number(second)));
  const isReal = year >= 1970 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day && hours < 24;
  if (!isReal) return null;
  const [, sign, offsetHours = 0, offsetMinutes = 0] = /([+-])(\d{2}):?(\d{2})/.exec(zone ?? '') ?? [];
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return new Date(moment.getTime() - (sign === '-' ? -offset : offset)).toISOString();
}

/** How a date with the year last is written: 'day' or 'month' first, 'either' if both are possible; null for another text. */
export function orderOf(text: string): 'day' | 'month' | 'either' | null {
  const [, one, two] = YEAR_LAST.exec(text.trim()) ?? [];
  if (!one) return null;
  return Number(one) > 12 ? 'day' : Number(two) > 12 ? 'month' : 'either';
}
