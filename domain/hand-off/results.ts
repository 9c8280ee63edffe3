// The reports of sending tools about leads: their columns, the values of their status columns, and their dates.
import { cellCleaner } from '../import/cleaning.ts';
import { datedStatus, readDate } from './result-dates.ts';
import { guessTarget } from './result-headers.ts';
import { isKind, type Meaning, type ResultKind, type ResultTarget } from './result-kinds.ts';
import { foldValue, isBlank, readStatus, readTruth } from './result-words.ts';
import { toolExport } from './tool-exports.ts';

export type ResultMapping = {
  /** The name of the tool, by which its own export is recognized. */
  tool: string;
  /** The meaning of each column, by header. */
  columns: Record<string, ResultTarget | 'ignore'>;
  /** The meaning that somebody has given to values, by header and folded value. `''` stands for all other values of the column. */
  answers: Record<string, Record<string, Meaning>>;
  /** Whether 3/4/2026 is 3 April. */
  isDayFirst: boolean;
};

/** A mapping as it was stored with an upload. An older one has guesses among its columns, and in `values` answers for its status column. */
export type StoredMapping = Partial<ResultMapping> & { values?: Record<string, Meaning> };

/**
 * Whether a column can hold results, which are neither addresses nor verifications of one, and whether it can hold dates. `holdsRemovals`: all its
 * values are known statuses, and one is a removal request.
 */
export type ColumnNature = { holdsResults: boolean; holdsDates: boolean; holdsRemovals?: boolean };

/** A value that reports nothing: nobody has said what it means, or it is a date that is not read. */
export type UnreadCell = { header: string; value: string; problem: 'asked' | 'date' };

/** A row of the file: the keys of a lead, and of each result its date (`YYYY-MM-DD`, or an ISO instant in UTC), or null without one. */
export type ReportedRow = {
  email: string | null;
  linkedin: string | null;
  results: ReportedResults;
  unread?: UnreadCell[];
};
type ReportedResults = Partial<Record<ResultKind, string | null>>;

