import { readFileSync } from 'node:fs';
import os from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogin } from '../../../server/database/login.ts';
import { type Database, openPool } from '../../../server/database/pool.ts';
import { type Clone, cloneDatabase } from '../../support/database.ts';

let clone: Clone;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  const connectionString = await openLogin(clone.url);
  database = openPool({ connectionString, size: 8, statementTimeoutSeconds: 8, statementBudgetSeconds: 30 });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

/** Of a process's session; undefined where this Linux divides the processor among processes alone. */
function sessionPriority(processId: number): string | undefined {
  try {
    return /nice (\S+)/.exec(readFileSync(`/proc/${processId}/autogroup`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

test.runIf(process.platform === 'linux')(
  'the backends of rows have a lower priority than those of accounts and the server',
  async () => {
    const statement = { text: 'select pg_backend_pid()', values: [] };
    const { rows } = await database.request({ caller: { kind: 'server' }, settings: { role: 'anon' }, statement });
    const ofRows = Number(rows[0]?.[0]);
    const ofAccounts = await database.transaction(
      async (query) => (await query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0,
    );
    await expect.poll(() => os.getPriority(ofRows)).toBe(10);
    expect([os.getPriority(ofAccounts), os.getPriority()]).toEqual([0, 0]);
    if (sessionPriority(ofAccounts) !== undefined) {
      await expect.poll(() => sessionPriority(ofRows), { timeout: 5_000 }).toBe('10');
      expect(sessionPriority(ofAccounts)).toBe('0');
    }
  },
);
