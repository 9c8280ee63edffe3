// Reads supabase/schemas in the order of supabase/config.toml, and what a database contains.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { statementsOf } from '#server/database/setup/migration-files.ts';

const SUPABASE = path.resolve(import.meta.dirname, '../../supabase');
const SETTING = /^schema_paths = \[([^\]]*)\]/m;
const OBJECTS = readFileSync(path.join(import.meta.dirname, 'objects.sql'), 'utf8');

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
  readSchemas().flatMap(({ sql }) => statementsOf(sql).map((text) => text.trim().replace(/^(?:--.*\n)+\s*\n/, '')));

/** The definitions of objects and their parts, by `kind name`, such as `function private.enter()`. */
export async function readObjects(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`set search_path = ''`);
  const { rows } = await client.query<{ kind: string; name: string; definition: string }>(OBJECTS);
  await client.query('reset search_path');
  return new Map(rows.map(({ kind, name, definition }) => [`${kind} ${name}`, definition]));
}
