// In charge of insert, update and delete as SQL: the change is a common table whose returned rows are counted and shown in the same statement.
import type { Change, WritePlan } from '../plan/plan.ts';
import { shownSql } from './body.ts';
import { countInserted, insertSql } from './insert.ts';
import { columnOf, type Parameters, qualified, quoted } from './parameters.ts';
import { recordsSql } from './records.ts';
import { conditionSql, returned } from './rows.ts';

/** Tells `affected`, the rows changed; of a merging upsert `inserted`; of an addressed insert `location`, its keys as JSON. */
export function writeSql(plan: WritePlan, parameters: Parameters): string {
  const { change, root, format, location } = plan;
  const tables = [`${returned} as (${changeSql(plan, parameters)})`];
  const isMerge = change.kind === 'insert' && change.conflict?.resolution === 'merge';
  const columns = [`(select count(*) from ${returned}) as affected`, ...(isMerge ? [countInserted(returned)] : [])];
  if (root) return shownSql(root, format, parameters, { tables, columns });
  if (location?.length) columns.push(`(select json_agg(${returned}.*) from ${returned}) as location`);
  return `with ${tables.join(', ')} select ${columns.join(', ')}`;
}

/** Returns no more columns than asked for, so that a write needs no right to read what it does not show. */
function changeSql({ change, relation, returning }: WritePlan, parameters: Parameters): string {
  const alias = change.alias;
  const target = `${qualified(relation.schema, relation.name)} as ${quoted(alias)}`;
  const columns = returning === '*' ? [`${quoted(alias)}.*`] : returning.map((name) => columnOf(alias, name));
  const shown = columns.length > 0 ? columns.join(', ') : '1';
  if (change.kind === 'update' && change.columns.length === 0) return `select ${shown} from ${target} where false`;
  return `${changedSql(change, target, parameters)} returning ${shown}`;
}

function changedSql(change: Change, target: string, parameters: Parameters): string {
  if (change.kind === 'insert') return insertSql(change, target, parameters);
  const conditions = change.conditions.map((condition) => conditionSql(condition, parameters));
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  if (change.kind === 'delete') return `delete from ${target}${where}`;
  const set = change.columns.map(({ name }) => `${quoted(name)} = ${columnOf('body', name)}`).join(', ');
  return `update ${target} set ${set} from ${recordsSql(change.columns, change.json, parameters)}${where}`;
}
