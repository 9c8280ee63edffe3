// The server that the rounds kill and restart on the same data, with or without its PostgreSQL.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRunning } from '#server/database/embedded/listen-endpoint.ts';
import { type Launched, launch } from '../../tests/support/server.ts';
import { openNative } from './native-postgres.ts';

export type Kind = 'embedded' | 'native';

export type Target = {
  /** Resolves with the server's URL; rejects with its output if it does not start. */
  start(): Promise<string>;
  /** Sends SIGKILL, also to PostgreSQL on request. Resolves when all its processes have ended. */
  kill(withDatabase: boolean): Promise<void>;
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export const admin = { email: 'admin@example.test', password: 'admin-password' };

const limits = ['AUTH_RATE_SIGNUP', 'AUTH_RATE_TOKEN', 'AUTH_RATE_ACCOUNT', 'AUTH_RATE_USER', 'STATEMENT_BUDGET'].map(
  (name) => [name, '1000000'],
);
/** One administrator sends all requests, more than a user may. */
export const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...Object.fromEntries(limits) };

export async function openTarget(kind: Kind): Promise<Target> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-faults-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return kind === 'embedded' ? openEmbedded(folder, remove) : openOnNative(folder, remove);
}

const querySql = async <Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

function openEmbedded(DATA_DIR: string, remove: () => void): Target {
  let server: Launched;
  return {
    start: () => {
      server = launch({ DATA_DIR, DEMO: 'off', ...settings });
      return server.url;
    },
    kill: async (withDatabase) => {
      const postmaster = Number.parseInt(readFileSync(path.join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8'), 10);
      const processes = [parentOf(postmaster), ...childrenOf(parentOf(postmaster)), ...childrenOf(postmaster)];
      if (withDatabase) for (const pid of processes) end(pid);
      await server.end('SIGKILL');
      while (processes.some(isRunning)) await wait(10);
    },
    sql: (text, values) => querySql(findRunning(DATA_DIR) ?? '', text, values),
    close: async () => {
      await server.end('SIGTERM');
      remove();
    },
  };
}

async function openOnNative(folder: string, remove: () => void): Promise<Target> {
  const native = await openNative(folder);
  const data = mkdtempSync(path.join(tmpdir(), 'leadlight-faults-data-'));
  const sql: Target['sql'] = (text, values) => querySql(native.url, text, values);
  const backends = () => sql(`select from pg_stat_activity where usename = 'authenticator'`);
  let server: Launched;
  return {
    start: () => {
      server = launch({ DATABASE_URL: native.url, DATA_DIR: data, ...settings });
      return server.url;
    },
    kill: async (withDatabase) => {
      const ended = server.end('SIGKILL');
      if (withDatabase) native.stop('immediate');
      await ended;
      if (withDatabase) native.start();
      while ((await backends()).length > 0) await wait(10); // a backend finishes its statement
    },
    sql,
    close: async () => {
      await server.end('SIGTERM');
      native.stop('fast');
      rmSync(data, { recursive: true, force: true });
      remove();
    },
  };
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // already ended
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
