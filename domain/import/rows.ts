// Reads a row of cells as a lead or company and applies the rules of docs/import.md. Duplicates are found in the database.
import { cellCleaner } from './cleaning.ts';
import { columnsByTarget } from './mapping.ts';
import { type CompanyRow, companyRow, InvalidRow, type LeadRow, leadRow, nameOf } from './stored-row.ts';
import { type ColumnMapping, type Gathering, type ImportType, type Target, targetsOf } from './targets.ts';

/** A lead or company to store, or the message of the first rule that the row breaks, with the target if the rule is about one. */
export type RowOutcome = { row: LeadRow | CompanyRow } | { error: string; target?: Target };

export type RawRow = { cells: readonly string[]; isClosed: boolean };

const storedNames: Partial<Record<string, string>> = { firstName: 'first_name', lastName: 'last_name' };

/** The column that stores a target. */
export const storedName = (target: string): string => storedNames[target] ?? target;

/** Returns a reader for the rows below these headers. */
export function rowReader(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
): (raw: RawRow) => RowOutcome {
  const fieldValue = valueReader(type, headers, mapping);
  const checkLengths = lengthCheck(type);
  return (raw) => {
    try {
      checkShape(raw, headers.length);
      const read = (target: Target) => fieldValue(target, raw.cells);
      const row = type === 'leads' ? leadRow(read) : companyRow(read);
      checkLengths(row);
      return { row };
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
    return nameOf(read, type) ?? read('email') ?? read('company') ?? firstText(cells);
  };
}

/** The first cell of a row that is not empty; null if all are. */
export const firstText = (cells: readonly string[]): string | null =>
  cells.map((cell) => cell.trim()).find((cell) => cell !== '') ?? null;

function valueReader(type: ImportType, headers: readonly string[], mapping: ColumnMapping) {
  const combiners = new Map<Target, Combiner>();
  for (const [target, columns] of columnsByTarget(type, headers, mapping)) {
    combiners.set(target, combiner(target, columns, targetsOf(type)[target]?.gathering));
  }
  return (target: Target, cells: readonly string[]) => combiners.get(target)?.(cells) ?? null;
}

function checkShape({ cells, isClosed }: RawRow, width: number): void {
  if (!isClosed) throw new InvalidRow('A quoted cell is never closed');
  if (cells.some((cell) => cell.includes('\0'))) throw new InvalidRow('Row contains a NUL character');
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
    throw new InvalidRow(`Row has ${cells.length} cells, the header has ${width}`);
  }
}

/** Returns the value of one target in a row. */
type Combiner = (cells: readonly string[]) => string | null;

function combiner(target: Target, columns: readonly number[], gathering?: Gathering): Combiner {
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
  const limits = Object.entries(targetsOf(type)).map(([target, rule]) => ({
    target: target as Target,
    field: storedName(target),
    ...rule,
  }));
  return (row) => {
    const values = row as Record<string, string | number | null>;
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
