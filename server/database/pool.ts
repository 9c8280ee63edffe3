// Talks to PostgreSQL on connections of two kinds, which never wait for each other: for callers' rows and functions, and for accounts. Knows no table of the product.
import { setTimeout as delay } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { queueLimits, statementLimits } from '../limits.ts';
import { lowerPriority } from './backend-priority.ts';
import type { TextResult } from './caller-query.ts';
import { type Connections, openConnections, withDeadline } from './connections.ts';
import { type Listening, listen } from './notifications.ts';
import { type CallerRequest, openRows } from './rows.ts';
import type { Scheduler } from './scheduler.ts';
import { runSingleStatement } from './single-statement.ts';
import { inTransaction } from './transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: the caller of a query states the shape of its rows
export type Query = <Row = any>(
  text: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; rowCount: number }>;

export type Database = {
  /** Runs one statement as a caller: the settings and the statement in one implicit transaction and one round trip. */
  request(request: CallerRequest): Promise<TextResult>;
  /** Runs one statement as the role that owns schema auth, in a transaction of its own and one round trip. */
  query: Query;
  /** As `query`, several statements in one transaction, which takes two round trips more; a throw rolls back. `lockTimeoutMs` limits each wait for a lock; by default only the statement timeout does. */
  transaction<T>(work: (query: Query) => Promise<T>, options?: { lockTimeoutMs?: number }): Promise<T>;
  /** Calls back for each NOTIFY on a channel, and once each time that listening begins. */
  listen(channel: string, onNotify: () => void): void;
  /** Whether PostgreSQL answers, asked on a connection of its own, and whether both kinds of requests get connections. */
  health(): Promise<Health>;
  load(): Load;
  close(): Promise<void>;
};

export type Health = { answers: boolean; rows: boolean; accounts: boolean };

/** Connections of each kind, and what runs and waits of each class of callers of rows. */
export type Load = Record<'rows' | 'accounts', ReturnType<Connections['load']>> & {
  classes: ReturnType<Scheduler['load']>;
};

/** Whoever asks whether PostgreSQL answers waits no longer than this for a connection, nor for the answer. */
const PROBE_MS = 2_000;

export type PoolOptions = {
  connectionString: string;
  /** The same database through a pooler that shares connections by the transaction, for rows. */
  rowsThrough?: string;
  /** Connections in all, eight or more: a quarter is for accounts, the others are for rows. */
  size: number;
  statementTimeoutSeconds: number;
  /** Statement time that one caller may use within ten seconds. */
  statementBudgetSeconds: number;
};

/**
 * Opens the connections of the login `authenticator`, which has no right of its own: what is not run as another role reads nothing.
 * Rejections of `request`, `query` and `transaction` are pg's DatabaseError (with SQLSTATE in `code`) for what PostgreSQL refused, DatabaseUnreachable where nothing was to be had of it;
 * of `request` also Overloaded and ClientGone.
 */
export function openPool({
  connectionString,
  rowsThrough = connectionString,
  size,
  statementTimeoutSeconds,
  statementBudgetSeconds,
}: PoolOptions): Database {
  const timeoutMs = statementTimeoutSeconds * 1_000;
  const accountSettings = { role: 'supabase_auth_admin', statement_timeout: String(timeoutMs) };
  const forAccounts = Math.max(2, Math.floor(size / 4));
  const accounts = openConnections(connectionString, forAccounts);
  const connections = openConnections(rowsThrough, size - forAccounts, lowerPriority);
  const rows = openRows({
    connections,
    limits: { ...queueLimits, connections: size - forAccounts, budgetMs: statementBudgetSeconds * 1_000 },
    timeoutMs,
    guestTimeoutMs: Math.min(timeoutMs, statementLimits.guestMs),
  });
  const probe = openConnections(connectionString, 1);
  const listenings: Listening[] = [];
  let looking: Promise<Health> | undefined;

  async function look(): Promise<Health> {
    const answers = inTime(probe.use((client) => withDeadline(client, 0, client.query('select 1'))));
    const statement = { text: 'select 1', values: [] };
    const aRow = () => inTime(rows.request({ caller: { kind: 'server' }, settings: { role: 'anon' }, statement }));
    const anAccount = () => inTime(accounts.use(async () => {}));
    return {
      answers: await answers.then(
        () => true,
        () => false,
      ),
      rows: await connections.health.isHealthy(aRow),
      accounts: await accounts.health.isHealthy(anAccount),
    };
  }

  return {
    request: rows.request,
    query: (text, values = []) =>
      accounts.use((client) =>
        resultOf(withDeadline(client, timeoutMs, runSingleStatement(client, accountSettings, text, values))),
      ),
    transaction: (work, { lockTimeoutMs } = {}) =>
      accounts.use((client) => {
        const local = { ...accountSettings, ...(lockTimeoutMs && { lock_timeout: String(lockTimeoutMs) }) };
        const settings = Object.entries(local).map(([name, value]) => `set local ${name} = ${value}`);
        return inTransaction(client, { timeoutMs, settings: settings.join('; ') }, () =>
          work((text, values) => resultOf(withDeadline(client, timeoutMs, client.query(text, values as unknown[])))),
        );
      }),
    listen: (channel, onNotify) => {
      listenings.push(listen(connectionString, channel, onNotify));
    },
    health: () => {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    load: () => {
      const classes = rows.scheduler.load();
      const waiting = Object.values(classes).reduce((sum, { waiting }) => sum + waiting, 0);
      return { rows: { ...connections.load(), waiting }, accounts: accounts.load(), classes };
    },
    close: async () => {
      rows.close();
      const all = [connections, accounts, probe].map((one) => one.close());
      await Promise.all([...all, ...listenings.map((listening) => listening.stop())]);
    },
  };
}

async function resultOf(answer: Promise<QueryResult>) {
  const { rows, rowCount } = await answer;
  return { rows, rowCount: rowCount ?? 0 };
}

/** The same answer, or a rejection where it does not come within two seconds. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = delay(PROBE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer in time')));
  return Promise.race([answer, late]);
}
