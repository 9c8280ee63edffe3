// Checks that a streaming replica has the primary's rows and applies the same row-level security, and measures its lag.
//   npm run trial -- replica [--seconds 15] [--connections 16]
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { quantile, startLoad, timer } from '../tests/support/load.ts';
import { openNative, openStandby } from '../tests/support/native-postgres.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { newFolder } from '../tests/support/temporary-files.ts';
import { readOptions } from '../tools/read-options.ts';
import { createUsers, type LoadUser, nextRequest } from './load/users.ts';

const values = readOptions({ seconds: '15', connections: '16' });

/** The user's number of leads per customer, as row-level security allows. */
async function countLeads(client: pg.Client, user: LoadUser): Promise<{ customer: string; count: number }[]> {
  const claims = Buffer.from(user.accessToken.split('.')[1] ?? '', 'base64url').toString();
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

const evaluate = async (client: pg.Client, expression: string) =>
  (await client.query<{ value: string }>(`select (${expression})::text as value`)).rows[0]?.value ?? '';

/** Milliseconds until the standby has replayed the primary's current position. */
async function lag(primary: pg.Client, standby: pg.Client): Promise<number> {
  const start = performance.now();
  const wanted = await evaluate(primary, 'pg_current_wal_lsn()');
  while ((await evaluate(standby, `pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '${wanted}') >= 0`)) !== 'true')
    await delay(1);
  return performance.now() - start;
}

const primary = await openNative(newFolder('replica'));
const server = await openLeadlight({ DATABASE_URL: primary.url });
const standby = await openStandby(newFolder('replica'), primary);
const reader = new pg.Client({ connectionString: standby.url });
await reader.connect();
try {
  const users = await createUsers(server, Number(values.connections));
  const load = startLoad({ bases: [server.url], workers: users, next: nextRequest });
  const isOver = timer(Number(values.seconds));
  const lags: number[] = [];
  for (; !isOver(); await delay(50)) lags.push(await lag(server.owner, reader));
  console.log(`load on the primary: ${(await load.stop()).summary()}`);
  console.log(
    `replication lag: median ${quantile(lags, 0.5).toFixed(0)} ms, p99 ${quantile(lags, 0.99).toFixed(0)} ms (${lags.length} samples)`,
  );
  await lag(server.owner, reader);
  for (const user of users) {
    const [found, expected] = [await countLeads(reader, user), await countLeads(server.owner, user)];
    assert.deepEqual(found, expected);
    assert(expected.length === 1 && expected[0]?.customer === user.customer, 'a user reads rows of another customer');
  }
  console.log(`${users.length} users read exactly their own rows on the replica`);
} finally {
  await reader.end();
  await server.end();
  standby.stop('fast');
  primary.stop('fast');
}
