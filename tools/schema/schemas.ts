// Reads supabase/schemas in the order of supabase/config.toml.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { splitStatements } from '#server/database/setup/migration-files.ts';

const SUPABASE = path.resolve(import.meta.dirname, '../../supabase');
const SETTING = /^schema_paths = \[([^\]]*)\]/m;

export type SchemaFile = { file: string; sql: string };

/** The files of the schema, in the order in which they are applied. */
export function readSchemas(): SchemaFile[] {
  const paths =
    SETTING.exec(readFileSync(path.join(SUPABASE, 'config.toml'), 'utf8'))?.[1]?.match(/(?<=")[^"]+/g) ?? [];
  const files = paths.filter((file) => file.endsWith('.sql'));
  return files.map((file) => ({
    file: path.basename(file),
    sql: readFileSync(path.join(SUPABASE, file), 'utf8').replaceAll('\r\n', '\n'),
  }));
}

/** The statements of the schema, each with the comment before it. */
export const schemaStatements = (): string[] =>
  readSchemas().flatMap(({ sql }) => splitStatements(sql).map((text) => text.trim().replace(/^(?:--.*\n)+\s*\n/, '')));
