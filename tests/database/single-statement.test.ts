import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseClient } from '#server/database/connections/client.ts';
import { type DatabasePool, openPool } from '#server/database/connections/pool.ts';
import { runSingleStatement } from '#server/database/connections/single-statement.ts';
import { openLogin } from '#server/database/setup/login.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let connectionString: string;
let database: DatabasePool;
beforeAll(async () => {
  clone = await cloneDatabase();
  connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 1, statementBudgetSeconds: 1_000 });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('a single statement of the accounts', () => {
  const SETTINGS = `select current_user::text as role, current_setting('statement_timeout') as timeout`;

  test('runs with the role and the timeout of a transaction', async () => {
    const expected = { rows: [{ role: 'supabase_auth_admin', timeout: '1s' }], rowCount: 1 };
    expect(await database.query(SETTINGS)).toEqual(expected);
    expect(await database.transaction((query) => query(SETTINGS))).toEqual(expected);
  });

  test('returns typed rows, and the count of changed rows where it returns none', async () => {
    const { rows } = await database.query('select $1::int as number, $2::jsonb as json, now() as now', [7, { a: [1] }]);
    expect(rows).toEqual([{ number: 7, json: { a: [1] }, now: expect.any(Date) }]);
    const change = 'update auth.rate_limits set tokens = 0 where key = $1';
    expect(await database.query(change, ['no such key'])).toEqual({ rows: [], rowCount: 0 });
  });

  test('is rolled back as a whole where it fails, and its connection is used again', async () => {
    const insert = `with bucket as (
        insert into auth.rate_limits (key, tokens, refilled_at) values ($1, 1, now()) returning tokens)
      select 1 / (tokens - 1) from bucket`;
    await expect(database.query(insert, ['a'])).rejects.toMatchObject({ code: '22012' });
    expect(await database.query('select key from auth.rate_limits')).toEqual({ rows: [], rowCount: 0 });
    expect(database.load().accounts).toEqual({ open: 1, idle: 1, waiting: 0 });
  });

  test('is cancelled at the timeout', async () => {
    await expect(database.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
  });

  test('that cannot be sent rejects, and its connection is used again', async () => {
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    await expect(database.query('select $1::jsonb', [circle])).rejects.toThrow('circular');
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('leaves no setting on its connection', async () => {
    const client = new DatabaseClient({ connectionString });
    await client.connect();
    const settings = { role: 'supabase_auth_admin', statement_timeout: '1000' };
    const { rows } = await runSingleStatement(client, settings, SETTINGS, []);
    expect(rows).toEqual([{ role: 'supabase_auth_admin', timeout: '1s' }]);
    expect((await client.query(SETTINGS)).rows).toEqual([{ role: 'authenticator', timeout: '0' }]);
    await client.end();
  });
});
