// The server that the rounds kill and restart on the same data, with or without its PostgreSQL.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { findRunning } from '#server/database/embedded/listen-endpoint.ts';
import { ADMIN } from '../../tests/support/client.ts';
import { queryAsOwner } from '../../tests/support/cluster.ts';
import { openNative } from '../../tests/support/native-postgres.ts';
import { childrenOf, isRunning, parentOf } from '../../tests/support/processes.ts';
import { type Launched, launch } from '../../tests/support/server.ts';

export type DatabaseKind = 'embedded' | 'native';

export type FaultTarget = {
  /** Resolves with the server's URL; rejects with its output if it does not start. */
  start(): Promise<string>;
  /** Sends SIGKILL, also to PostgreSQL on request. Resolves when all its processes have ended. */
  kill(withDatabase: boolean): Promise<void>;
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** One administrator sends all requests, more than a user may. */
export const LIMITS: Record<string, string> = Object.fromEntries(
  ['AUTH_RATE_SIGNUP', 'AUTH_RATE_TOKEN', 'AUTH_RATE_ACCOUNT', 'AUTH_RATE_USER', 'STATEMENT_BUDGET'].map((name) => [
    name,
    '1000000',
  ]),
);

export async function openTarget(kind: DatabaseKind): Promise<FaultTarget> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-faults-'));
  const native = kind === 'native' ? await openNative(folder) : undefined;
  const DATA_DIR = native ? path.join(folder, 'leadlight') : folder;
  const account = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const env = { DATA_DIR, DEMO: 'off', ...account, ...LIMITS, ...(native && { DATABASE_URL: native.url }) };
  const sql: FaultTarget['sql'] = (text, values) =>
    queryAsOwner(native?.url ?? findRunning(DATA_DIR) ?? '', text, values);
  let server: Launched;

  async function killEmbedded(withDatabase: boolean): Promise<void> {
    const postmaster = Number.parseInt(readFileSync(path.join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    const processes = [parentOf(postmaster), ...childrenOf(parentOf(postmaster)), ...childrenOf(postmaster)];
    if (withDatabase) for (const pid of processes) end(pid);
    await server.end('SIGKILL');
    while (processes.some(isRunning)) await wait(10);
  }

  async function killNative(withDatabase: boolean): Promise<void> {
    const ended = server.end('SIGKILL');
    if (withDatabase) native?.stop('immediate');
    await ended;
    if (withDatabase) native?.start();
    const backends = `select from pg_stat_activity where usename = 'authenticator'`;
    while ((await sql(backends)).length > 0) await wait(10); // a backend finishes its statement
  }

  return {
    start: () => {
      server = launch(env);
      return server.url;
    },
    kill: native ? killNative : killEmbedded,
    sql,
    close: async () => {
      await server.end('SIGTERM');
      native?.stop('fast');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // already ended
  }
}
