import { readFileSync } from 'node:fs';
import os from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { sql } from '../auth/requests.ts';
import { openCrowd, type TestUser } from './crowd.ts';

let member: TestUser;
const crowd = setUp(openCrowd);
beforeAll(async () => {
  member = await crowd.member();
});

/** The backend of the statement that waits for a lock on a table. */
async function backendThatWaits(table: string, send: () => Promise<unknown>): Promise<number> {
  let answer: Promise<unknown> | undefined;
  const backend = await crowd.withLocked(table, async () => {
    answer = send();
    await expect.poll(() => crowd.waitingBackends(), { timeout: 20_000 }).toBe(1);
    const waiting = `select pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
    const [lock] = await sql<{ pid: number }>(crowd.server, waiting);
    return lock?.pid ?? 0;
  });
  await answer;
  return backend;
}

/** The nice value of a process's session; undefined if Linux has no autogroups. */
function sessionPriority(processId: number): string | undefined {
  try {
    return /nice (\S+)/.exec(readFileSync(`/proc/${processId}/autogroup`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

test.runIf(process.platform === 'linux')(
  'backends of row requests have a lower priority than those of accounts and the server',
  async () => {
    const ofRows = await backendThatWaits('public.leads', () => crowd.rows(member, '/leads?select=id'));
    const ofAccounts = await backendThatWaits('auth.users', () => crowd.signIn(member));
    expect([ofRows, ofAccounts].map((backend) => os.getPriority(backend))).toEqual([10, 0]);
    expect(os.getPriority(crowd.server.pid)).toBe(0);
    if (sessionPriority(ofAccounts) === undefined) return;
    await expect.poll(() => sessionPriority(ofRows), { timeout: 5_000 }).toBe('10');
    expect(sessionPriority(ofAccounts)).toBe('0');
  },
);
