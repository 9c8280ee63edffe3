// Opens the database of the configuration: embedded or DATABASE_URL, migrated, as the unprivileged login.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { dropRoot } from '../embedded/account.ts';
import { freeBytes, RESERVE, watchDisk } from '../embedded/disk.ts';
import { type Embedded, startEmbedded } from '../embedded/index.ts';
import { openLogin } from '../setup/login.ts';
import { migrate, requireSpaceToMigrate } from '../setup/migrate.ts';
import { type Owner, onOneConnection, openOwner } from '../setup/owner.ts';
import { StartFailure } from '../setup/start-failure.ts';
import { type DatabasePool, openPool, type Query } from './pool.ts';
import { poolerUrl } from './pooler.ts';

export type Connection = {
  kind: 'embedded' | 'url';
  database: DatabasePool;
  owner: Owner;
  /** A directory that the server can write. It may differ from DATA_DIR (`findDataDir`). */
  dataDirectory: string;
  /** Whether the disk of the embedded database has less than its reserve. Always false for another database. */
  isDiskLow(): boolean;
  /** Rejects if the embedded database stops unexpectedly. */
  lost: Promise<void>;
  /** Waits for running statements, closes the pool, then stops the embedded database. */
  stop(): Promise<void>;
};

/** Throws StartFailure. */
export async function connect(config: Config, log: Logger): Promise<Connection> {
  const { DATABASE_URL, DATABASE_POOLER, DATABASE_POOL, DATA_DIR, STATEMENT_TIMEOUT, STATEMENT_BUDGET } = config;
  const settings = { max_connections: Math.max(100, DATABASE_POOL + 10) };
  const embedded = DATABASE_URL ? undefined : await startEmbedded({ directory: DATA_DIR, log, settings });
  if (embedded) leaveRoot(embedded, log);
  try {
    const url = DATABASE_URL ?? embedded?.url ?? '';
    const owner = openOwner(url);
    const reserve = embedded && (await readReserve(owner, config));
    if (embedded && reserve) {
      const { directory } = embedded.dataDir;
      await requireSpaceToMigrate(owner, { directory, free: freeBytes(directory), reserve });
    }
    const applied = await withAddress(url, () => onOneConnection(url, migrate));
    if (applied > 0) log.info({ msg: 'migrations applied', count: applied });
    await storeSettings(owner, config);
    const login = await openLogin(url);
    const distributed = await owner(isDistributed);
    const merging = distributed ? mergeCounters(owner, log) : undefined;
    const database = openPool({
      connectionString: login,
      ...(DATABASE_POOLER && { rowsThrough: await poolerUrl(login, DATABASE_POOLER) }),
      size: DATABASE_POOL,
      statementTimeoutSeconds: STATEMENT_TIMEOUT,
      statementBudgetSeconds: STATEMENT_BUDGET,
      isDistributed: distributed,
    });
    const disk = embedded && watchDisk(embedded.dataDir.directory, { reserve: reserve ?? 0, log });
    return {
      kind: embedded ? 'embedded' : 'url',
      database,
      owner,
      dataDirectory: embedded?.dataDir.directory ?? DATA_DIR,
      isDiskLow: () => disk?.isLow() ?? false,
      lost: embedded?.ended ?? new Promise(() => {}),
      stop: () => {
        clearInterval(merging);
        disk?.stop();
        return database.close().finally(() => embedded?.stop());
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Whether `npm run distribute` has distributed the tables. */
const isDistributed = async (query: Query): Promise<boolean> =>
  (await query(`select where to_regprocedure('private.enter()') is not null`)).rowCount === 1;

/** The reserve in bytes. PostgreSQL's log may grow to max_wal_size before the next checkpoint. */
async function readReserve(owner: Owner, { DISK_RESERVE }: Config): Promise<number> {
  if (DISK_RESERVE !== undefined) return DISK_RESERVE * 2 ** 20;
  const { rows } = await owner((query) =>
    query<{ bytes: string }>(`select pg_size_bytes(current_setting('max_wal_size')) as bytes`),
  );
  return RESERVE + Number(rows[0]?.bytes);
}

const MERGE_MS = 3_600_000;

/** Merges the counters of all shards now and every hour. Those that fail, such as on a stopped node, are merged the next time. */
function mergeCounters(owner: Owner, log: Logger): NodeJS.Timeout {
  const merge = () =>
    owner((query) => query('select private.merge_counters()')).catch((error: Error) =>
      log.warn({ msg: 'counters were not merged', reason: error.message }),
    );
  void merge();
  return setInterval(merge, MERGE_MS).unref();
}

/** Settings that functions of the database read. */
const storeSettings = (owner: Owner, { INVITATION_DAYS }: Config) =>
  owner((query) =>
    query('update private.settings set invitation_days = $1 where invitation_days <> $1', [INVITATION_DAYS]),
  );

/** Root is needed only to start PostgreSQL as another user. Switches to that user if it can read the files of the server. */
function leaveRoot({ dataDir }: Embedded, log: Logger): void {
  if (!dataDir.account) return;
  const project = path.resolve(import.meta.dirname, '../../..');
  const needed = [
    'server/main.ts',
    'lib/leadlight.js',
    'node_modules/pg/package.json',
    'supabase/migrations',
    'dist/web/index.html',
  ];
  const paths = needed.map((file) => path.join(project, file)).filter((file) => existsSync(file));
  const user = dataDir.account.name;
  if (dropRoot(dataDir.account, paths)) log.info({ msg: 'dropped root privileges', user });
  else log.warn({ msg: 'still running as root', reason: `user ${user} cannot read ${project}` });
}

/** Adds the address of the database, without the password, to a connection error. */
async function withAddress<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { host, pathname, searchParams } = new URL(url);
    const address = `${searchParams.get('host') ?? host}${pathname}`;
    throw new StartFailure(
      `The database at ${address} cannot be used (${errorMessage(error)}): start it, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** A host name with several addresses gives an error for each; the first is shown. */
function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
