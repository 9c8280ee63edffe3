// Citus rejects `set statistics`: the shards of a table get its targets here.
import type { Query } from '#server/database/connections/pool.ts';

/** Applies a statement to the coordinator's table only. */
export async function setOnCoordinator(query: Query, statement: string): Promise<void> {
  await query('set local citus.enable_ddl_propagation = off');
  await query(statement);
  await query('set local citus.enable_ddl_propagation = on');
}

/** The shards of each table are named after it. */
const LACKING = `select string_agg(distinct wanted.name, ' ')
  from jsonb_to_recordset(%L) as wanted (name text, attname name, target int)
  join pg_namespace on nspname = split_part(wanted.name, '.', 1)
  join pg_class on relnamespace = pg_namespace.oid and relname ~ ('^' || split_part(wanted.name, '.', 2) || '_[0-9]+$')
  join pg_attribute on attrelid = pg_class.oid and pg_attribute.attname = wanted.attname
  where relkind = 'r' and attstattarget is distinct from target`;

/** Gives shards the targets of statistics that columns have on the coordinator, and returns the tables that lacked some. */
export async function correctStatistics(query: Query): Promise<string[]> {
  const { rows } = await query<{ name: string; change: string }>(
    `with wanted as (
       select relnamespace::regnamespace || '.' || relname as name, attname, attstattarget as target
       from pg_attribute join pg_dist_partition on logicalrelid = attrelid join pg_class on pg_class.oid = attrelid
       where attnum > 0 and not attisdropped and coalesce(attstattarget, -1) >= 0
     ), command as (
       select format($1, jsonb_agg(wanted)) as text from wanted
     ), lacking as (
       select distinct unnest(string_to_array(result, ' ')) as name from command, lateral run_command_on_all_nodes(text)
     )
     select name, 'alter table %s ' || string_agg(format('alter %I set statistics %s', attname, target), ', ') as change
     from lacking join wanted using (name) group by name order by 1`,
    [LACKING],
  );
  for (const { name, change } of rows) {
    const failed = await query<{ result: string }>(
      'select result from run_command_on_shards($1, $2) where not success',
      [name, change],
    );
    if (failed.rows[0]) throw new Error(`The statistics of ${name} could not be set: ${failed.rows[0].result}`);
  }
  return rows.map(({ name }) => name);
}
