// Responses while PostgreSQL is unavailable. Uses its own cluster, since a crash would affect other tests.
import { setTimeout as wait } from 'node:timers/promises';
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, type RunningCluster, startTestCluster } from '../support/cluster.ts';
import { ImportClient } from '../support/import-client.ts';
import { launch, startServer, type TestServer } from '../support/server.ts';
import { NO_LIMITS, openClient, signUp } from './auth/requests.ts';

let cluster: RunningCluster;
let server: TestServer;
let admin: ImportClient;
beforeAll(async () => {
  cluster = await startTestCluster();
  server = await startServer({ cluster, env: { ...NO_LIMITS, STATEMENT_TIMEOUT: '2' } });
  admin = await ImportClient.signIn(server);
  await requestAll(); // the first one reads the catalogue, for which the others wait
  await asOwner(cluster.url, (owner) => owner.query('checkpoint')); // a test's cluster waits for no disk, and its crash would lose the sign-in
});
afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
});

const away = 'The database isn’t responding. Try again in a moment.';
const answers = {
  rows: { code: 'PGRST001', details: null, hint: null, message: 'Database client error. Retrying the connection.' },
  accounts: { code: 503, error_code: 'unexpected_failure', msg: away, error_id: expect.any(String) },
  functions: { error: away },
};

/** Sends one request to each of the three APIs. */
async function requestAll() {
  const read = async (path: string, body?: unknown) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers: admin.headers } : admin;
    const response = await fetch(`${server.url}${path}`, init);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
  };
  const [rows, accounts, functions] = await Promise.all([
    read('/rest/v1/leads?select=id'),
    read('/auth/v1/user'),
    read('/functions/v1/import-csv-data', {}),
  ]);
  return { rows, accounts, functions };
}

const statuses = async () => Object.values(await requestAll()).map(({ status }) => status);
const works = () => expect.poll(statuses, { timeout: 20_000, interval: 200 }).toEqual([200, 200, 400]);

/** Makes three requests wait inside PostgreSQL at once and acts on their backends. */
async function whileTheyWait<T>(send: () => Promise<T>, act: (backends: number[]) => void): Promise<T> {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  owner.on('error', () => {}); // it may be ended with all others
  await owner.connect();
  try {
    await owner.query('begin; lock table public.leads, public.user_roles, auth.users in access exclusive mode');
    let pending = send();
    const waiting = async () => {
      const { rows } = await owner.query<{ pid: number }>('select distinct pid from pg_locks where not granted');
      const isAnswered = await Promise.race([pending.then(() => true), wait(0, false)]);
      if (isAnswered) pending = send(); // one of them came so late that the others had timed out
      return rows.map(({ pid }) => pid);
    };
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(3);
    act(await waiting());
    return await pending;
  } finally {
    await owner.end().catch(() => {});
  }
}

test('requests whose backend crashes get 503 in the format of their API, and the next ones succeed', async () => {
  const responses = await whileTheyWait(requestAll, ([backend = 0]) => process.kill(backend, 'SIGKILL')); // ends them all
  for (const api of ['rows', 'accounts', 'functions'] as const) {
    expect(responses[api]).toEqual({ status: 503, retryAfter: '1', body: answers[api] });
  }
  await works();
});

test('a request that gets 503 is logged without a stack', async () => {
  const before = server.output().length;
  await whileTheyWait(requestAll, ([backend = 0]) => process.kill(backend, 'SIGKILL'));
  const logged = () => server.output().slice(before);
  const failures = () =>
    logged()
      .split('\n')
      .filter((line) => /row request failed|database unavailable/.test(line));
  await expect.poll(() => failures().length).toBeGreaterThanOrEqual(2);
  expect(logged()).not.toContain('"stack"');
  await works();
});

test('connections that are terminated repeatedly do not crash the server', async () => {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
  let isOver = false;
  const answered: number[] = [];
  const requests = Array.from({ length: 6 }, async () => {
    while (!isOver) answered.push(...(await statuses()));
  });
  await asOwner(server.databaseUrl, async (owner) => {
    for (let time = 0; time < 150 || answered.length < 60; time += 1) await owner.query(cut);
  });
  isOver = true;
  await Promise.all(requests);
  expect(answered.filter((status) => ![200, 400, 503].includes(status))).toEqual([]);
  await works();
});

test('a stopped backend times out, and the next requests succeed', async () => {
  let stopped: number[] = [];
  const responses = await whileTheyWait(requestAll, (backends) => {
    stopped = backends;
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  });
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  expect(Object.values(responses).map(({ status }) => status)).toEqual([503, 503, 503]);
  await works();
});

test('a refresh during an outage is retryable and keeps the session', async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const allow = (isAllowed: boolean) =>
    asOwner(cluster.url, async (owner) => {
      await owner.query(`alter database ${name} allow_connections ${isAllowed}`);
      await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    });
  const { email, password } = await signUp(server);
  const { client, events, close } = openClient(server);
  await client.signInWithPassword({ email, password });
  await allow(false);
  const outage = wait(500).then(() => allow(true));
  const { data, error } = await client.refreshSession();
  await outage;
  expect(error === null || isAuthRetryableFetchError(error)).toBe(true);
  expect((data.session ?? (await client.getSession()).data.session)?.user.email).toBe(email);
  expect(events).not.toContain('SIGNED_OUT');
  close();
  await works();
});

test('a login rejected by the connection limit keeps its password, and the error names the reason', async () => {
  const { url } = cluster;
  const [before] = await stored(url);
  await asOwner(url, (owner) => owner.query('alter role authenticator connection limit 0'));
  const address = new URL(server.databaseUrl);
  address.password = 'the-owner-has-one';
  const second = launch({ DATABASE_URL: address.href });
  second.url.catch(() => {});
  expect(await second.ended).toBe(1);
  expect(second.errorOutput()).toBe(
    'Leadlight: The database does not let role authenticator in (too many connections for role "authenticator"): correct that, then start again.\n',
  );
  await asOwner(url, (owner) => owner.query('alter role authenticator connection limit -1'));
  expect(await stored(url)).toEqual([before]);
  await works();
});

const stored = (url: string) =>
  asOwner(url, async (owner) => {
    const { rows } = await owner.query<{ rolpassword: string | null }>(
      `select rolpassword from pg_authid where rolname = 'authenticator'`,
    );
    return rows;
  });
