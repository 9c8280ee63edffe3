// How an import updates the rows that its duplicates match.
import type { CustomField } from '../custom-fields.ts';
import { storedName } from './rows.ts';
import { type ColumnMapping, filledTargets, type ImportType, parseCustomKey, storedTargets } from './targets.ts';

/** `fill` sets empty fields, `update` sets `fields`: names of stored columns, or `custom:` or `internal:` and the key of a custom field. */
export type Updating = { mode: 'fill' | 'update'; fields: readonly string[] };

export type UpdatableField = { field: string; label: string };

/** The name of a target in `Updating.fields`. */
function updatedName(target: string, fields: readonly CustomField[]): string {
  const key = parseCustomKey(target);
  if (key === null) return storedName(target);
  return fields.some((field) => field.key === key && field.isInternal) ? `internal:${key}` : target;
}

/** The fields that a file has columns for, in the order of the targets, then the audience of the import if it has one. */
export function updatableFields(
  type: ImportType,
  mapping: ColumnMapping,
  fields: readonly CustomField[],
  audience: string | null,
): UpdatableField[] {
  const labels = [
    ...storedTargets(type).map(([target, { label }]) => ({ target: target as string, label })),
    ...fields.map(({ key, label }) => ({ target: `custom:${key}`, label })),
  ];
  const used = filledTargets(mapping);
  return [
    ...labels
      .filter(({ target }) => used.has(target))
      .map(({ target, label }) => ({ field: updatedName(target, fields), label })),
    ...(audience ? [{ field: 'audience', label: 'Audience' }] : []),
  ];
}

/** The inverse of `storedUpdating`: the choice in the request. */
export const requestedUpdating = ({ mode, fields, isNameJoined }: ReturnType<typeof storedUpdating>): Updating => ({
  mode,
  fields: fields.filter((field) => field !== 'name' || !isNameJoined),
});

/** The form that import_rows takes. If no column is mapped to a lead's name, updating first and last name updates it too, from rows that have both. */
export function storedUpdating({ mode, fields }: Updating, type: ImportType, mapping: ColumnMapping) {
  const isNameJoined = type === 'leads' && !filledTargets(mapping).has('name');
  const hasBoth = ['first_name', 'last_name'].every((part) => fields.includes(part));
  const names = fields.filter((field) => field !== 'name' || !isNameJoined);
  return { mode, fields: isNameJoined && hasBoth ? [...names, 'name'] : names, isNameJoined };
}
