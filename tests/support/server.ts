// Server processes for tests, trials, measurements and screenshots, each on a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findRunning } from '#server/database/embedded/listen-endpoint.ts';
import { ADMIN, openClient, type TestClient } from './client.ts';
import type { TestCluster } from './cluster.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { cloneDatabase } from './database.ts';

/** Where requests go, and statements of the database's owner. */
export type ServerAddress = {
  url: string;
  publishableKey: string;
  /** The owner's URL of the server's database. */
  databaseUrl: string;
};

export type TestServer = ServerAddress & {
  /** The process id, and its log so far. */
  pid: number;
  output(): string;
  /** Stops by SIGTERM and drops the database. */
  stop(): Promise<void>;
  /** Stops by SIGKILL and drops the database. */
  kill(): Promise<void>;
};

export type ServerOptions = { env?: Record<string, string>; cluster?: TestCluster };

/** A server on a clone of the cluster's database, with the administrator ADMIN. */
export async function startServer({ env = {}, cluster }: ServerOptions = {}): Promise<TestServer> {
  const clone = await cloneDatabase(cluster);
  try {
    const { url, databaseUrl, pid, output, end } = await openServer({
      DATABASE_URL: clone.url,
      ROWS_RATE_ANONYMOUS: '100000',
      ...env,
    });
    const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string };
    const stop = async (signal: NodeJS.Signals) => {
      await end(signal);
      await clone.drop();
    };
    const ends = { stop: () => stop('SIGTERM'), kill: () => stop('SIGKILL') };
    return { url, publishableKey: supabaseKey, databaseUrl, pid, output, ...ends };
  } catch (error) {
    await clone.drop();
    throw error;
  }
}

export type Server = Omit<Launched, 'url' | 'end'> & {
  url: string;
  pid: number;
  databaseUrl: string;
  env: Record<string, string>;
  /** Ends the server and removes its data folder, if it was not given one. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A server with the administrator ADMIN, without the demo. Without DATA_DIR it has a new data folder, and without DATABASE_URL its own PostgreSQL. */
export async function openServer(settings: Record<string, string> = {}, options: LaunchOptions = {}): Promise<Server> {
  const DATA_DIR = settings.DATA_DIR ?? (await mkdtemp(path.join(tmpdir(), 'leadlight-server-')));
  const account = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const env: Record<string, string> = { DEMO: 'off', ...account, ...settings, DATA_DIR };
  const launched = launch(env, options);
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const code = await launched.end(signal);
    if (!settings.DATA_DIR) await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    return code;
  };
  try {
    const url = await launched.url;
    const databaseUrl = env.DATABASE_URL ?? findRunning(DATA_DIR) ?? '';
    return { ...launched, url, databaseUrl, pid: launched.process.pid ?? 0, env, end };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

/** A server as the first `npm start` starts it: with its own PostgreSQL and the demo. */
export const openDemo = (): Promise<Server> =>
  openServer({ DEMO: 'auto', ADMIN_EMAIL: '', ADMIN_PASSWORD: '', AUTH_RATE_TOKEN: '1000' });

export type Leadlight = Server & TestClient & { postmaster: number };

/** One address signs all users up and in. */
const UNLIMITED = { AUTH_RATE_SIGNUP: '1000000', AUTH_RATE_TOKEN: '1000000' };

/** A server to load, break or measure, with an administrator's client. */
export async function openLeadlight(env?: Record<string, string>): Promise<Leadlight> {
  const server = await openServer({ ...UNLIMITED, ...env });
  const client = await openClient(server.url, server.databaseUrl);
  const { rows } = await client.owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const postmaster = Number.parseInt(await readFile(path.join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10);
  const end = async (signal?: NodeJS.Signals) => {
    await client.owner.end();
    return server.end(signal);
  };
  return { ...server, ...client, postmaster, end };
}

export type Launched = {
  process: ChildProcess;
  /** Rejects with the output if the process ends before it listens. */
  url: Promise<string>;
  /** Standard error and standard output so far. */
  errorOutput(): string;
  output(): string;
  /** Resolves with the exit code when the process and its streams have ended. */
  ended: Promise<number | null>;
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type LaunchOptions = { ownGroup?: boolean; version?: string; program?: [string, ...string[]] };

const THIS_VERSION = path.resolve(import.meta.dirname, '../..');

/** Starts `server/main.ts` on a free port with this environment, PATH and the compile cache only, optionally in its own process group, of the version in another folder, or by another program and its arguments. */
export function launch(
  env: Record<string, string>,
  { ownGroup = false, version = THIS_VERSION, program }: LaunchOptions = {},
): Launched {
  const [command, ...args] = program ?? [process.execPath, path.join(version, 'server/main.ts')];
  const { PATH = '' } = process.env;
  const child = spawn(command, args, {
    env: { PATH, PORT: '0', ...COMPILE_CACHE, ...env },
    detached: ownGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', error: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.error += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const url = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      written.out += `${line}\n`;
      const [, address] = /^Leadlight is at (\S+)$/.exec(line) ?? []; // whatever LOG_LEVEL is
      if (address) resolve(address);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}\n${written.error}${written.out}`)));
  });
  url.catch(() => {}); // a rejection is still reported to those who await the URL
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { process: child, url, errorOutput: () => written.error, output: () => written.out, ended, end };
}
