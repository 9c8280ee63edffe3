// Reads what schemas public and private of a database contain.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query } from '../connections/pool.ts';

const OBJECTS = readFileSync(path.join(import.meta.dirname, 'objects.sql'), 'utf8');

/** The definitions of objects and their parts, by `kind name`, such as `function private.enter()`. */
export async function readObjects(query: Query): Promise<Map<string, string>> {
  await query(`set local search_path = ''`);
  const { rows } = await query<{ kind: string; name: string; definition: string }>(OBJECTS);
  await query('set local search_path to default');
  return new Map(rows.map(({ kind, name, definition }) => [`${kind} ${name}`, definition]));
}
