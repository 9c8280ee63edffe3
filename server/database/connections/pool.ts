// The connections to PostgreSQL: one pool for rows and functions, one for the auth API, so that neither waits for the other. Callers use each in turns.
import { setTimeout as delay } from 'node:timers/promises';
import { accountLimits, queueLimits, statementLimits } from '../../limits.ts';
import { lowerPriority } from './backend-priority.ts';
import type { DatabaseClient } from './client.ts';
import { type Connections, openConnections, withDeadline } from './connections.ts';
import type { JoinedRows } from './joined-rows.ts';
import { type Listening, listenForNotifications } from './notifications.ts';
import { type CallerRequest, openRows } from './rows.ts';
import type { Caller, Scheduler } from './scheduler.ts';
import { shareConnections } from './shared-connections.ts';
import { inTransaction } from './transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: the caller of a query states the shape of its rows
export type Query = <Row = any>(
  text: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; rowCount: number }>;

/** Access to schema auth. */
export type Accounts = {
  /** Runs one statement as the owner of schema auth, in a transaction of its own and one round trip. */
  query: Query;
  /** Runs several statements in a transaction, with two more round trips than `query`. An exception rolls back. `lockTimeoutMs` limits each wait for a lock. */
  transaction<T>(work: (query: Query) => Promise<T>, options?: { lockTimeoutMs?: number }): Promise<T>;
};

/** `query` and `transaction` are for the server itself. */
export type DatabasePool = Accounts & {
  /** Runs one statement as a caller. Settings and statement are one transaction and one round trip. */
  request(request: CallerRequest): Promise<JoinedRows>;
  /** Runs work that blocks this process, and charges its time to the caller's statement time. Throws Overloaded if that is used up. */
  charge<T>(caller: Caller, work: () => T): T;
  /** Access to schema auth for one client of the auth API, in turns with all others. */
  accountsFor(party: string): Accounts;
  /** Calls `onNotify` for each NOTIFY on a channel, and after each (re)connect. */
  listen(channel: string, onNotify: () => void): void;
  /** Whether PostgreSQL responds on a separate connection, and whether both pools provide connections. */
  health(): Promise<Health>;
  load(): Load;
  close(): Promise<void>;
};

export type Health = { answers: boolean; rows: boolean; accounts: boolean };

/** Connections of each pool, and row requests by class of caller. */
export type Load = Record<'rows' | 'accounts', ReturnType<Connections['load']>> & {
  classes: ReturnType<Scheduler['load']>;
};

/** Timeout of a health check, for the connection and for the result. */
const PROBE_MS = 2_000;

export type PoolOptions = {
  connectionString: string;
  /** The same database through a pooler in transaction mode, for rows. */
  rowsThrough?: string;
  /** Connections in total, at least eight. A quarter is for the auth API, the others are for rows. */
  size: number;
  statementTimeoutSeconds: number;
  /** Statement time of one caller within ten seconds. */
  statementBudgetSeconds: number;
  /** Whether the tables are distributed over several nodes (tools/distribute.ts). */
  isDistributed?: boolean;
};

/**
 * Connects as `authenticator`, which has no privileges of its own. `request`, `query` and `transaction` reject with pg's DatabaseError (SQLSTATE in
 * `code`), DatabaseUnreachable or Overloaded, `request` also with ClientGone.
 */
export function openPool({
  connectionString,
  rowsThrough = connectionString,
  size,
  statementTimeoutSeconds,
  statementBudgetSeconds,
  isDistributed = false,
}: PoolOptions): DatabasePool {
  const timeoutMs = statementTimeoutSeconds * 1_000;
  const asAccountOwner = `set role supabase_auth_admin; set statement_timeout = ${timeoutMs}`;
  const forAccounts = Math.max(2, Math.floor(size / 4));
  const forRows = size - forAccounts;
  const accountConnections = openConnections(connectionString, forAccounts, (client) =>
    withDeadline(client, timeoutMs, client.query(asAccountOwner)),
  );
  const rowConnections = openConnections(rowsThrough, forRows, (client) => void lowerPriority(client));
  const accounts = shareConnections(accountConnections, {
    ...queueLimits,
    connections: forAccounts,
    waitingPerCaller: accountLimits.atOnce,
    budgetMs: Number.POSITIVE_INFINITY,
  });
  const budgetMs = statementBudgetSeconds * 1_000;
  const rows = shareConnections(rowConnections, { ...queueLimits, connections: forRows, budgetMs });
  const guestTimeoutMs = Math.min(timeoutMs, statementLimits.guestMs);
  const request = openRows({ connections: rows, timeoutMs, guestTimeoutMs, isDistributed });
  const probe = openConnections(connectionString, 1);
  const listeners: Listening[] = [];
  let checking: Promise<Health> | undefined;

  async function checkHealth(): Promise<Health> {
    const answers = withinProbeTime(probe.use((client) => withDeadline(client, 0, client.query('select 1'))));
    const statement = { text: 'select 1', values: [] };
    const checkRows = () =>
      withinProbeTime(request({ caller: { kind: 'server' }, settings: { role: 'anon' }, statement }));
    const checkAccounts = () => withinProbeTime(accounts.use({ kind: 'server' }, async () => {}));
    return {
      answers: await answers.then(
        () => true,
        () => false,
      ),
      rows: await rowConnections.health.isHealthy(checkRows),
      accounts: await accountConnections.health.isHealthy(checkAccounts),
    };
  }

  const queryOn =
    (client: DatabaseClient): Query =>
    async (text, values) => {
      const { rows, rowCount } = await withDeadline(client, timeoutMs, client.query(text, values as unknown[]));
      return { rows, rowCount: rowCount ?? 0 };
    };
  const accountsAs = (caller: Caller): Accounts => ({
    query: (text, values) => accounts.use(caller, (client) => queryOn(client)(text, values)),
    transaction: (work, { lockTimeoutMs } = {}) =>
      accounts.use(caller, (client) => {
        const settings = lockTimeoutMs === undefined ? '' : `set local lock_timeout = ${lockTimeoutMs}`;
        return inTransaction(client, { timeoutMs, settings }, () => work(queryOn(client)));
      }),
  });

  return {
    request,
    charge: (caller, work) => rows.scheduler.charge(caller, work),
    ...accountsAs({ kind: 'server' }),
    accountsFor: (party) => accountsAs({ kind: 'user', id: party }),
    listen: (channel, onNotify) => {
      listeners.push(listenForNotifications(connectionString, channel, onNotify));
    },
    health: () => {
      checking ??= checkHealth().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    load: () => {
      return {
        rows: { ...rowConnections.load(), waiting: waitingIn(rows.scheduler) },
        accounts: { ...accountConnections.load(), waiting: waitingIn(accounts.scheduler) },
        classes: rows.scheduler.load(),
      };
    },
    close: async () => {
      rows.close();
      accounts.close();
      const all = [rowConnections, accountConnections, probe].map((one) => one.close());
      await Promise.all([...all, ...listeners.map((listener) => listener.stop())]);
    },
  };
}

const waitingIn = (scheduler: Scheduler) =>
  Object.values(scheduler.load()).reduce((sum, { waiting }) => sum + waiting, 0);

/** Rejects if the result takes longer than `PROBE_MS`. */
function withinProbeTime<T>(answer: Promise<T>): Promise<T> {
  const late = delay(PROBE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('timed out')));
  return Promise.race([answer, late]);
}
