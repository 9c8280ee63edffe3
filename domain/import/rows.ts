// In charge of a row's way from cells to what is stored: the rules of every row, in order, and the first that fails. Knows nothing of duplicates: those are the database's.
import { cellCleaner } from './cleaning.ts';
import { type CompanyRow, companyRow } from './company-row.ts';
import { type LeadRow, leadRow } from './lead-row.ts';
import { columnsByTarget } from './mapping.ts';
import { RowRefusal } from './row-refusal.ts';
import { type ColumnMapping, type Gathering, type ImportType, type Target, targetsOf } from './targets.ts';

/** What a row became: a lead or company to store, or the first rule that it breaks. */
export type RowOutcome = { row: LeadRow | CompanyRow } | { error: string };

export type RawRow = { cells: readonly string[]; isClosed: boolean };

const storedNames: Partial<Record<string, string>> = { firstName: 'first_name', lastName: 'last_name' };

/** The field of a stored row that a target fills. */
export const storedName = (target: string): string => storedNames[target] ?? target;

/** Reads the rows of one header under one mapping. */
export function rowReader(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
): (raw: RawRow) => RowOutcome {
  const gatherers = new Map<Target, Gatherer>();
  for (const [target, columns] of columnsByTarget(type, headers, mapping)) {
    gatherers.set(target, gatherer(target, columns, targetsOf(type)[target]?.gathering));
  }
  const checkLengths = lengthCheck(type);
  return (raw) => {
    try {
      checkShape(raw, headers.length);
      const read = (target: Target) => gatherers.get(target)?.(raw.cells) ?? null;
      const row = type === 'leads' ? leadRow(read) : companyRow(read);
      checkLengths(row);
      return { row };
    } catch (error) {
      if (error instanceof RowRefusal) return { error: error.message };
      throw error;
    }
  };
}

function checkShape({ cells, isClosed }: RawRow, width: number): void {
  if (!isClosed) throw new RowRefusal('A quoted cell is never closed');
  if (cells.some((cell) => cell.includes('\0'))) throw new RowRefusal('Row contains a NUL character');
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
    throw new RowRefusal(`Row has ${cells.length} cells, the header has ${width}`);
  }
}

/** The value of one target in a row's cells. */
type Gatherer = (cells: readonly string[]) => string | null;

function gatherer(target: Target, columns: readonly number[], gathering?: Gathering): Gatherer {
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
    field: storedName(target),
    ...rule,
  }));
  return (row) => {
    const values = row as Record<string, string | number | null>;
    for (const { field, label, maxLength } of limits) {
      const value = values[field];
      if (typeof value !== 'string' || value.length <= maxLength) continue;
      const length = [...value].length;
      if (length > maxLength) {
        throw new RowRefusal(`${label} is too long (${length} characters, at most ${maxLength})`);
      }
    }
  };
}
