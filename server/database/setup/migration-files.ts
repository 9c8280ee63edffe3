// Reads the scripts of the schema, and names the tables that record them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The second is the Supabase CLI's table, with a checksum added. */
export const MIGRATION_TABLES = {
  own: 'supabase_migrations.own_migrations',
  migrations: 'supabase_migrations.schema_migrations',
} as const;

export type Migration = { version: string; file: string; name: string; sql: string; checksum: string };

/** The migrations of this version, which the Supabase CLI applies on a hosted project. */
export const productMigrations = (): Migration[] =>
  readMigrations(path.resolve(import.meta.dirname, '../../../supabase/migrations'));

/** Reads the files `<version>_<name>.sql` of a folder, in the order of their versions. */
export function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .map((file) => /^(\d+)_(.+)\.sql$/.exec(file))
    .filter((match) => match !== null)
    .map(([file, version = '', name = '']) => readMigration(path.join(directory, file), version, name))
    .sort((one, other) => (one.version < other.version ? -1 : 1));
}

/** Normalizes line ends, which git may have changed, for the checksum. */
export function readMigration(file: string, version: string, name: string): Migration {
  const sql = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return { version, file: path.basename(file), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** The statements of a migration, for what takes only one at a time. */
export const splitStatements = (sql: string): string[] =>
  (sql.match(/(?:\$(\w*)\$[\s\S]*?\$\1\$|begin atomic[\s\S]*?\nend|'(?:[^']|'')*'|"[^"]*"|--.*|[^;])+/g) ?? []).filter(
    (text) => text.trim(),
  );
