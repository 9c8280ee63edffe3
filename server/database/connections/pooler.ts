// Checks that requests can go through a pooler: it accepts the login, leads to the same database and keeps prepared statements.

import { atServer } from '../setup/login.ts';
import { StartFailure } from '../setup/start-failure.ts';
import { DatabaseClient } from './client.ts';

const TIMEOUT_MS = 10_000;

/** Returns the URL of the login at a pooler. Throws StartFailure if a check fails. */
export async function poolerUrl(loginUrl: string, pooler: string): Promise<string> {
  const url = atServer(loginUrl, pooler);
  const clients = [loginUrl, url, url].map(
    (connectionString) =>
      new DatabaseClient({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }),
  );
  try {
    const ids = new Set<string>();
    for (const client of clients) {
      await client.connect();
      ids.add(await readDatabaseId(client));
    }
    if (ids.size > 1) throw new Error('it leads to another database than DATABASE_URL');
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartFailure(`Requests cannot go through the pooler at ${pooler} (${message}): ${adviceOn(code)}.`);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
  return url;
}

/** Identifies the database and its server. The named statement collides on a pooler that shares connections without support for prepared statements. */
async function readDatabaseId(client: DatabaseClient): Promise<string> {
  const { rows } = await client.query<{ database_id: string }>({
    name: 'database_id',
    text: `select concat(pg_postmaster_start_time(), ' ', oid) as database_id from pg_database where datname = current_database()`,
  });
  return rows[0]?.database_id ?? '';
}

const adviceOn = (code = '') =>
  ['42P05', '26000'].includes(code)
    ? 'sharing connections by the transaction takes PgBouncer 1.21 or later with max_prepared_statements'
    : 'start it, let it look up the login in the database (auth_query), or correct DATABASE_POOLER';
