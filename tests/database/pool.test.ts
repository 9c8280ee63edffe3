import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnreachable } from '#server/database/connections/connections.ts';
import { type DatabasePool, openPool, type Query } from '#server/database/connections/pool.ts';
import type { Caller } from '#server/database/connections/scheduler.ts';
import { openLogin } from '#server/database/setup/login.ts';
import { openOwner } from '#server/database/setup/owner.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { textRows } from './text-rows.ts';

let clone: Clone;
let database: DatabasePool;
let patient: DatabasePool;
beforeAll(async () => {
  clone = await cloneDatabase();
  const connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 1_000 });
  patient = openPool({ connectionString, size: 8, statementTimeoutSeconds: 60, statementBudgetSeconds: 30 });
});
afterAll(async () => {
  await patient.close();
  await database.close();
  await clone.drop();
});

test('a transaction that a stopped server left open is ended and its locks are released', async () => {
  const lock = (query: Query) => query('select pg_advisory_xact_lock(1)');
  let isFree = () => {};
  const freed = new Promise<void>((resolve) => {
    isFree = resolve;
  });
  const abandoned = database.transaction(async (query) => {
    await lock(query);
    openOwner(clone.url)(lock).then(isFree);
    await freed;
    await query('select 1');
  });
  await expect(abandoned).rejects.toThrow(DatabaseUnreachable);
  expect(await database.transaction(async (query) => (await query('select 1 as one')).rows)).toEqual([{ one: 1 }]);
});

const LOCK = 'select pg_advisory_xact_lock(2)';

/** Holds the lock while work runs, then waits for the statements that work returns. */
const withLock = async (work: () => Promise<Promise<unknown>[]>) =>
  Promise.allSettled(
    await openOwner(clone.url)(async (query) => {
      await query(LOCK);
      return work();
    }),
  );

const readRows = (id: string, text = 'select 1 as one') =>
  textRows(database, { caller: { kind: 'user', id }, settings: { role: 'anon' }, statement: { text, values: [] } });

test('accounts and rows never wait for each other', async () => {
  await withLock(async () => {
    const accounts = [1, 2, 3].map(() => database.transaction((query) => query(LOCK)));
    expect(await readRows('a')).toEqual([['1']]);
    return accounts;
  });
  await withLock(async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => readRows(id, LOCK));
    await expect.poll(() => database.load().rows).toEqual({ open: 6, idle: 0, waiting: 1 });
    expect((await database.transaction((query) => query('select 1 as one'))).rows).toEqual([{ one: 1 }]);
    return rows;
  });
});

test('one caller leaves connections for rows to the others', async () => {
  await withLock(async () => {
    const rows = Array.from({ length: 6 }, () => readRows('a', LOCK));
    await expect.poll(() => database.load().classes.user).toMatchObject({ running: 5, waiting: 1 });
    expect(await readRows('b')).toEqual([['1']]);
    return rows;
  });
});

/** Sends a request that waits for the transaction of `work` until `release` ends the wait. */
async function requestAgainst(text: string, lock: string, release: string) {
  const { answer } = await openOwner(clone.url)(async (query) => {
    await query(`set local deadlock_timeout = '1min'; ${lock}`);
    const answer = textRows(patient, {
      caller: { kind: 'user', id: 'a' },
      settings: { role: 'anon' },
      statement: { text, values: [] },
    });
    const waits = async () =>
      (await query('select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'))
        .rowCount;
    await expect.poll(waits, { timeout: 10_000 }).toBe(1);
    await query(release);
    return { answer };
  });
  return answer;
}

test('a request that PostgreSQL rolls back to end a deadlock is repeated', async () => {
  await openOwner(clone.url)((query) =>
    query(`create function public.lock_both() returns text language plpgsql as $$ begin
      perform pg_advisory_xact_lock(4);
      perform pg_advisory_xact_lock(3);
      return 'locked';
    end $$`),
  );
  const rows = await requestAgainst(
    'select public.lock_both()',
    'select pg_advisory_xact_lock(3)',
    'select pg_advisory_xact_lock(4)',
  );
  expect(rows).toEqual([['locked']]);
});

test('a request during which a migration adds a column is repeated', async () => {
  await openOwner(clone.url)((query) =>
    query(`create table public.notes (id int);
      insert into public.notes values (1);
      grant select on public.notes to anon;
      create function public.all_notes() returns setof public.notes language plpgsql as $$ begin
        return query select * from public.notes;
      end $$`),
  );
  const rows = await requestAgainst(
    'select id from public.all_notes()',
    'lock table public.notes in access exclusive mode',
    'alter table public.notes add column body text',
  );
  expect(rows).toEqual([['1']]);
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
  expect(await readRows('a')).toEqual([['1']]);
});

test('cancelling a statement never cancels the next one on its connection', async () => {
  const cancelled: unknown[] = [];
  const end = performance.now() + 4_000;
  const isOver = () => performance.now() > end;
  const others = Array.from({ length: 4 }, async () => {
    while (!isOver()) await readRows('other', 'select pg_sleep(0.002)').catch((error) => cancelled.push(error));
  });
  const leavers = Array.from({ length: 6 }, async () => {
    while (!isOver()) {
      const leaving = new AbortController();
      const statement = { text: 'select pg_sleep(0.06)', values: [] };
      const request = { caller: { kind: 'user', id: 'leaver' }, settings: { role: 'anon' }, statement } as const;
      const answer = database.request({ ...request, signal: leaving.signal }).catch(() => {});
      await delay(45 + Math.random() * 20); // about when the statement ends by itself
      leaving.abort();
      await answer;
    }
  });
  await Promise.all([...others, ...leavers]);
  expect(cancelled).toEqual([]);
});

test('an anonymous caller’s statement is cancelled after two seconds, or sooner', async () => {
  const statement = { text: 'select current_setting($1)', values: ['statement_timeout'] };
  const readTimeout = async (caller: Caller) =>
    (await textRows(patient, { caller, settings: { role: 'anon' }, statement }))[0]?.[0];
  expect(await readTimeout({ kind: 'guest', address: '203.0.113.1' })).toBe('2s');
  expect(await readTimeout({ kind: 'user', id: 'a' })).toBe('1min');
});

test('the transaction of a command that vanished is ended after a minute', async () => {
  const { rows } = await openOwner(clone.url)((query) => query('show idle_in_transaction_session_timeout'));
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});

test('clients of the accounts take turns: one with many statements delays another by one', async () => {
  const order: string[] = [];
  const ask = (party: string) =>
    database
      .accountsFor(party)
      .query('select pg_sleep(0.05)')
      .then(() => order.push(party));
  const sent = Array.from({ length: 20 }, () => ask('203.0.113.1'));
  await ask('203.0.113.2');
  expect(order.length).toBeLessThan(6);
  expect(database.load().accounts.waiting).toBeGreaterThan(10);
  await Promise.all(sent);
  expect(order).toHaveLength(21);
});
