import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnreachable } from '../../server/database/connections.ts';
import { openLogin } from '../../server/database/login.ts';
import { ownerOf } from '../../server/database/owner.ts';
import { type Database, openPool, type Query } from '../../server/database/pool.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  const connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 30 });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test('a database that takes no connection does not answer, and answers as soon as it does', async () => {
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

test('a transaction that its server left standing is ended, and its locks are free', async () => {
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

test('a chore that has vanished holds its locks for a minute', async () => {
  const { rows } = await ownerOf(clone.url)((query) => query('show idle_in_transaction_session_timeout'));
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});
