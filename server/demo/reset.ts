// Brings the database of a public demo back to the demo's first state.
import type { Query } from '../database/connections/pool.ts';
import { loadDemo } from './load.ts';

/** Tables with rows that the demo does not load: those of migrations, the server's keys and the limits of clients. */
export const KEPT_TABLES = [
  'auth.api_keys',
  'auth.rate_limits',
  'auth.signing_keys',
  'private.contact_secret',
  'private.settings',
  'public.rejection_reasons',
];

/** Deletes all other rows, sessions included, and loads the demo. Locks every table until the end of the transaction. Requires a superuser. */
export async function resetDemo(query: Query): Promise<void> {
  const { rows } = await query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
       and not oid = any ($1::regclass[])`,
    [KEPT_TABLES],
  );
  await query(`set local deadlock_timeout = '1h'`); // of a reset and a visitor's statement that wait for each other, the statement fails
  await query('set local session_replication_role = replica'); // no triggers: they would keep activity, and truncate counters twice
  await query(`truncate ${rows[0]?.tables} restart identity`);
  await query('set local session_replication_role = origin');
  await loadDemo(query);
}
