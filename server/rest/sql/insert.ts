// In charge of insert and upsert as SQL.
import type { Change, Conflict } from '../plan/plan.ts';
import { columnOf, type Parameters, quoted } from './parameters.ts';
import { filledRecordsSql, recordsSql } from './records.ts';

type Insert = Extract<Change, { kind: 'insert' }>;

export function insertSql(insert: Insert, target: string, parameters: Parameters): string {
  const { columns, conflict, fillsDefaults, json } = insert;
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const values = columns.map(({ name }) => columnOf('body', name)).join(', ');
  const isFilled = fillsDefaults && columns.length > 0;
  const rows = isFilled ? filledRecordsSql(columns, json, parameters) : recordsSql(columns, json, parameters);
  const counted = conflict?.resolution === 'merge' ? ` where ${counting(1)}` : '';
  const into = names === '' ? target : `${target} (${names})`;
  return `insert into ${into} select ${values} from ${rows}${counted}${conflict ? conflictSql(insert, conflict) : ''}`;
}

/** The key's own columns stay as they are: they are equal, and setting them would ask for a right that nothing else needs. */
function conflictSql({ columns }: Insert, conflict: Conflict): string {
  const key = conflict.columns.map(quoted).join(', ');
  const others = columns.filter(({ name }) => !conflict.columns.includes(name));
  if (conflict.resolution === 'ignore' || columns.length === 0) return ` on conflict (${key}) do nothing`;
  const set = (others.length > 0 ? others : columns).map(
    ({ name }) => `${quoted(name)} = ${columnOf('excluded', name)}`,
  );
  return ` on conflict (${key}) do update set ${set.join(', ')} where ${counting(-1)}`;
}

const tally = 'rest.inserted';
const current = `coalesce(nullif(current_setting('${tally}', true), '')::int, 0)`;

/** Always true; adds to a tally that lives as long as the transaction. `xmax` would tell the same, but only to who may read the table. */
const counting = (step: 1 | -1) => `set_config('${tally}', (${current} + ${step})::text, true) is not null`;

/** Rows inserted by a merging upsert, all of whose rows `returned` names: one up for each row given, one down for each that was there. Read once all are counted. */
export const countInserted = (returned: string): string =>
  `(select case when count(*) >= 0 then ${current} end from ${returned}) as inserted`;
