// In charge of what the doctor sees of the database: that it answers, its shape, its keys, its clock, its work left undone. Changes nothing.
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { loginOf } from '#server/database/login.ts';
import { pendingMigrations } from '#server/database/migrate.ts';
import { ownerOf } from '#server/database/owner.ts';
import { poolerUrl } from '#server/database/pooler.ts';
import { type Finding, look, well, wrong } from './finding.ts';

const MAX_SKEW_SECONDS = 5;

/** What is found behind the owner's address. What one look cannot see is a finding, too. */
export async function lookAtDatabase(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const advice = 'start it, or correct DATABASE_URL';
    return [wrong('database', `does not answer (${(error as Error).message})`, advice)];
  }
  try {
    const findings = [await lookAtVersion(client), await lookAtClock(client), await lookAtShape(url)];
    if (findings.at(-1)?.state === 'wrong') return findings;
    return [...findings, await lookAtKeys(client), await lookAtAdmins(client), await lookAtConnections(client)];
  } finally {
    await client.end();
  }
}

/** The way that requests take, where there is a pooler. */
export async function lookAtPooler({ DATABASE_URL, DATABASE_POOLER }: Config): Promise<Finding[]> {
  if (!DATABASE_URL || !DATABASE_POOLER) return [];
  try {
    await poolerUrl(loginOf(DATABASE_URL).url, DATABASE_POOLER);
    return [well('pooler', `${DATABASE_POOLER} lets requests through`)];
  } catch (error) {
    return [wrong('pooler', (error as Error).message, 'requests fail until that is mended')];
  }
}

async function one<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  if (!rows[0]) throw new Error(`no answer to ${text}`);
  return rows[0];
}

async function lookAtVersion(client: pg.Client): Promise<Finding> {
  const { version, number, size } = await one<{ version: string; number: number; size: string }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const says = `PostgreSQL ${version}, ${size}`;
  return number >= 150_000 ? well('database', says) : wrong('database', says, 'use PostgreSQL 15 or later');
}

async function lookAtClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { now } = await one<{ now: Date }>(client, 'select clock_timestamp() as now');
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs(now.getTime() - middle) / 1000;
  const says = `this machine's and the database's differ by ${seconds.toFixed(1)} s`;
  return seconds <= MAX_SKEW_SECONDS
    ? well('clock', says)
    : wrong('clock', says, 'set both by NTP: tokens and links are valid for a time');
}

async function lookAtShape(url: string): Promise<Finding> {
  try {
    const pending = await pendingMigrations(ownerOf(url));
    if (pending.length === 0) return well('migrations', 'all applied');
    return wrong('migrations', `${pending.length} are not applied yet`, 'start the server once: npm start');
  } catch (error) {
    return wrong('migrations', (error as Error).message, 'nothing else can be looked at before');
  }
}

async function lookAtKeys(client: pg.Client): Promise<Finding> {
  const { keys, days } = await one<{ keys: number; days: number | null }>(
    client,
    `select count(*)::int as keys, extract(day from now() - max(created_at))::int as days from auth.signing_keys`,
  );
  if (keys === 0) return wrong('signing keys', 'there is none', 'start the server once: npm start');
  const says = `${keys}, the newest ${days} days old`;
  return (days ?? 0) > 365
    ? look('signing keys', says, 'run npm run rotate-keys: nobody is signed out')
    : well('signing keys', says);
}

async function lookAtAdmins(client: pg.Client): Promise<Finding> {
  const { admins } = await one<{ admins: number }>(
    client,
    `select count(*)::int as admins from public.user_roles where role = 'admin'`,
  );
  return admins > 0
    ? well('administrators', String(admins))
    : wrong('administrators', 'there is none', 'run npm run create-admin -- name@example.com');
}

async function lookAtConnections(client: pg.Client): Promise<Finding> {
  const { used, most } = await one<{ used: number; most: number }>(
    client,
    `select count(*)::int as used, current_setting('max_connections')::int as most from pg_stat_activity where backend_type = 'client backend'`,
  );
  const says = `${used} of at most ${most} are open`;
  return used > most * 0.8
    ? look('connections', says, 'lower DATABASE_POOL, or raise max_connections of PostgreSQL')
    : well('connections', says);
}
