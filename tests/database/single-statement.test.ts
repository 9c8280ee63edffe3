import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabasePool, openPool } from '#server/database/connections/pool.ts';
import { openLogin } from '#server/database/setup/login.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let database: DatabasePool;
beforeAll(async () => {
  clone = await cloneDatabase();
  const connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 1_000 });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('single statements of the accounts', () => {
  const SETTINGS = `select current_user::text as role, current_setting('statement_timeout') as timeout`;

  test('a single statement of the accounts runs with the role and the timeout of a transaction', async () => {
    const expected = { rows: [{ role: 'supabase_auth_admin', timeout: '1s' }], rowCount: 1 };
    expect(await database.query(SETTINGS)).toEqual(expected);
    expect(await database.transaction((query) => query(SETTINGS))).toEqual(expected);
  });

  test('a single statement of the accounts returns typed rows, and the count of changed rows where it returns none', async () => {
    const { rows } = await database.query('select $1::int as number, $2::jsonb as json, now() as now', [7, { a: [1] }]);
    expect(rows).toEqual([{ number: 7, json: { a: [1] }, now: expect.any(Date) }]);
    const change = 'update auth.rate_limits set tokens = 0 where key = $1';
    expect(await database.query(change, ['no such key'])).toEqual({ rows: [], rowCount: 0 });
  });

  test('a single statement of the accounts is rolled back as a whole where it fails, and its connection is used again', async () => {
    const insert = `with bucket as (
        insert into auth.rate_limits (key, tokens, refilled_at) values ($1, 1, now()) returning tokens)
      select 1 / (tokens - 1) from bucket`;
    await expect(database.query(insert, ['a'])).rejects.toMatchObject({ code: '22012' });
    expect(await database.query('select key from auth.rate_limits')).toEqual({ rows: [], rowCount: 0 });
    expect(database.load().accounts).toEqual({ open: 1, idle: 1, waiting: 0 });
  });

  test('a single statement of the accounts is cancelled at the timeout', async () => {
    await expect(database.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
  });

  test('a single statement of the accounts that cannot be sent rejects, and its connection is used again', async () => {
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    await expect(database.query('select $1::jsonb', [circle])).rejects.toThrow('circular');
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('a single statement of the accounts leaves no setting on its connection', async () => {
    const settings = `select current_user::text as role, current_setting('statement_timeout') as timeout, current_setting('lock_timeout') as lock`;
    const change = `select set_config('role', 'authenticator', true), set_config('statement_timeout', '5s', true)`;
    const own = { role: 'supabase_auth_admin', timeout: '1s', lock: '0' };
    await database.query(change);
    expect((await database.query(settings)).rows).toEqual([own]);
    const { rows } = await database.transaction(
      async (query) => {
        await query(change);
        return query(settings);
      },
      { lockTimeoutMs: 300 },
    );
    expect(rows).toEqual([{ role: 'authenticator', timeout: '5s', lock: '300ms' }]);
    expect((await database.query(settings)).rows).toEqual([own]);
  });
});
