// The server that the rounds kill and restart on the same data, with or without its PostgreSQL.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { queryAsOwner } from '../../tests/support/cluster.ts';
import { openNative } from '../../tests/support/native-postgres.ts';
import { isRunning, listChildren, readParent, signal } from '../../tests/support/processes.ts';
import { openServer, type Server } from '../../tests/support/server.ts';
import { newFolder } from '../../tests/support/temporary-files.ts';

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
  const folder = newFolder('faults');
  const native = kind === 'native' ? await openNative(folder) : undefined;
  const DATA_DIR = native ? path.join(folder, 'leadlight') : folder;
  const env = { DATA_DIR, ...LIMITS, ...(native && { DATABASE_URL: native.url }) };
  let server: Server;
  const sql: FaultTarget['sql'] = (text, values) => queryAsOwner(server.databaseUrl, text, values);

  async function killEmbedded(withDatabase: boolean): Promise<void> {
    const postmaster = Number.parseInt(readFileSync(path.join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    const processes = [readParent(postmaster), ...listChildren(readParent(postmaster)), ...listChildren(postmaster)];
    if (withDatabase) for (const pid of processes) signal(pid, 'SIGKILL');
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
    start: async () => {
      server = await openServer(env);
      return server.url;
    },
    kill: native ? killNative : killEmbedded,
    sql,
    close: async () => {
      await server?.end();
      native?.stop('fast');
    },
  };
}
