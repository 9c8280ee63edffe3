// Lists texts that still contain an email address, for a human to check.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SCHEMAS } from '#server/database/backup/format.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { addressPattern, containsAddress, jsonContainsAddress, parametersFor } from './erasures.ts';

const SHOWN = 10;

type TableColumn = { table: string; name: string; isJson: boolean };

/** Returns every text column that contains the address, with the ids of its first rows. */
export async function findInRows(query: Query, email: string): Promise<string[]> {
  const { rows: columns } = await query<TableColumn>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(attname) as name, typname like 'json%' as "isJson"
     from pg_attribute
     join pg_class on pg_class.oid = attrelid
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_type on pg_type.oid = atttypid
     where relkind = 'r' and nspname = any ($1) and attnum > 0 and not attisdropped and attgenerated = ''
       and (typcategory = 'S' or typname in ('json', 'jsonb', '_text', '_varchar'))
     order by 1, attnum`,
    [SCHEMAS],
  );
  const found: string[] = [];
  for (const { table, name, isJson } of columns) {
    const statement = `select count(*)::int,
        (array_remove(array_agg(coalesce(to_jsonb(found) ->> 'id', to_jsonb(found) ->> 'import_id')), null))[1:${SHOWN}] as ids
      from ${table} found where ${isJson ? jsonContainsAddress(name) : containsAddress(name)}`;
    const { rows } = await query<{ count: number; ids: string[] | null }>(statement, parametersFor(statement, email));
    const [{ count, ids } = { count: 0, ids: null }] = rows;
    if (count > 0) found.push(formatRemains(`${table}.${name}`, count, ids ?? []));
  }
  return found;
}

/** The emails in the outbox of a server without SMTP. */
export async function findEmails(dataDirectory: string, email: string): Promise<string[]> {
  const outbox = path.join(dataDirectory, 'outbox');
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const pattern = new RegExp(addressPattern(email), 'i');
  const found: string[] = [];
  for (const name of names.sort()) {
    const content = await readFile(path.join(outbox, name), 'utf8');
    if (pattern.test(content.replaceAll('=\r\n', ''))) found.push(name); // soft line breaks of quoted-printable
  }
  return found.length > 0 ? [formatRemains(outbox, found.length, found.slice(0, SHOWN))] : [];
}

const formatRemains = (location: string, count: number, names: string[]) =>
  [`${location} (${count})`, names.join(', ')].filter(Boolean).join(': ');
