// In charge of reading the scripts that shape a database: their order, and a checksum that tells whether one was changed later.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Migration = { version: string; file: string; name: string; sql: string; checksum: string };

/** The migrations that this version brings, which a hosted project applies by itself. */
export const productMigrations = (): Migration[] =>
  readMigrations(path.resolve(import.meta.dirname, '../../supabase/migrations'));

/** The scripts of a folder in the order of their versions; files are named `<version>_<name>.sql`, others do not count. */
export function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .map((file) => /^(\d+)_(.+)\.sql$/.exec(file))
    .filter((match) => match !== null)
    .map(([file, version = '', name = '']) => readMigration(path.join(directory, file), version, name))
    .sort((one, other) => (one.version < other.version ? -1 : 1));
}

/** One script. Line ends do not count: git may have changed them. */
export function readMigration(file: string, version: string, name: string): Migration {
  const sql = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return { version, file: path.basename(file), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
