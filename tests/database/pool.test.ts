import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnreachable } from '#server/database/connections.ts';
import { openLogin } from '#server/database/login.ts';
import { ownerOf } from '#server/database/owner.ts';
import { type Database, openPool, type Query } from '#server/database/pool.ts';
import type { Caller } from '#server/database/scheduler.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  const connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 1_000 });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test('a database that accepts no connections is reported as not answering until it does', async () => {
  expect((await database.health()).answers).toBe(true);
  const name = new URL(clone.url).pathname.slice(1);
  const allow = (isAllowed: boolean) =>
    asOwner(inDatabase(clone.url, 'postgres'), async (owner) => {
      await owner.query(`alter database ${name} allow_connections ${isAllowed}`);
      await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    });
  await allow(false);
  expect((await database.health()).answers).toBe(false);
  await allow(true);
  expect((await database.health()).answers).toBe(true);
});

test('a transaction that a stopped server left open is ended and its locks are released', async () => {
  const lock = (query: Query) => query('select pg_advisory_xact_lock(1)');
  let isFree = () => {};
  const freed = new Promise<void>((resolve) => {
    isFree = resolve;
  });
  const abandoned = database.transaction(async (query) => {
    await lock(query);
    ownerOf(clone.url)(lock).then(isFree);
    await freed;
    await query('select 1');
  });
  await expect(abandoned).rejects.toThrow(DatabaseUnreachable);
  expect(await database.transaction(async (query) => (await query('select 1 as one')).rows)).toEqual([{ one: 1 }]);
});

const LOCK = 'select pg_advisory_xact_lock(2)';

/** While work runs, whoever takes the lock waits. */
const withLock = (work: () => Promise<void>) =>
  ownerOf(clone.url)(async (query) => {
    await query(LOCK);
    await work();
  });

const rowsOf = (id: string, text = 'select 1 as one') =>
  database.request({ caller: { kind: 'user', id }, settings: { role: 'anon' }, statement: { text, values: [] } });

const outcomes = (promises: Promise<unknown>[]) =>
  Promise.allSettled(promises).then((settled) => settled.map(({ status }) => status));

test('accounts and rows never wait for each other', async () => {
  await withLock(async () => {
    const accounts = [1, 2, 3].map(() => database.transaction((query) => query(LOCK)));
    expect((await rowsOf('a')).rows).toEqual([['1']]);
    await outcomes(accounts);
  });
  await withLock(async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => rowsOf(id, LOCK));
    await expect.poll(() => database.load().rows).toEqual({ open: 6, idle: 0, waiting: 1 });
    expect((await database.transaction((query) => query('select 1 as one'))).rows).toEqual([{ one: 1 }]);
    await outcomes(rows);
  });
});

test('one caller gets at most three quarters of the connections for rows', async () => {
  await withLock(async () => {
    const rows = Array.from({ length: 6 }, () => rowsOf('a', LOCK));
    await expect.poll(() => database.load().classes.user).toMatchObject({ running: 5, waiting: 1 });
    expect((await rowsOf('b')).rows).toEqual([['1']]);
    await outcomes(rows);
  });
});

test('a result that `received` rejects closes its connection only, and the error is passed on', async () => {
  const tooLarge = new Error('too large');
  let size = 0;
  const statement = { text: `select repeat('x', 1000000) from generate_series(1, 1000)`, values: [] };
  const received = (bytes: number) => {
    size += bytes;
    if (size > 100_000) throw tooLarge;
  };
  const request = { caller: { kind: 'user', id: 'a' }, settings: { role: 'anon' }, statement, received } as const;
  await expect(database.request(request)).rejects.toBe(tooLarge);
  expect(size).toBeLessThan(1_000_000);
  expect((await rowsOf('a')).rows).toEqual([['1']]);
});

test('cancelling a statement never cancels the next one on its connection', async () => {
  const cancelled: unknown[] = [];
  const end = performance.now() + 4_000;
  const isOver = () => performance.now() > end;
  const others = Array.from({ length: 4 }, async () => {
    while (!isOver()) await rowsOf('other', 'select pg_sleep(0.002)').catch((error) => cancelled.push(error));
  });
  const leavers = Array.from({ length: 6 }, async () => {
    while (!isOver()) {
      const leaving = new AbortController();
      const statement = { text: 'select pg_sleep(0.06)', values: [] };
      const request = { caller: { kind: 'user', id: 'leaver' }, settings: { role: 'anon' }, statement } as const;
      const answer = database.request({ ...request, signal: leaving.signal }).catch(() => {});
      await delay(45 + Math.random() * 20); // at about the time at which it ends by itself
      leaving.abort();
      await answer;
    }
  });
  await Promise.all([...others, ...leavers]);
  expect(cancelled).toEqual([]);
});

test('an anonymous caller’s statement is cancelled after two seconds, or sooner', async () => {
  const connectionString = await openLogin(clone.url);
  const patient = openPool({ connectionString, size: 8, statementTimeoutSeconds: 60, statementBudgetSeconds: 30 });
  const statement = { text: 'select current_setting($1)', values: ['statement_timeout'] };
  const timeoutOf = async (caller: Caller) =>
    (await patient.request({ caller, settings: { role: 'anon' }, statement })).rows[0]?.[0];
  expect(await timeoutOf({ kind: 'guest', address: '203.0.113.1' })).toBe('2s');
  expect(await timeoutOf({ kind: 'user', id: 'a' })).toBe('1min');
  await patient.close();
});

test('neither pool is ready while no request gets a connection, though PostgreSQL answers', {
  timeout: 60_000,
}, async () => {
  const connectionString = await openLogin(clone.url);
  const single = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 30 });
  const name = new URL(clone.url).pathname.slice(1);
  const askOwner = (text: string) => asOwner(inDatabase(clone.url, 'postgres'), (owner) => owner.query(text));
  expect(await single.health()).toEqual({ answers: true, rows: true, accounts: true });
  await askOwner(`alter database ${name} connection limit 0`); // the connection that asks whether PostgreSQL answers stays
  const row = { caller: { kind: 'user', id: 'a' }, settings: { role: 'anon' } } as const;
  const askBoth = () =>
    outcomes([
      single.request({ ...row, statement: { text: 'select 1', values: [] } }),
      single.transaction((query) => query('select 1')),
    ]);
  expect(await askBoth()).toEqual(['rejected', 'rejected']);
  expect(await single.health()).toEqual({ answers: true, rows: true, accounts: true }); // it may pass
  await expect
    .poll(
      async () => {
        await askBoth();
        return single.health();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toEqual({ answers: true, rows: false, accounts: false });
  await askOwner(`alter database ${name} connection limit -1`);
  expect(await single.health()).toEqual({ answers: true, rows: true, accounts: true });
  await single.close();
});

test('the transaction of a command that vanished is ended after a minute', async () => {
  const { rows } = await ownerOf(clone.url)((query) => query('show idle_in_transaction_session_timeout'));
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});
