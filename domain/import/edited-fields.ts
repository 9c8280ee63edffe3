// Checks edited fields of a stored row by the rules of an import.
import { type RowOutcome, rowReader, storedName } from './rows.ts';
import { type ColumnTarget, type ImportType, type Target, targetsOf } from './targets.ts';

/** The fields of a row as texts. */
export type FieldTexts = Partial<Record<Target, string>>;

export type EditedFields = { change: Record<string, string | number | null> } | { error: string; target: ColumnTarget };

/** The fields of a stored row, '' for empty ones. */
export function fieldTexts(type: ImportType, row: Readonly<Record<string, unknown>>): FieldTexts {
  const targets = Object.keys(targetsOf(type)) as Target[];
  return Object.fromEntries(targets.map((target) => [target, String(row[storedName(target)] ?? '')]));
}

/** The columns to store for the fields that were edited, or the first rule that one of them breaks. Other fields are neither checked nor changed. */
export function checkEditedFields(type: ImportType, before: FieldTexts, after: FieldTexts): EditedFields {
  const targets = Object.keys(targetsOf(type)) as Target[];
  const edited = targets.filter((target) => (after[target] ?? '') !== (before[target] ?? ''));
  const read = rowReader(type, targets, Object.fromEntries(targets.map((target) => [target, target])));
  const cells = targets.map((target) => (target === 'name' || edited.includes(target) ? (after[target] ?? '') : ''));
  const isNameless = edited.includes('name') && cells[targets.indexOf('name')]?.trim() === '';
  const outcome: RowOutcome = isNameless
    ? { error: 'Name is required', target: 'name' }
    : read({ cells, isClosed: true });
  if ('error' in outcome) return { error: outcome.error, target: outcome.target ?? 'name' };
  const row = outcome.row as Readonly<Record<string, unknown>> as Record<string, string | number | null>;
  return { change: Object.fromEntries(edited.map((target) => [storedName(target), row[storedName(target)] ?? null])) };
}
