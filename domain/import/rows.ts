// Reads a row of cells as a lead or company and applies the rules of docs/import.md. Duplicates are found in the database.
import { type CustomField, type CustomValues, customError } from '../custom-fields.ts';
import { cellCleaner, plainCell } from './cleaning.ts';
import { columnsByTarget } from './mapping.ts';
import { type CompanyRow, companyRow, InvalidRow, type LeadRow, leadRow, readRowName } from './stored-row.ts';
import {
  type ColumnMapping,
  type ColumnTarget,
  type Gathering,
  type ImportType,
  importTargets,
  isTarget,
  parseCustomKey,
  type Target,
} from './targets.ts';

/** A lead or company to store, or the message of the first rule that the row breaks, with the target if the rule is about one. */
export type RowOutcome = { row: LeadRow | CompanyRow } | { error: string; target?: ColumnTarget };

export type RawRow = { cells: readonly string[]; isClosed: boolean };

const storedNames: Partial<Record<string, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  lastFirst: 'name',
};

/** The column that stores a target. */
export const storedName = (target: string): string => storedNames[target] ?? target;

/** Returns a reader for the rows below these headers. `fields` are the customer's custom fields. */
export function rowReader(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
  fields: readonly CustomField[] = [],
): (raw: RawRow) => RowOutcome {
  const fieldValue = valueReader(type, headers, mapping);
  const customValues = customReader(columnsByTarget(type, headers, mapping), fields);
  const checkLengths = lengthCheck(type);
  const checkContent = contentCheck(type, headers, mapping);
  return (raw) => {
    try {
      checkShape(raw, headers.length);
      const read = (target: Target) => fieldValue(target, raw.cells);
      const row = type === 'leads' ? leadRow(read) : companyRow(read);
      checkLengths(row);
      checkContent(raw.cells, row);
      return { row: { ...row, ...customValues(raw.cells) } };
    } catch (error) {
      if (error instanceof InvalidRow) return { error: error.message, ...(error.target && { target: error.target }) };
      throw error;
    }
  };
}

/** Returns a function for what names a row, whatever rules it breaks: its name, otherwise its email, its company or its first cell with a text. */
export function nameReader(type: ImportType, headers: readonly string[], mapping: ColumnMapping) {
  const fieldValue = valueReader(type, headers, mapping);
  return (cells: readonly string[]): string | null => {
    const read = (target: Target) => fieldValue(target, cells);
    return readRowName(read, type) ?? read('email') ?? read('company') ?? firstText(cells);
  };
}

/** The first cell of a row that is not empty; null if all are. */
export const firstText = (cells: readonly string[]): string | null =>
  cells.map((cell) => cell.trim()).find((cell) => cell !== '') ?? null;

function valueReader(type: ImportType, headers: readonly string[], mapping: ColumnMapping) {
  const combiners = new Map<Target, Combiner>();
  for (const [target, columns] of columnsByTarget(type, headers, mapping)) {
    if (isTarget(type, target))
      combiners.set(target, combiner(target, columns, importTargets(type)[target]?.gathering));
  }
  return (target: Target, cells: readonly string[]) => combiners.get(target)?.(cells) ?? null;
}

/** Returns a reader of the values of custom fields, without empty ones. */
function customReader(columns: ReadonlyMap<ColumnTarget, readonly number[]>, fields: readonly CustomField[]) {
  const known = new Map(fields.map((field) => [field.key, field]));
  const readers = [...columns].flatMap(([target, places]) => {
    const field = known.get(parseCustomKey(target) ?? '');
    return field ? [{ ...field, read: combiner('custom', places) }] : [];
  });
  const labelOf = (key: string) => known.get(key)?.label ?? key;
  return (cells: readonly string[]): { custom?: CustomValues; internal?: CustomValues } => {
    const values: Record<'custom' | 'internal', CustomValues> = { custom: {}, internal: {} };
    for (const { key, isInternal, read } of readers) {
      const value = read(cells);
      if (value !== null) values[isInternal ? 'internal' : 'custom'][key] = value;
    }
    for (const fieldValues of Object.values(values)) {
      const broken = customError(fieldValues, labelOf);
      if (broken) throw new InvalidRow(broken.error, broken.key === undefined ? undefined : `custom:${broken.key}`);
    }
    const filled = Object.entries(values).filter(([, fieldValues]) => Object.keys(fieldValues).length > 0);
    return Object.fromEntries(filled);
  };
}

function checkShape({ cells, isClosed }: RawRow, width: number): void {
  if (!isClosed) throw new InvalidRow('A quoted cell is never closed');
  if (cells.some((cell) => cell.includes('\0'))) throw new InvalidRow('Row contains a NUL character');
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
    throw new InvalidRow(`Row has ${cells.length} cells, the header has ${width}`);
  }
}

const TOTAL =
  /^(?:grand |sub)?(?:totals?|sum|count|summe|gesamt|gesamtsumme|anzahl|somme|suma|totaal|totale|soma)[\s\d.,:=]*$/i;

/** Rejects rows that are no data: the header again, where files were joined, and the last line of a report. */
function contentCheck(type: ImportType, headers: readonly string[], mapping: ColumnMapping) {
  const columns = [...columnsByTarget(type, headers, mapping).values()].flat();
  const texts = headers.map((header) => header.replace(/ \(\d+\)$/, ''));
  const isHeader = (cells: readonly string[]) =>
    columns.length > 1 && columns.every((column) => plainCell(cells[column] ?? '') === texts[column]);
  return (cells: readonly string[], row: LeadRow | CompanyRow): void => {
    if (isHeader(cells)) throw new InvalidRow('Row repeats the header');
    if (
      type === 'leads' &&
      TOTAL.test(row.name) &&
      cells.every((cell) => TOTAL.test(cell.trim()) || !/\p{L}/u.test(cell))
    ) {
      throw new InvalidRow(`Row is a total, not a person: ${row.name}`, 'name');
    }
  };
}

/** Returns the value of one target in a row. */
type Combiner = (cells: readonly string[]) => string | null;

function combiner(target: Target | 'custom', columns: readonly number[], gathering?: Gathering): Combiner {
  const clean = cellCleaner(target);
  if (typeof gathering === 'object') {
    return (cells) => {
      const values = columns.map((column) => clean(cells[column] ?? '')).filter((value) => value !== null);
      return [...new Set(values)].join(gathering.join) || null;
    };
  }
  return (cells) => {
    for (const column of columns) {
      const value = clean(cells[column] ?? '');
      if (value !== null) return value;
    }
    return null;
  };
}

function lengthCheck(type: ImportType): (row: LeadRow | CompanyRow) => void {
  const limits = Object.entries(importTargets(type)).map(([target, rule]) => ({
    target: target as Target,
    field: storedName(target),
    ...rule,
  }));
  return (row) => {
    const values: Readonly<Record<string, unknown>> = row;
    for (const { target, field, label, maxLength } of limits) {
      const value = values[field];
      if (typeof value !== 'string' || value.length <= maxLength) continue;
      const length = [...value].length;
      if (length > maxLength) {
        throw new InvalidRow(`${label} is too long (${length} characters, at most ${maxLength})`, target);
      }
    }
  };
}
