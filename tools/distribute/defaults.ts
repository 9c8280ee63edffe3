// The defaults of columns that a role may not insert.
import type { Query } from '#server/database/pool.ts';
import { distributeFunctions } from './functions.ts';

/** Revokes what protectDefaults has granted, so that a migration finds the rights that the former migrations have granted. */
export const REVOKE_DEFAULTS = `do $$ declare added record; begin
    for added in
      select tgrelid::regclass as relation, tgfoid::regprocedure as defaults, substring(part from '''[{]?(\\w+)') as role, columns
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      cross join regexp_split_to_table(prosrc, 'end if;') part
      cross join lateral (
        select string_agg(assigned[1], ', ') as columns from regexp_matches(part, 'new[.](\\S+) :=', 'g') assigned
      ) named
      where tgname = 'apply_defaults' and columns is not null
    loop
      execute format('revoke insert (%s) on %s from %s', added.columns, added.relation, added.role);
      execute format('create or replace function %s returns trigger language plpgsql as ''begin return new; end''', added.defaults);
    end loop;
  end $$;
`;

/**
 * Citus writes every default itself, so that a role that may insert only some columns needs a right to the others too. A trigger replaces their
 * values by the defaults, as the first by its name; not on a table on every node, where they would differ. Returns the tables that it has changed.
 */
export async function protectDefaults(query: Query): Promise<string[]> {
  const before = await sourcesOfDefaults(query);
  await query(REVOKE_DEFAULTS);
  const { rows } = await query<{
    relation: string;
    name: string;
    grants: string[];
    source: string;
    isReference: boolean;
  }>(
    `select relation::text, 'private.apply_defaults_of_' || relname as name, partmethod = 'n' as "isReference",
       array_agg(format('grant insert (%s) on %s to %s', columns, relation, role)) as grants,
       string_agg(format('if current_user = %L then %s end if;', role, assignments), ' ' order by role) as source
     from (
       select logicalrelid as relation, relname, partmethod, role, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
         string_agg(format('new.%I := %s;', attname, pg_get_expr(adbin, adrelid)), ' ' order by attnum) as assignments
       from pg_dist_partition
       join pg_class on pg_class.oid = logicalrelid
       join pg_attribute on attrelid = logicalrelid and attgenerated = ''
       join pg_attrdef on adrelid = attrelid and adnum = attnum
       cross join unnest(array['authenticated', 'service_role']) role
       where has_any_column_privilege(role, attrelid, 'insert') and not has_column_privilege(role, attrelid, attnum, 'insert')
       group by logicalrelid, relname, partmethod, role
     ) lacking
     group by relation, relname, partmethod`,
  );
  for (const grant of rows.flatMap(({ grants }) => grants)) await query(grant);
  const distributed = rows.filter(({ isReference }) => !isReference);
  await query('set local citus.enable_ddl_propagation = off');
  for (const { name, source } of distributed) {
    await query(
      `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${source} return new; end $$`,
    );
    await query(
      `comment on function ${name}() is 'Trigger: columns that the caller may not insert have their defaults.'`,
    );
    await query(`revoke all on function ${name}() from public`);
  }
  await query('set local citus.enable_ddl_propagation = on');
  const used = distributed.map(({ name }) => name);
  await distributeFunctions(query, { changed: used.map((name) => `${name}()`), used });
  for (const { relation, name } of distributed.filter(({ relation }) => !before.has(relation)))
    await query(`create trigger apply_defaults before insert on ${relation} for each row execute function ${name}()`);
  const after = await sourcesOfDefaults(query);
  return [
    ...rows.filter(({ isReference }) => isReference).map(({ relation }) => relation),
    ...[...after].filter(([relation, source]) => before.get(relation) !== source).map(([relation]) => relation),
  ];
}

/** The sources of the triggers of protectDefaults, by table. */
async function sourcesOfDefaults(query: Query): Promise<Map<string, string>> {
  const { rows } = await query<{ relation: string; source: string }>(
    `select tgrelid::regclass::text as relation, prosrc as source from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where tgname = 'apply_defaults' order by 1`,
  );
  return new Map(rows.map(({ relation, source }) => [relation, source]));
}
