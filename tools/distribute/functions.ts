// The functions of a distributed database: those that differ, and those that all nodes need.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query } from '#server/database/pool.ts';

const sqlOf = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

/** Texts to replace in the sources of all functions. */
const ADAPTATIONS = [
  // A trigger of a shard has the shard's name, such as leads_102008.
  { found: 'case tg_table_name', replacement: `case regexp_replace(tg_table_name, '_[0-9]+$', '')` },
  // A lock of a row that is on every node locks the table; two of them cause a deadlock. Foreign keys protect the customer too.
  { found: ' for key share;', replacement: ';' },
  // An upsert may compute with nothing but values.
  { found: 'deleted_at = now()', replacement: 'deleted_at = excluded.deleted_at' },
];

const digest = async (query: Query): Promise<Map<string, string>> => {
  const { rows } = await query<{ name: string; source: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as source from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
     union all
     select oid::regclass::text, pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, source }) => [name, source]));
};

/** Replaces the functions and views that differ, and returns the names of those that it has changed. */
export async function replaceFunctions(query: Query): Promise<string[]> {
  const before = await digest(query);
  await query('set local citus.enable_ddl_propagation = off');
  await query(sqlOf('caller.sql'));
  await query(sqlOf('functions.sql'));
  await query('set local citus.enable_ddl_propagation = on');
  await adaptFunctions(query);
  const after = await digest(query);
  return [...after].filter(([name, source]) => before.get(name) !== source).map(([name]) => name);
}

/** Replaces texts in the sources of functions, and returns their names. */
export async function adaptFunctions(query: Query): Promise<string[]> {
  const names: string[] = [];
  await query('set local citus.enable_ddl_propagation = off');
  for (const { found, replacement } of ADAPTATIONS) {
    const { rows } = await query<{ name: string; definition: string }>(
      `select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and strpos(prosrc, $1) > 0`,
      [found],
    );
    for (const { name, definition } of rows) {
      await query(definition.replaceAll(found, () => replacement));
      names.push(name);
    }
  }
  await query('set local citus.enable_ddl_propagation = on');
  return names;
}

/**
 * Creates on all nodes the functions of triggers and policies of the distributed tables, those that a statement may compute with, and all that
 * their sources name. `changed` ones are sent again; `used` ones are of triggers that are yet to be created.
 */
export async function distributeFunctions(query: Query, wanted: Wanted): Promise<void> {
  for (const name of await functionsOfNodes(query, wanted)) await distributeFunction(query, name);
}

type Wanted = { changed?: string[]; used?: string[] };

/** Citus sends a function that is on the nodes already only when it is created again. */
export async function distributeFunction(query: Query, name: string): Promise<void> {
  const { rows } = await query<{ definition: string }>(
    `select pg_get_functiondef(objid) as definition from pg_catalog.pg_dist_object
     where classid = 'pg_proc'::regclass and objid = $1::regprocedure`,
    [name],
  );
  await (rows[0] ? query(rows[0].definition) : query('select create_distributed_function($1)', [name]));
}

/** The functions that distributeFunctions would create on the nodes. */
export async function functionsOfNodes(query: Query, { changed = [], used = [] }: Wanted = {}): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `with recursive used (oid) as (
       select oid from pg_proc
       where pronamespace = 'private'::regnamespace
         and (provolatile = 'i' or proname like 'request\\_%' or proname = 'is_coordinator' or 'private.' || proname = any ($2)
           or oid in (select tgfoid from pg_trigger join pg_dist_partition on logicalrelid = tgrelid))
       union
       select named.oid
       from used
       join pg_proc source on source.oid = used.oid,
         regexp_matches(coalesce(pg_get_function_sqlbody(source.oid), source.prosrc), '\\m(private|auth)[.]([a-z_]+)\\M', 'g') found
       join pg_proc named on named.pronamespace = found[1]::regnamespace and named.proname = found[2]
     )
     select used.oid::regprocedure::text as name from used
     where used.oid::regprocedure::text = any ($1)
       or not exists (select from pg_catalog.pg_dist_object where objid = used.oid and classid = 'pg_proc'::regclass)
     order by 1`,
    [changed, used],
  );
  return rows.map(({ name }) => name);
}
