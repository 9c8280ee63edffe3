import type { Config } from '#server/config.ts';
import { DatabaseClient } from '#server/database/connections/client.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { poolerUrl } from '#server/database/connections/pooler.ts';
import { deriveLogin } from '#server/database/setup/login.ts';
import { pendingMigrations } from '#server/database/setup/migrate.ts';
import { openOwner, queryOn } from '#server/database/setup/owner.ts';
import { type Diagnosis, failed, ok, warning } from './diagnosis.ts';
import { checkDistribution } from './distribution.ts';

const MAX_SKEW_SECONDS = 5;

/** A database that cannot be reached is a finding too. */
export async function checkDatabase(url: string): Promise<Diagnosis[]> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  const query = queryOn(client);
  try {
    await client.connect();
  } catch (error) {
    const advice = 'start it, or correct DATABASE_URL';
    return [failed('database', `does not answer (${(error as Error).message})`, advice)];
  }
  try {
    const diagnoses = [await checkVersion(query), await checkClock(query), await checkMigrations(url)];
    if (diagnoses.at(-1)?.status === 'failed') return diagnoses;
    return [
      ...diagnoses,
      await checkKeys(query),
      await checkAdmins(query),
      await checkConnections(query),
      ...(await checkDistribution(query)),
    ];
  } finally {
    await client.end();
  }
}

export async function checkPooler({ DATABASE_URL, DATABASE_POOLER }: Config): Promise<Diagnosis[]> {
  if (!DATABASE_URL || !DATABASE_POOLER) return [];
  try {
    await poolerUrl(deriveLogin(DATABASE_URL).url, DATABASE_POOLER);
    return [ok('pooler', `${DATABASE_POOLER} accepts requests`)];
  } catch (error) {
    return [failed('pooler', (error as Error).message, 'requests fail until this is corrected')];
  }
}

async function one<Row>(query: Query, text: string): Promise<Row> {
  const { rows } = await query<Row>(text);
  if (!rows[0]) throw new Error(`no row from ${text}`);
  return rows[0];
}

async function checkVersion(query: Query): Promise<Diagnosis> {
  const { version, number, size } = await one<{ version: string; number: number; size: string }>(
    query,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const message = `PostgreSQL ${version}, ${size}`;
  return number >= 150_000 ? ok('database', message) : failed('database', message, 'use PostgreSQL 15 or later');
}

async function checkClock(query: Query): Promise<Diagnosis> {
  const before = Date.now();
  const { now } = await one<{ now: Date }>(query, 'select clock_timestamp() as now');
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs(now.getTime() - middle) / 1000;
  const message = `this machine and the database differ by ${seconds.toFixed(1)} s`;
  return seconds <= MAX_SKEW_SECONDS
    ? ok('clock', message)
    : failed('clock', message, 'synchronize both with NTP: tokens and links expire');
}

async function checkMigrations(url: string): Promise<Diagnosis> {
  try {
    const pending = await pendingMigrations(openOwner(url));
    if (pending.length === 0) return ok('migrations', 'all applied');
    return failed('migrations', `${pending.length} pending`, 'start the server once: npm start');
  } catch (error) {
    return failed('migrations', (error as Error).message, 'correct this first, then run it again');
  }
}

/** Returns undefined for a database without one. */
export async function readPublishableKey(url: string): Promise<string | undefined> {
  const { rows } = await openOwner(url)((query) =>
    query<{ key: string }>(`select key from auth.api_keys where name = 'publishable'`),
  ).catch(() => ({ rows: [] }));
  return rows[0]?.key;
}

async function checkKeys(query: Query): Promise<Diagnosis> {
  const { keys, days } = await one<{ keys: number; days: number | null }>(
    query,
    `select count(*)::int as keys, extract(day from now() - max(created_at))::int as days from auth.signing_keys`,
  );
  if (keys === 0) return failed('signing keys', 'none', 'start the server once: npm start');
  const message = `${keys}, the newest ${days} days old`;
  return (days ?? 0) > 365
    ? warning('signing keys', message, 'run npm run rotate-keys, which signs no one out')
    : ok('signing keys', message);
}

async function checkAdmins(query: Query): Promise<Diagnosis> {
  const { admins } = await one<{ admins: number }>(
    query,
    `select count(*)::int as admins from public.user_roles where role = 'admin'`,
  );
  return admins > 0
    ? ok('administrators', String(admins))
    : failed('administrators', 'none', 'run npm run create-admin -- name@example.com');
}

async function checkConnections(query: Query): Promise<Diagnosis> {
  const { used, max } = await one<{ used: number; max: number }>(
    query,
    `select count(*)::int as used, current_setting('max_connections')::int as max from pg_stat_activity where backend_type = 'client backend'`,
  );
  const message = `${used} of ${max} in use`;
  return used > max * 0.8
    ? warning('connections', message, 'lower DATABASE_POOL, or raise max_connections')
    : ok('connections', message);
}
