// In charge of which tables a backup holds, and in what order they can be loaded.
import type pg from 'pg';
import type { Part } from './format.ts';

/** The schemas that are ours. What has been applied stands in the backup's head. */
export const SCHEMAS = ['auth', 'private', 'public'];

/** Where it is written what has been applied, by the name that it has in the head. */
export const MIGRATION_TABLES = {
  own: 'supabase_migrations.own_migrations',
  migrations: 'supabase_migrations.schema_migrations',
} as const;

type Reference = { table: string; needs: string };

/** Every table with its columns, in an order in which they can be loaded. Names are quoted where they have to be; generated columns are left out, since PostgreSQL generates them again. */
export async function partsOf(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select format('%I.%I', nspname, relname) as table,
       array(
         select format('%I', attname) from pg_catalog.pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns
     from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname = any($1) order by 1`,
    [SCHEMAS],
  );
  const found = await client.query<{ table: string; needs: string }>(
    `select conrelid::pg_catalog.regclass::text as table, confrelid::pg_catalog.regclass::text as needs
     from pg_catalog.pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  return inLoadOrder(rows, found.rows);
}

/** The parts so that a table comes after all those that its foreign keys name. */
function inLoadOrder(parts: readonly Part[], references: readonly Reference[]): Part[] {
  const ordered: Part[] = [];
  const placed = new Set<string>();
  while (ordered.length < parts.length) {
    const ready = parts.filter(
      ({ table }) =>
        !placed.has(table) && references.every((reference) => reference.table !== table || placed.has(reference.needs)),
    );
    if (ready.length === 0) throw new Error('The tables need one another in a circle.');
    for (const part of ready) placed.add(part.table);
    ordered.push(...ready);
  }
  return ordered;
}
