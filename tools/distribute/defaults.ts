// The defaults of columns that a role may not insert.
import type { Query } from '#server/database/connections/pool.ts';

/** The columns that a role may insert only because of protectDefaults, by role: the comment of the trigger. */
type Grants = Record<string, string>;

/** The grants of each table that has the trigger. */
async function readGrants(query: Query): Promise<Map<string, Grants>> {
  const { rows } = await query<{ relation: string; grants: Grants | null }>(
    `select tgrelid::regclass::text as relation, obj_description(oid, 'pg_trigger')::jsonb as grants
     from pg_trigger where tgname = 'apply_defaults'`,
  );
  return new Map(rows.map(({ relation, grants }) => [relation, grants ?? {}]));
}

/** Revokes what protectDefaults has granted, so that a migration finds the rights that the former migrations have granted. What it grants then stays. */
export async function revokeDefaults(query: Query): Promise<void> {
  for (const [relation, grants] of await readGrants(query)) {
    for (const [role, columns] of Object.entries(grants))
      await query(`revoke insert (${columns}) on ${relation} from ${role}`);
    await query(`comment on trigger apply_defaults on ${relation} is '{}'`);
  }
}

/**
 * Citus writes every default itself, so that a role that may insert only some columns needs a right to the others too. A trigger replaces their
 * values by the defaults, as the first by its name; not on a table on every node, where they would differ. Returns the tables whose rights it has changed.
 */
export async function protectDefaults(query: Query): Promise<string[]> {
  const former = await readGrants(query);
  await revokeDefaults(query);
  const { rows } = await query<{
    relation: string;
    name: string;
    grants: Grants | null;
    source: string;
    isReference: boolean;
  }>(
    `select logicalrelid::text as relation, 'private.apply_defaults_of_' || relname as name, partmethod = 'n' as "isReference",
       jsonb_object_agg(role, columns) filter (where columns is not null) as grants,
       coalesce(string_agg(format('if current_user = %L then %s end if;', role, assignments), ' ' order by role)
         filter (where columns is not null), '') as source
     from pg_dist_partition
     join pg_class on pg_class.oid = logicalrelid
     cross join unnest(array['authenticated', 'service_role']) role
     cross join lateral (
       select string_agg(quote_ident(attname), ', ' order by attnum) as columns,
         string_agg(format('new.%I := %s;', attname, pg_get_expr(adbin, adrelid)), ' ' order by attnum) as assignments
       from pg_attribute
       join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = logicalrelid and attgenerated = '' and has_any_column_privilege(role, attrelid, 'insert')
         and not has_column_privilege(role, attrelid, attnum, 'insert')
     ) lacking
     group by logicalrelid, relname, partmethod
     having count(columns) > 0 or logicalrelid::text = any ($1)`,
    [[...former.keys()]],
  );
  const changed: string[] = [];
  for (const { relation, name, grants, source, isReference } of rows) {
    for (const [role, columns] of Object.entries(grants ?? {}))
      await query(`grant insert (${columns}) on ${relation} to ${role}`);
    const comment = JSON.stringify(grants ?? {});
    if (isReference || JSON.stringify(former.get(relation)) !== comment) changed.push(relation);
    if (isReference) continue;
    await query(
      `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${source} return new; end $$`,
    );
    await query(
      `comment on function ${name}() is 'Trigger: columns that the caller may not insert have their defaults.'`,
    );
    await query(`revoke all on function ${name}() from public`);
    if (!former.has(relation))
      await query(`create trigger apply_defaults before insert on ${relation} for each row execute function ${name}()`);
    await query(`comment on trigger apply_defaults on ${relation} is '${comment}'`);
  }
  return changed;
}
