// Does a read replica show the rows of the primary, and to each user only their own? PostgreSQL's own streaming replication, a native primary and its standby.
//   npm run trust -- replica [--seconds 15] [--connections 16]
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openClient, quantile } from '../bench/support/leadlight.ts';
import { launch } from '../tests/support/server.ts';
import { openNative, openStandby } from './faults/native.ts';
import { createLoadUsers, type LoadUser } from './load/accounts.ts';
import { workFor } from './load/run.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, connections: { type: 'string', default: '16' } },
});
const admin = { email: 'admin@example.test', password: 'admin-password' };
const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'leadlight-replica-')));
const [here = '', there = ''] = folders;

/** What a user reads of a database directly, by the policies alone. */
async function ownRows(client: pg.Client, { accessToken }: LoadUser): Promise<{ customer: string; count: number }[]> {
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  await client.query('begin');
  await client.query(`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`, [
    claims,
  ]);
  const { rows } = await client.query(
    'select customer_id as customer, count(*)::int from public.leads group by 1 order by 1',
  );
  await client.query('commit');
  return rows;
}

const positionOf = async (client: pg.Client, what: string) =>
  (await client.query<{ at: string }>(`select (${what})::text as at`)).rows[0]?.at ?? '';

/** Milliseconds until the standby has caught up with the primary's current state. */
async function lag(primary: pg.Client, standby: pg.Client): Promise<number> {
  const start = performance.now();
  const wanted = await positionOf(primary, 'pg_current_wal_lsn()');
  while ((await positionOf(standby, `pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '${wanted}') >= 0`)) !== 'true')
    await delay(1);
  return performance.now() - start;
}

const primary = await openNative(here);
const server = launch({
  DATABASE_URL: primary.url,
  DATA_DIR: here,
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  AUTH_RATE_SIGNUP: '10000',
  AUTH_RATE_TOKEN: '10000',
});
const url = await server.url;
const standby = await openStandby(there, primary);
const reader = new pg.Client({ connectionString: standby.url });
await reader.connect();
try {
  const client = await openClient(url, primary.url, admin);
  const users = await createLoadUsers(client, Number(values.connections));
  const [seconds, agent] = [Number(values.seconds), new Agent({ keepAlive: true, maxSockets: users.length })];
  const working = workFor(seconds, users, users.length, url, agent);
  const lags: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(50)) {
    lags.push(await lag(client.owner, reader));
  }
  console.log(`the primary meanwhile: ${(await working).line(seconds)}`);
  console.log(
    `behind by ${quantile(lags, 0.5).toFixed(0)} ms, p99 ${quantile(lags, 0.99).toFixed(0)} ms (${lags.length} looks)`,
  );
  await lag(client.owner, reader);
  for (const user of users) {
    const [shown, known] = [await ownRows(reader, user), await ownRows(client.owner, user)];
    if (JSON.stringify(shown) !== JSON.stringify(known))
      throw new Error(`${JSON.stringify(shown)} instead of ${JSON.stringify(known)}`);
    if (known.length !== 1 || known[0]?.customer !== user.customer) throw new Error('another user’s rows were shown');
  }
  console.log(`${users.length} users read on the replica exactly the rows that are theirs`);
  await client.owner.end();
} finally {
  await reader.end();
  await server.end('SIGTERM');
  standby.stop('fast');
  primary.stop('fast');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
