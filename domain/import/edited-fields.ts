// Checks edited fields of a stored row by the rules of an import.
import type { CustomField, CustomValues } from '../custom-fields.ts';
import { type RowOutcome, rowReader, storedName } from './rows.ts';
import { type ColumnTarget, type ImportType, isTarget, parseCustomKey, storedTargets } from './targets.ts';

/** The fields of a row as texts, custom ones too. */
export type FieldTexts = Partial<Record<ColumnTarget, string>>;

/** The columns to store, and the values of custom fields that were edited; null for an empty one. */
export type EditedFields =
  | { change: Record<string, string | number | null>; custom?: Record<string, string | null> }
  | { error: string; target: ColumnTarget };

const targetsIn = (type: ImportType) => storedTargets(type).map(([target]) => target);

const customTargets = (fields: readonly CustomField[]) => fields.map(({ key }): ColumnTarget => `custom:${key}`);

/** The fields of a stored row, '' for empty ones. */
export function fieldTexts(
  type: ImportType,
  row: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[] = [],
  values: Readonly<CustomValues> = {},
): FieldTexts {
  const texts = targetsIn(type).map((target) => [target, String(row[storedName(target)] ?? '')]);
  return Object.fromEntries([...texts, ...fields.map(({ key }) => [`custom:${key}`, values[key] ?? ''])]);
}

/** Returns the values to store for the edited fields, or the first rule that one of them breaks. Other columns are neither checked nor changed. */
export function checkEditedFields(
  type: ImportType,
  before: FieldTexts,
  after: FieldTexts,
  fields: readonly CustomField[] = [],
): EditedFields {
  const targets = [...targetsIn(type), ...customTargets(fields)];
  const edited = targets.filter((target) => (after[target] ?? '') !== (before[target] ?? ''));
  const read = rowReader(type, targets, Object.fromEntries(targets.map((target) => [target, target])), fields);
  const isRead = (target: ColumnTarget) => target === 'name' || !isTarget(type, target) || edited.includes(target);
  const cells = targets.map((target) => (isRead(target) ? (after[target] ?? '') : ''));
  const isNameless = edited.includes('name') && cells[targets.indexOf('name')]?.trim() === '';
  const outcome: RowOutcome = isNameless
    ? { error: 'Name is required', target: 'name' }
    : read({ cells, isClosed: true });
  if ('error' in outcome) return { error: outcome.error, target: outcome.target ?? edited[0] ?? 'name' };
  const { custom, internal, ...columns } = outcome.row;
  const row: Record<string, string | number | null> = columns;
  const values: CustomValues = { ...custom, ...internal };
  const keys = edited.flatMap((target) => parseCustomKey(target) ?? []);
  return {
    change: Object.fromEntries(
      edited
        .filter((target) => isTarget(type, target))
        .map((target) => [storedName(target), row[storedName(target)] ?? null]),
    ),
    ...(keys.length > 0 && { custom: Object.fromEntries(keys.map((key) => [key, values[key] ?? null])) }),
  };
}
