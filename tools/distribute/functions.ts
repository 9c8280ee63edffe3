// The functions of a distributed database that a plain one does not have, and the functions that its nodes need.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query } from '#server/database/connections/pool.ts';
import { splitStatements } from '#server/database/setup/migration-files.ts';

/** They need accounts, so that no node but the coordinator has them. */
const COORDINATOR_FUNCTIONS = ['enter', 'merge_counters'];

const readSql = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

/** Creates the functions that a plain database does not have. Citus sends those of the nodes one statement at a time. */
export async function createFunctions(query: Query): Promise<void> {
  for (const statement of splitStatements(readSql('nodes.sql'))) await query(statement);
  await query('set local citus.enable_ddl_propagation = off');
  await query(readSql('coordinator.sql'));
  await query('set local citus.enable_ddl_propagation = on');
}

/** Creates on all nodes the functions that triggers, policies and statements on shards may call. Returns the names of those that were missing. */
export async function distributeFunctions(query: Query): Promise<string[]> {
  const names = await functionsToDistribute(query);
  for (const name of names) await distributeFunction(query, name);
  return names;
}

export async function distributeFunction(query: Query, name: string): Promise<void> {
  await allowAnyBody(query);
  await query('select create_distributed_function($1)', [name]);
}

/** Functions in SQL may name tables of accounts, which only the coordinator has. */
export const allowAnyBody = (query: Query) => query('set local check_function_bodies = off');

/** All functions of the schemas that are not part of the API, except those with rows of a table that is not distributed. */
export async function functionsToDistribute(query: Query): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace in ('private'::regnamespace, 'auth'::regnamespace) and proname <> all ($1)
       and not exists (select from pg_catalog.pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
       and not exists (
         select from pg_depend
         left join pg_type on refclassid = 'pg_type'::regclass and pg_type.oid = refobjid
         left join pg_type element on element.oid = pg_type.typelem
         join pg_class on relkind in ('r', 'v') and (refclassid = 'pg_class'::regclass and pg_class.oid = refobjid or pg_class.oid in (pg_type.typrelid, element.typrelid))
         where classid = 'pg_proc'::regclass and objid = pg_proc.oid
           and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)
       )
     order by 1`,
    [COORDINATOR_FUNCTIONS],
  );
  return rows.map(({ name }) => name);
}
