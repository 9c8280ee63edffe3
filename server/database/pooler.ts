// In charge of whether requests may go through a pooler: that it lets the login in, leads to the same database and keeps prepared statements. Changes nothing.
import { Client } from './client.ts';
import { atServer } from './login.ts';
import { StartFailure } from './start-failure.ts';

const PATIENCE_MS = 10_000;

/** The login's address at a pooler. Throws StartFailure where requests could not go that way. */
export async function poolerUrl(loginUrl: string, pooler: string): Promise<string> {
  const url = atServer(loginUrl, pooler);
  const clients = [loginUrl, url, url].map(
    (connectionString) =>
      new Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS }),
  );
  try {
    const places = new Set<string>();
    for (const client of clients) {
      await client.connect();
      places.add(await placeOf(client));
    }
    if (places.size > 1) throw new Error('it leads to another database than DATABASE_URL');
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartFailure(`Requests cannot go through the pooler at ${pooler} (${message}): ${adviceOn(code)}.`);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
  return url;
}

/** Which database of which server this is. Stays prepared by a name, so that a pooler that shares connections and knows nothing of prepared statements has the names meet. */
async function placeOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>({
    name: 'place',
    text: `select concat(pg_postmaster_start_time(), ' ', oid) as place from pg_database where datname = current_database()`,
  });
  return rows[0]?.place ?? '';
}

const adviceOn = (code = '') =>
  ['42P05', '26000'].includes(code)
    ? 'sharing connections by the transaction takes PgBouncer 1.21 or later with max_prepared_statements'
    : 'start it, let it ask the database for the login (auth_query), or correct DATABASE_POOLER';