/** A value of a record that has keys of a file, such as `constructor`. */
const ownValue = <Value>(record: Record<string, Value> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/**
 * The saved meaning of headers and values. What was not saved has the meaning that it has in the tool's own export, or is guessed from the words
 * of the header; each key is guessed once. `natures` are those of the columns, in the order of the headers.
 */
export function resultMapping(
  headers: readonly string[],
  { columns: saved, answers, values = {}, isDayFirst = false }: StoredMapping = {},
  tool = '',
  natures: readonly ColumnNature[] = [],
): ResultMapping {
  const described = toolExport(tool);
  const known = headers.map((header) => described?.targets.get(foldValue(header)));
  const countResults = (all: Iterable<string | undefined>) => [...all].filter((one) => one && !isKey(one)).length;
  /** Where all columns of the tool's file are known, and it has some of them, others are fields of the leads. */
  const isOwnFile =
    described?.isWhole && countResults(known) > Math.max(1, countResults(described.targets.values()) / 3);
  const taken = new Set(headers.map((header) => ownValue(saved, header)));
  const targets = headers.map((header, index): ResultTarget | 'ignore' => {
    const stored = ownValue(saved, header);
    if (stored && (answers || (stored !== 'ignore' && !known[index]))) return stored;
    const guess = guessTarget(header) ?? (natures[index]?.holdsRemovals ? 'status' : undefined);
    const isPossible =
      guess && !taken.has(guess) && fits(guess, natures[index]) && (!isOwnFile || guess === 'unsubscribed');
    const target = known[index] ?? (isPossible ? guess : 'ignore');
    if (isKey(target)) taken.add(target);
    return target;
  });
  const ownAnswers = (header: string, index: number) => {
    const { '': _others, ...own } =
      ownValue(answers, header) ?? (!answers && targets[index] === 'status' ? values : {});
    return Object.keys(own).length > 0 ? [[header, own] as const] : [];
  };
  return {
    tool,
    columns: Object.fromEntries(headers.map((header, index) => [header, targets[index] ?? 'ignore'])),
    answers: Object.fromEntries(headers.flatMap(ownAnswers)),
    isDayFirst,
  };
}

const isKey = (target: string) => target === 'email' || target === 'linkedin';

const fits = (target: ResultTarget, nature?: ColumnNature) =>
  !nature || isKey(target) || (target === 'status_at' ? nature.holdsDates : nature.holdsResults);

/** Whether rows can match a lead and report something. */
export function canReport({ columns }: ResultMapping): { hasKey: boolean; hasResult: boolean } {
  const targets = Object.values(columns);
  return { hasKey: targets.some(isKey), hasResult: targets.some((target) => target === 'status' || isKind(target)) };
}

/** The mapping with an answer. */
export const withAnswer = (mapping: ResultMapping, header: string, value: string, meaning: Meaning): ResultMapping => ({
  ...mapping,
  answers: { ...mapping.answers, [header]: { ...ownValue(mapping.answers, header), [answerKey(value)]: meaning } },
});

/** The key of a value's answer, which is the same for each date of a status. */
export const answerKey = (value: string) =>
  (datedStatus(value)?.status ?? value).trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The meaning of a value that is no date: the answer that somebody gave, else that of the tool or of the word. Undefined for a value that is to
 * be asked about.
 */
export function valueMeaning(mapping: ResultMapping, header: string, value: string): Meaning | undefined {
  const answers = ownValue(mapping.answers, header);
  const known = answers && ownValue(answers, answerKey(value));
  return known ?? knownMeaning(mapping, header, value) ?? ownValue(answers, '');
}

/** The meaning of a value in the tool's own export, or of its words. */
export function knownMeaning({ tool, columns }: ResultMapping, header: string, value: string): Meaning | undefined {
  const target = ownValue(columns, header);
  const status = datedStatus(value)?.status ?? value;
  if (isKind(target)) {
    const truth = readTruth(status);
    if (truth !== null) return truth ? target : 'ignore';
  } else {
    const known = toolExport(tool)?.values.get(foldValue(header))?.get(foldValue(status));
    if (known) return known;
  }
  return isBlank(status) ? 'ignore' : readStatus(status);
}

type Reading = { kind?: ResultKind; at?: string | null; problem?: UnreadCell['problem'] };

/** The report of a cell of a result. A removal request, and a status with its date, count without the date if that is not read. */
function readCell(mapping: ResultMapping, header: string, cell: string): Reading {
  const target = ownValue(mapping.columns, header);
  const answers = ownValue(mapping.answers, header);
  const isAnswered = answers && ownValue(answers, answerKey(cell)) !== undefined;
  const date = isKind(target) && !isAnswered ? readDate(cell, mapping.isDayFirst) : null;
  if (isKind(target) && date === 'unread')
    return { problem: 'date', ...(target === 'unsubscribed' && { kind: target, at: null }) };
  if (isKind(target) && date !== null) return date === 'never' ? {} : { kind: target, at: date };
  const meaning = valueMeaning(mapping, header, cell);
  if (meaning === undefined) return { problem: 'asked' };
  const at = readDate(datedStatus(cell)?.date ?? '', mapping.isDayFirst);
  return meaning === 'ignore' || at === 'never' ? {} : { kind: meaning, at: at === 'unread' ? null : at };
}

const clean = cellCleaner('email');
/** Characters of a cell that is shown because it is not read. */
const MAX_SHOWN = 100;

/** Returns the function that reads a row. Who has replied or unsubscribed was contacted, whatever the file says. */
export function reportReader(headers: readonly string[], mapping: ResultMapping) {
  const targets = headers.map((header) => ownValue(mapping.columns, header) ?? 'ignore');
  const resultColumns = targets.flatMap((target, index) => (target === 'status' || isKind(target) ? [index] : []));
  const dateColumns = datesByStatus(targets);
  return (cells: readonly string[]): ReportedRow => {
    const key = (target: ResultTarget) =>
      targets.reduce<string | null>(
        (found, own, index) => found ?? (own === target ? clean(cells[index] ?? '') : null),
        null,
      );
    const results: ReportedResults = {};
    const unread: UnreadCell[] = [];
    const miss = (index: number, problem: UnreadCell['problem']) =>
      unread.push({ header: headers[index] ?? '', value: (cells[index] ?? '').trim().slice(0, MAX_SHOWN), problem });
    for (const index of resultColumns) {
      const cell = (cells[index] ?? '').trim();
      if (!cell) continue;
      const reading = readCell(mapping, headers[index] ?? '', cell);
      let { kind, at = null } = reading;
      if (reading.problem) miss(index, reading.problem);
      if (!kind) continue;
      for (const dateColumn of dateColumns.get(index) ?? []) {
        const text = (cells[dateColumn] ?? '').trim();
        const date = isBlank(text) ? 'never' : readDate(text, mapping.isDayFirst);
        if (date === null || date === 'unread') miss(dateColumn, 'date');
        else if (date !== 'never') at = earlier(at, date);
        if ((date === null || date === 'unread') && kind !== 'unsubscribed') kind = undefined;
      }
      if (kind) results[kind] = earlier(results[kind], at);
    }
    if ('replied' in results || 'unsubscribed' in results) results.contacted ??= null;
    return { email: key('email'), linkedin: key('linkedin'), results, ...(unread.length > 0 && { unread }) };
  };
}

/** A column with dates belongs to the status before it, or to the first one. */
function datesByStatus(targets: readonly string[]): Map<number, number[]> {
  const dates = new Map<number, number[]>();
  for (const [index, target] of targets.entries()) {
    if (target !== 'status_at') continue;
    const before = targets.lastIndexOf('status', index);
    const status = before >= 0 ? before : targets.indexOf('status');
    dates.set(status, [...(dates.get(status) ?? []), index]);
  }
  return dates;
}

/** The earlier of two dates; of one day that with a time. */
function earlier(one: string | null | undefined, other: string | null): string | null {
  if (!one || !other) return one ?? other;
  return `${one}~` < `${other}~` ? one : other;
}
