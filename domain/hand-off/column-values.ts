// Counts the values and dates in the columns of a file, which is read once.
import { groupBy } from '../group-by.ts';
import { readDate, readDateOrder } from './result-dates.ts';
import { isKind, type Meaning } from './result-kinds.ts';
import { areVerifications, isBlank, mayBeRemoval, readStatus } from './result-words.ts';
import { answerKey, type ColumnNature, knownMeaning, type ResultMapping, valueMeaning } from './results.ts';

const MAX_VALUES = 50;
const MAX_WRITTEN = 5_000;
const MAX_LENGTH = 100;
const ADDRESS = /^<?(?:https?:\/\/|www\.|mailto:)\S+$|^\S+@\S+\.\S+$/i;

/** Rows with cells of one kind, and the first of these cells. */
export type Cells = { rows: number; example: string };

export type ColumnCells = Cells & { header: string };

const noCells = (): Cells => ({ rows: 0, example: '' });
const add = (cells: Cells, text: string) => {
  cells.rows += 1;
  cells.example ||= text.slice(0, MAX_LENGTH);
};
const sumCells = (all: readonly Cells[]): Cells => ({
  rows: all.reduce((sum, { rows }) => sum + rows, 0),
  example: all.find(({ rows }) => rows > 0)?.example ?? '',
});

export class ColumnValues {
  /** Cells that are no dates, by value; at most 50 values of at most 100 characters, and 50 more that may be removal requests. */
  readonly listed = new Map<string, Cells>();
  /** Cells with further values, except counts. */
  readonly others = noCells();
  readonly dates = noCells();
  /** Dates that are not read, if the day or the month is first. */
  readonly unread = { day: noCells(), month: noCells() };
  /** How dates with the year last are written. */
  dateOrder: ReturnType<typeof readDateOrder> = null;
  /** The cells of a value as it is written, for speed. */
  readonly #written = new Map<string, Cells>();
  #areAddresses = true;

  add(cell: string): void {
    const text = cell.trim();
    const written = this.#written.get(text);
    if (written) written.rows += 1;
    else if (text) this.#addNew(text);
  }

  #addNew(text: string): void {
    this.#areAddresses &&= ADDRESS.test(text) || isBlank(text);
    const areTexts = this.others.rows > 0 && this.dates.rows === 0;
    if (!areTexts && this.#isDate(text)) add(this.dates, text);
    else if (this.#isListed(text)) {
      const key = answerKey(text);
      const cells = this.listed.get(key) ?? noCells();
      add(cells, text);
      this.listed.set(key, cells);
      if (this.#written.size < MAX_WRITTEN) this.#written.set(text, cells);
    } else if (!/^\d{1,4}$/.test(text)) add(this.others, text);
  }

  #isListed(text: string): boolean {
    if (text.length > MAX_LENGTH) return false;
    return this.listed.size < MAX_VALUES || (this.listed.size < 2 * MAX_VALUES && mayBeRemoval(text));
  }

  #isDate(text: string): boolean {
    const order = readDateOrder(text);
    const monthFirst = readDate(text, false);
    if (monthFirst === null) return false;
    if (order && (!this.dateOrder || this.dateOrder === 'either')) this.dateOrder = order;
    if (monthFirst === 'unread') add(this.unread.month, text);
    if ((order ? readDate(text, true) : monthFirst) === 'unread') add(this.unread.day, text);
    return true;
  }

  get nature(): ColumnNature {
    const values = [...this.listed.values()].filter(({ example }) => !isBlank(example));
    const { rows } = sumCells([...values, this.others, this.dates]);
    const areOnlyWords = this.others.rows + this.dates.rows === 0;
    const isVerification = areOnlyWords && areVerifications(values.map(({ example }) => example));
    const meanings = areOnlyWords ? values.map(({ example }) => readStatus(example)) : [];
    return {
      holdsResults: rows === 0 || !(this.#areAddresses || isVerification),
      holdsDates: rows === 0 || this.dates.rows > 0,
      ...(meanings.includes('unsubscribed') && !meanings.includes(undefined) && { holdsRemovals: true }),
    };
  }
}

/** Cells with one value, and what it means: undefined until somebody has said it. */
export type ReadCells = Cells & { meaning: Meaning | undefined };

/** The values of a column of results: those that a table knows, those that are asked about, and further ones that are answered together. */
export type ResultColumn = { header: string; known: ReadCells[]; asked: ReadCells[]; others: ReadCells | null };

/** The columns of results with the meanings of their values. Counts are not listed unless they are a status. */
export function resultColumns(
  mapping: ResultMapping,
  headers: readonly string[],
  columns: readonly ColumnValues[],
): ResultColumn[] {
  return headers.flatMap((header, index) => {
    const column = columns[index];
    const isStatus = mapping.columns[header] === 'status';
    if (!column || !(isStatus || isKind(mapping.columns[header]))) return [];
    const values = [...column.listed.values()].filter(
      ({ example }) => !isBlank(example) && (isStatus || !/^\d{1,4}$/.test(example)),
    );
    const byState = groupBy(
      values.map((cells) => ({ ...cells, meaning: valueMeaning(mapping, header, cells.example) })),
      ({ example }) => (knownMeaning(mapping, header, example) === undefined ? 'asked' : 'known'),
    );
    const [known, asked] = [byState.get('known') ?? [], byState.get('asked') ?? []];
    const others = sumCells(isStatus ? [column.others, column.dates] : [column.others]);
    const meaning = mapping.answers[header]?.[''];
    return [{ header, known, asked, others: others.rows > 0 ? { ...others, meaning } : null }];
  });
}

const openValues = (columns: readonly ResultColumn[]): ReadCells[] =>
  columns
    .flatMap(({ asked, others }) => (others ? [...asked, others] : asked))
    .filter(({ meaning }) => meaning === undefined);

/** The number of values that nobody has given a meaning, and the number of their cells. */
export function unansweredValues(columns: readonly ResultColumn[]): { values: number; cells: number } {
  const open = openValues(columns);
  return { values: open.length, cells: sumCells(open).rows };
}

/** The number of values without a meaning that may be removal requests. */
export const unansweredRemovals = (columns: readonly ResultColumn[]): number =>
  openValues(columns).filter(({ example }) => mayBeRemoval(example)).length;

/** The cells of ignored columns that are or may be removal requests, by column. */
export function ignoredRemovals(
  mapping: ResultMapping,
  headers: readonly string[],
  columns: readonly ColumnValues[],
): ColumnCells[] {
  return headers.flatMap((header, index) => {
    const values = mapping.columns[header] === 'ignore' ? [...(columns[index]?.listed.values() ?? [])] : [];
    const isRemoval = (text: string) => (readStatus(text) ?? (mayBeRemoval(text) && 'unsubscribed')) === 'unsubscribed';
    const cells = sumCells(values.filter(({ example }) => isRemoval(example)));
    return cells.rows > 0 ? [{ header, ...cells }] : [];
  });
}

/** The dates that cannot be read, by column. */
export function unreadDates(
  mapping: ResultMapping,
  headers: readonly string[],
  columns: readonly ColumnValues[],
): ColumnCells[] {
  return headers.flatMap((header, index) => {
    const target = mapping.columns[header];
    const column = columns[index];
    if (!column || !(isKind(target) || target === 'status_at')) return [];
    const texts = target === 'status_at' ? [...column.listed.values(), column.others] : [];
    const unread = column.unread[mapping.isDayFirst ? 'day' : 'month'];
    const cells = sumCells([unread, ...texts.filter(({ example }) => !isBlank(example))]);
    return cells.rows > 0 ? [{ header, ...cells }] : [];
  });
}
