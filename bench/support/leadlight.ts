// A server to measure, with its own embedded PostgreSQL and an administrator.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import pino from 'pino';
import { type Embedded, startEmbedded } from '#server/database/embedded/index.ts';

export type Leadlight = Instance & { close(): Promise<void> };

/** A server with its database. */
export type Instance = Client & {
  url: string;
  /** Process ids of the server and of PostgreSQL's postmaster. */
  pids: { server: number; postgres: number };
  /** Connects as the owner. */
  databaseUrl: string;
};

/** Access to the server and its database. */
export type Client = {
  /** A connection as the database's owner. */
  owner: pg.Client;
  /** The administrator's access token. */
  admin: string;
  /** Sends a request and returns its JSON; throws on an error response. */
  request<Body>(path: string, options?: RequestOptions): Promise<Body>;
  signIn(email: string, password: string): Promise<string>;
};

export type RequestOptions = { method?: string; body?: unknown; token?: string; prefer?: string };

export const administrator = { email: 'bench@example.test', password: 'bench-password' };

/** `settings` are additional environment variables of the server. */
export async function openLeadlight(settings: Record<string, string> = {}): Promise<Leadlight> {
  const { instances, close } = await openInstances(['postgres'], settings);
  const [instance] = instances;
  if (!instance) throw new Error('No database');
  return { ...instance, close };
}

/** A server for each of these databases of one PostgreSQL. If `folder` is given, the databases stay there. */
export async function openInstances(
  databases: string[],
  settings: Record<string, string> = {},
  folder?: string,
): Promise<{ instances: Instance[]; close(): Promise<void> }> {
  const directory = folder ?? mkdtempSync(path.join(tmpdir(), 'leadlight-bench-'));
  const embedded = await startEmbedded({ directory, log: pino({ level: 'silent' }) });
  const instances: Awaited<ReturnType<typeof openInstance>>[] = [];
  for (const database of databases) instances.push(await openInstance(embedded, database, settings));
  const close = async () => {
    for (const { owner, server } of instances) {
      await owner.end();
      await stopServer(server);
    }
    await embedded.stop();
    if (!folder) rmSync(embedded.dataDir.directory, { recursive: true, force: true });
  };
  return { instances, close };
}

async function openInstance({ url: cluster, dataDir }: Embedded, database: string, settings: Record<string, string>) {
  const databaseUrl = await ensureDatabase(cluster, database);
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir.directory, ADMIN_EMAIL, ADMIN_PASSWORD, ...settings };
  const { url, server } = await startServer(env);
  const client = await openClient(url, databaseUrl, administrator);
  const { rows } = await client.owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const [postmaster = ''] = readFileSync(path.join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n');
  return { ...client, url, server, pids: { server: server.pid ?? 0, postgres: Number(postmaster) }, databaseUrl };
}

async function ensureDatabase(cluster: string, name: string): Promise<string> {
  const owner = new pg.Client({ connectionString: cluster });
  await owner.connect();
  const known = await owner.query('select from pg_database where datname = $1', [name]);
  if (known.rowCount === 0) await owner.query(`create database ${name}`);
  await owner.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** Connects to a running server and, as its owner, to its database. */
export async function openClient(
  url: string,
  databaseUrl: string,
  administrator: { email: string; password: string },
): Promise<Client> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const request = async <Body>(
    path: string,
    { method, body, token, prefer = 'return=representation' }: RequestOptions = {},
  ): Promise<Body> => {
    const headers = {
      'content-type': 'application/json',
      prefer,
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : null) as Body;
  };
  const signIn = async (email: string, password: string) => {
    const path = '/auth/v1/token?grant_type=password';
    return (await request<{ access_token: string }>(path, { body: { email, password } })).access_token;
  };
  return { owner, request, signIn, admin: await signIn(administrator.email, administrator.password) };
}

/** Starts the server as the first `npm start` does: with its own database and the demo data. */
export async function openDemo(): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'leadlight-bench-'));
  const { url, server } = await startServer({ DATA_DIR: directory, AUTH_RATE_TOKEN: '1000' });
  const close = async () => {
    await stopServer(server);
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, close };
}

async function startServer(settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, PORT: '0', ...settings };
  const main = path.join(import.meta.dirname, '../../server/main.ts');
  const server: ChildProcess = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  if (!server.stdout) throw new Error('The server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /Leadlight is at (\S+)/.exec(line)?.[1];
    if (url) return { url, server };
  }
  throw new Error('The server ended before it listened');
}

async function stopServer(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
}

/** The quantile at `share`: 0.5 is the median. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
