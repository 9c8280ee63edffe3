import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openPool } from '#server/database/connections/pool.ts';
import { openLogin } from '#server/database/setup/login.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let database: DatabasePool;
let name: string;
beforeAll(async () => {
  clone = await cloneDatabase();
  name = new URL(clone.url).pathname.slice(1);
  const connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 30 });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const runAsOwner = (text: string, values?: unknown[]) =>
  asOwner(inDatabase(clone.url, 'postgres'), (owner) => owner.query(text, values));

test('a database that accepts no connections is reported as not answering until it does', async () => {
  const allow = async (isAllowed: boolean) => {
    await runAsOwner(`alter database ${name} allow_connections ${isAllowed}`);
    await runAsOwner('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
  expect((await database.health()).answers).toBe(true);
  await allow(false);
  expect((await database.health()).answers).toBe(false);
  await allow(true);
  await expect.poll(async () => (await database.health()).answers).toBe(true);
});

test('neither pool is ready while no request gets a connection, though PostgreSQL answers', {
  timeout: 60_000,
}, async () => {
  const caller = { kind: 'user', id: 'a' } as const;
  const requestBoth = async () => {
    const requests = [
      database.request({ caller, settings: { role: 'anon' }, statement: { text: 'select 1', values: [] } }),
      database.transaction((query) => query('select 1')),
    ];
    return (await Promise.allSettled<unknown>(requests)).map(({ status }) => status);
  };
  await runAsOwner('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  // A terminated connection may notice it only during the next health check.
  await expect.poll(() => database.health()).toEqual({ answers: true, rows: true, accounts: true });
  await runAsOwner(`alter database ${name} connection limit 0`); // the connection of the health check stays open
  expect(await requestBoth()).toEqual(['rejected', 'rejected']);
  expect(await database.health()).toEqual({ answers: true, rows: true, accounts: true }); // a single failure can be temporary
  await expect
    .poll(
      async () => {
        await requestBoth();
        return database.health();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toEqual({ answers: true, rows: false, accounts: false });
  await runAsOwner(`alter database ${name} connection limit -1`);
  expect(await database.health()).toEqual({ answers: true, rows: true, accounts: true });
});
