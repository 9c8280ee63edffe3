// Server processes for tests, each on a free port with a new database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestCluster } from './cluster.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { cloneDatabase } from './database.ts';

export type TestServer = {
  url: string;
  publishableKey: string;
  /** The owner's URL of the server's database. */
  databaseUrl: string;
  /** The process id, and its log so far. */
  pid: number;
  output(): string;
  /** Stops by SIGTERM and drops the database. */
  stop(): Promise<void>;
  /** Stops by SIGKILL and drops the database. */
  kill(): Promise<void>;
};

export type ServerOptions = { env?: Record<string, string>; cluster?: TestCluster };

/** A server with one admin, admin@example.test with the password admin-password. */
export async function startServer({ env = {}, cluster }: ServerOptions = {}): Promise<TestServer> {
  const clone = await cloneDatabase(cluster);
  const directory = await mkdtemp(path.join(tmpdir(), 'leadlight-server-'));
  const admin = { ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'admin-password', ROWS_RATE_ANONYMOUS: '100000' };
  const running = launch({ DATABASE_URL: clone.url, DATA_DIR: directory, ...admin, ...env });
  const end = async (signal: NodeJS.Signals) => {
    await running.end(signal);
    await clone.drop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const url = await running.url;
    const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string };
    const ends = { stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
    const { process, output } = running;
    return { url, publishableKey: supabaseKey, databaseUrl: clone.url, pid: process.pid ?? 0, output, ...ends };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
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

const THIS_VERSION = path.resolve(import.meta.dirname, '../..');

/** Starts `server/main.ts` on a free port with this environment, PATH and the compile cache only, optionally in its own process group or of the version in another folder. */
export function launch(
  env: Record<string, string>,
  { ownGroup = false, version = THIS_VERSION }: { ownGroup?: boolean; version?: string } = {},
): Launched {
  const main = path.join(version, 'server/main.ts');
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], {
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
      if (!line.startsWith('{')) return;
      const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
      if (msg === 'listening' && url) resolve(url);
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
