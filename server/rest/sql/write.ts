// Inserts, upserts, updates and deletes as SQL. The change is a common table expression, whose rows are counted and returned.
import type { CatalogColumn } from '../catalog/catalog.ts';
import type { Conflict, TableChange, WritePlan } from '../plan/plan.ts';
import { shownSql } from './body.ts';
import { type Parameters, qualified, quoteColumn, quoted } from './parameters.ts';
import { conditionSql, returned } from './rows.ts';

/** Selects `affected`, the number of changed rows; `inserted` for a merging upsert; `location`, keys as JSON, if requested. */
export function writeSql(plan: WritePlan, parameters: Parameters): string {
  const { change, root, format, location } = plan;
  const tables = [`${returned} as (${changeSql(plan, parameters)})`];
  const isMerge = change.kind === 'insert' && change.conflict?.resolution === 'merge';
  const columns = [`(select count(*) from ${returned}) as affected`, ...(isMerge ? [countInserted(returned)] : [])];
  if (root) return shownSql(root, format, parameters, { tables, columns });
  if (location?.length) columns.push(`(select json_agg(${returned}.*) from ${returned}) as location`);
  return `with ${tables.join(', ')} select ${columns.join(', ')}`;
}

/** Returns only the requested columns, so that no privilege to read others is required. */
function changeSql({ change, relation, returning }: WritePlan, parameters: Parameters): string {
  const alias = change.alias;
  const target = `${qualified(relation.name)} as ${quoted(alias)}`;
  const columns = returning === '*' ? [`${quoted(alias)}.*`] : returning.map((name) => quoteColumn(alias, name));
  const shown = columns.length > 0 ? columns.join(', ') : '1';
  if (change.kind === 'update' && change.columns.length === 0) return `select ${shown} from ${target} where false`;
  return `${changedSql(change, target, parameters)} returning ${shown}`;
}

function changedSql(change: TableChange, target: string, parameters: Parameters): string {
  if (change.kind === 'insert') return insertSql(change, target, parameters);
  const conditions = change.conditions.map((condition) => conditionSql(condition, parameters));
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  if (change.kind === 'delete') return `delete from ${target}${where}`;
  const set = change.columns.map(({ name }) => `${quoted(name)} = ${quoteColumn('body', name)}`).join(', ');
  return `update ${target} set ${set} from ${recordsSql(change.columns, change.json, parameters)}${where}`;
}

type Insert = Extract<TableChange, { kind: 'insert' }>;

function insertSql(insert: Insert, target: string, parameters: Parameters): string {
  const { columns, conflict, fillsDefaults, json } = insert;
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const values = columns.map(({ name }) => quoteColumn('body', name)).join(', ');
  const isFilled = fillsDefaults && columns.length > 0;
  const rows = isFilled ? filledRecordsSql(columns, json, parameters) : recordsSql(columns, json, parameters);
  const counted = conflict?.resolution === 'merge' ? ` where ${counting(1)}` : '';
  const into = names === '' ? target : `${target} (${names})`;
  return `insert into ${into} select ${values} from ${rows}${counted}${conflict ? conflictSql(insert, conflict) : ''}`;
}

/** The columns of the key are equal, and setting them would require an additional privilege. */
function conflictSql({ columns }: Insert, conflict: Conflict): string {
  const key = conflict.columns.map(quoted).join(', ');
  const others = columns.filter(({ name }) => !conflict.columns.includes(name));
  if (conflict.resolution === 'ignore' || columns.length === 0) return ` on conflict (${key}) do nothing`;
  const set = (others.length > 0 ? others : columns).map(
    ({ name }) => `${quoted(name)} = ${quoteColumn('excluded', name)}`,
  );
  return ` on conflict (${key}) do update set ${set.join(', ')} where ${counting(-1)}`;
}

const counter = 'rest.inserted';
const count = `coalesce(nullif(current_setting('${counter}', true), '')::int, 0)`;

/** Increments a transaction-local counter; returns true so that it can stand in a WHERE clause. `xmax` would require the privilege to read the table. */
const counting = (step: 1 | -1) => `set_config('${counter}', (${count} + ${step})::text, true) is not null`;

/** The number of inserted rows of a merging upsert: plus one per row, minus one per existing row. Reading all of `returned` completes the count. */
const countInserted = (returned: string): string =>
  `(select case when count(*) >= 0 then ${count} end from ${returned}) as inserted`;

type Typed = Pick<CatalogColumn, 'name' | 'type'>;

const definitions = (columns: readonly Typed[]) =>
  columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');

/** The rows of a JSON array, as `body`. */
function recordsSql(columns: readonly Typed[], json: string, parameters: Parameters): string {
  const array = `${parameters.add(json)}::json`;
  if (columns.length === 0) return `json_array_elements(${array}) as body`;
  return `json_to_recordset(${array}) as body(${definitions(columns)})`;
}

/** The row of a JSON object, as `body`. */
export function recordSql(columns: readonly Typed[], json: string, parameters: Parameters): string {
  return `json_to_record(${parameters.add(json)}::json) as body(${definitions(columns)})`;
}

/** The records of `recordsSql` with defaults for missing columns. */
function filledRecordsSql(columns: readonly CatalogColumn[], json: string, parameters: Parameters): string {
  const defaults = columns
    .filter(({ fallback }) => fallback !== null)
    .map(({ name, fallback }) => `${parameters.add(name)}::text, ${fallback}`);
  const record = `jsonb_build_object(${defaults.join(', ')}) || given.item`;
  const items = `jsonb_array_elements(${parameters.add(json)}::jsonb) as given(item)`;
  return `${items}, lateral jsonb_to_record(${record}) as body(${definitions(columns)})`;
}
