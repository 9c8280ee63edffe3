// In charge of the way from the configuration to an open database: embedded or by DATABASE_URL, brought to its shape, entered as the login without rights. Everything else receives it from here.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { dropRoot } from './embedded/account.ts';
import { type Embedded, startEmbedded } from './embedded/index.ts';
import { openLogin } from './login.ts';
import { migrate } from './migrate.ts';
import { type Owner, ownerOf } from './owner.ts';
import { type Database, openPool } from './pool.ts';
import { poolerUrl } from './pooler.ts';
import { StartFailure } from './start-failure.ts';

export type Connection = {
  kind: 'embedded' | 'url';
  database: Database;
  owner: Owner;
  /** Where the server may write; the embedded database may have had to move it. */
  dataDirectory: string;
  /** Settles only when the embedded database ends by itself, which the server cannot survive. */
  lost: Promise<void>;
  /** Closes the pool once what runs has ended, then stops the embedded database. */
  stop(): Promise<void>;
};

/** Opens the database that the configuration names and brings it to the shape of this version. Throws StartFailure with what to do. */
export async function connect(config: Config, log: Logger): Promise<Connection> {
  const { DATABASE_URL, DATABASE_POOLER, DATABASE_POOL, DATA_DIR, STATEMENT_TIMEOUT, STATEMENT_BUDGET } = config;
  const settings = { max_connections: Math.max(100, DATABASE_POOL + 10) };
  const embedded = DATABASE_URL ? undefined : await startEmbedded({ directory: DATA_DIR, log, settings });
  if (embedded) leaveRoot(embedded, log);
  try {
    const url = DATABASE_URL ?? embedded?.url ?? '';
    const owner = ownerOf(url);
    const applied = await reach(url, () => migrate(owner));
    if (applied > 0) log.info({ msg: 'database brought up to date', migrations: applied });
    await tell(owner, config);
    const login = await openLogin(url);
    const database = openPool({
      connectionString: login,
      ...(DATABASE_POOLER && { rowsThrough: await poolerUrl(login, DATABASE_POOLER) }),
      size: DATABASE_POOL,
      statementTimeoutSeconds: STATEMENT_TIMEOUT,
      statementBudgetSeconds: STATEMENT_BUDGET,
    });
    return {
      kind: embedded ? 'embedded' : 'url',
      database,
      owner,
      dataDirectory: embedded?.dataDir.directory ?? DATA_DIR,
      lost: embedded?.ended ?? new Promise(() => {}),
      stop: () => database.close().finally(() => embedded?.stop()),
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** What the database has to know of the environment. */
const tell = (owner: Owner, { INVITATION_DAYS }: Config) =>
  owner((query) =>
    query('update private.settings set invitation_days = $1 where invitation_days <> $1', [INVITATION_DAYS]),
  );

/** Root was needed for the cluster's account alone; from here on the server is that account, where that may read what the server reads. */
function leaveRoot({ dataDir }: Embedded, log: Logger): void {
  if (!dataDir.account) return;
  const project = path.resolve(import.meta.dirname, '../..');
  const needed = ['server/main.ts', 'node_modules/pg/package.json', 'supabase/migrations', 'dist/web/index.html'];
  const paths = needed.map((file) => path.join(project, file)).filter((file) => existsSync(file));
  const user = dataDir.account.name;
  if (dropRoot(dataDir.account, paths)) log.info({ msg: 'gave up root', user });
  else log.warn({ msg: 'staying root', reason: `user ${user} may not read ${project}` });
}

/** Says of a database that does not answer, or refuses the owner, where it was looked for; never with what password. */
async function reach<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { host, pathname, searchParams } = new URL(url);
    const place = `${searchParams.get('host') ?? host}${pathname}`;
    throw new StartFailure(
      `The database at ${place} cannot be used (${reasonOf(error)}): start it, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** A name that stands for several addresses fails with one error for each; the first tells enough. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
