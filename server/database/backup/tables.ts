// The tables of a backup, in the order in which they can be loaded.
import type pg from 'pg';
import type { Part } from './format.ts';

/** The schemas of the product. The applied migrations are in the head of a backup. */
export const SCHEMAS = ['auth', 'private', 'public'];

type LoadDependency = { table: string; needs: string };

/** Returns every table with its columns, in load order. Names are quoted as needed; generated columns are left out. */
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

/** A table comes after those that its foreign keys reference. */
function inLoadOrder(parts: readonly Part[], references: readonly LoadDependency[]): Part[] {
  const ordered: Part[] = [];
  const placed = new Set<string>();
  while (ordered.length < parts.length) {
    const ready = parts.filter(
      ({ table }) =>
        !placed.has(table) && references.every((reference) => reference.table !== table || placed.has(reference.needs)),
    );
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a cycle.');
    for (const part of ready) placed.add(part.table);
    ordered.push(...ready);
  }
  return ordered;
}
