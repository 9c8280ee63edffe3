import type { CatalogColumn } from '../catalog/catalog.ts';
import { type Parameters, quoted } from './parameters.ts';

type Typed = Pick<CatalogColumn, 'name' | 'type'>;

const definitions = (columns: readonly Typed[]) =>
  columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');

/** The rows of a JSON array, as `body`. */
export function recordsSql(columns: readonly Typed[], json: string, parameters: Parameters): string {
  const array = `${parameters.add(json)}::json`;
  if (columns.length === 0) return `json_array_elements(${array}) as body`;
  return `json_to_recordset(${array}) as body(${definitions(columns)})`;
}

/** The row of a JSON object, as `body`. */
export function recordSql(columns: readonly Typed[], json: string, parameters: Parameters): string {
  return `json_to_record(${parameters.add(json)}::json) as body(${definitions(columns)})`;
}

/** As `recordsSql`, with defaults for missing columns. */
export function filledRecordsSql(columns: readonly CatalogColumn[], json: string, parameters: Parameters): string {
  const defaults = columns
    .filter(({ fallback }) => fallback !== null)
    .map(({ name, fallback }) => `${parameters.add(name)}::text, ${fallback}`);
  const record = `jsonb_build_object(${defaults.join(', ')}) || given.item`;
  const items = `jsonb_array_elements(${parameters.add(json)}::jsonb) as given(item)`;
  return `${items}, lateral jsonb_to_record(${record}) as body(${definitions(columns)})`;
}
