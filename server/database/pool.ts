// In charge of talking to PostgreSQL: a caller's request in one round trip, the server's own work in a transaction. Knows no table of the product.
import type { Socket } from 'node:net';
import pg, { type PoolClient } from 'pg';
import { CallerQuery, type Statement, type TextResult } from './caller-query.ts';
import { type Listening, listen } from './notifications.ts';

/** Settings of one request, each made local to its transaction by set_config; a `statement_timeout` among them stands in place of the pool's. */
export type Settings = { role: 'anon' | 'authenticated' | 'service_role' } & Record<string, string>;

export type CallerRequest = {
  settings: Settings;
  statement: Statement;
  /** Looks at the result before it is committed; a throw rolls back and is passed on. Costs a second round trip. */
  review?: (result: TextResult) => void;
};

// biome-ignore lint/suspicious/noExplicitAny: the caller of a query states the shape of its rows
export type Query = <Row = any>(
  text: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; rowCount: number }>;

export type Database = {
  /** Runs one statement as a caller: the settings and the statement in one implicit transaction and one round trip. */
  request(request: CallerRequest): Promise<TextResult>;
  /** The server's own work, as the role that owns schema auth, in one transaction; a throw rolls back. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Calls back for each NOTIFY on a channel, and once each time that listening begins. */
  listen(channel: string, onNotify: () => void): void;
  /** Whether PostgreSQL answers, asked on a connection of its own: all of the pool's may wait for a lock while PostgreSQL is well. */
  answers(): Promise<boolean>;
  /** Connections that are open, those of them that have nothing to do, and what waits for one. */
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** PostgreSQL could not be reached, broke off or has no room; what was under way may or may not be done. The message is that of its cause. */
export class DatabaseUnreachable extends Error {
  /** Whether there was a connection, which then broke. */
  readonly hadConnection: boolean;
  constructor(cause: unknown, hadConnection: boolean) {
    super((cause as Error).message, { cause });
    this.hadConnection = hadConnection;
  }
}

/** How much longer than its time a statement may take before its connection counts as dead: a backend that stands still ends nothing by itself. */
const GRACE_MS = 2_000;

/** Whoever asks whether PostgreSQL answers waits no longer than this for a connection, nor for the answer. */
const PROBE_MS = 2_000;

export type PoolOptions = {
  connectionString: string;
  /** The same database without a pooler that shares connections by the transaction: what listens needs one to itself. */
  listenAt?: string;
  size: number;
  statementTimeoutSeconds: number;
};

/**
 * Opens the pool of the login `authenticator`, which has no right of its own: what is not run as another role reads nothing.
 * Rejections of `request` and `transaction` are pg's DatabaseError (with SQLSTATE in `code`) for what PostgreSQL refused, DatabaseUnreachable where nothing was to be had of it.
 */
export function openPool({
  connectionString,
  listenAt = connectionString,
  size,
  statementTimeoutSeconds,
}: PoolOptions): Database {
  const pool = new pg.Pool({ connectionString, max: size, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 60_000 });
  pool.on('error', () => {}); // an idle connection that breaks is replaced by the next request
  // PostgreSQL may end a connection in the breath in which it opens it, before anybody has it; without an ear that would end this process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const probe = openProbe(listenAt);
  const timeout = `${statementTimeoutSeconds}s`;
  const patience = statementTimeoutSeconds * 1_000 + GRACE_MS;
  const listenings: Listening[] = [];

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnreachable(error, false);
    });
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  /** What a connection answers, in time; past it the connection is cut, which ends the wait. */
  async function answered<T>(client: PoolClient, answer: Promise<T>): Promise<T> {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const late = setTimeout(() => stream.destroy(new Error('Connection terminated: no answer in time')), patience);
    try {
      return await answer;
    } catch (error) {
      throw isRefusal(error) ? error : new DatabaseUnreachable(error, true);
    } finally {
      clearTimeout(late);
    }
  }

  const ask = (client: PoolClient, text: string, values?: unknown[]) => answered(client, client.query(text, values));

  const send = (client: PoolClient, request: CallerRequest) =>
    answered(
      client,
      new Promise<TextResult>((resolve, reject) => {
        const settings = { statement_timeout: timeout, ...request.settings };
        client.query(new CallerQuery(settings, request.statement, resolve, reject));
      }),
    );

  /** PostgreSQL itself ends one that this process has left standing, and gives its locks to others. */
  async function inTransaction<T>(client: PoolClient, settings: string, work: () => Promise<T>): Promise<T> {
    try {
      await ask(client, `begin; set local idle_in_transaction_session_timeout = '${timeout}'; ${settings}`);
      const result = await work();
      await ask(client, 'commit');
      return result;
    } catch (error) {
      await ask(client, 'rollback').catch(() => {});
      throw error;
    }
  }

  return {
    request: (request) =>
      withClient((client) => {
        const { review } = request;
        if (!review) return send(client, request);
        return inTransaction(client, '', async () => {
          const result = await send(client, request);
          review(result);
          return result;
        });
      }),
    transaction: (work) =>
      withClient((client) =>
        inTransaction(client, `set local role supabase_auth_admin; set local statement_timeout = '${timeout}'`, () =>
          work(async (text, values) => {
            const { rows, rowCount } = await ask(client, text, values as unknown[]);
            return { rows, rowCount: rowCount ?? 0 };
          }),
        ),
      ),
    listen: (channel, onNotify) => {
      listenings.push(listen(listenAt, channel, onNotify));
    },
    answers: () =>
      probe.query('select 1').then(
        () => true,
        () => false,
      ),
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([pool.end(), probe.end(), ...listenings.map((listening) => listening.stop())]);
    },
  };
}

/** One connection, opened with the first question and again where it has broken. */
function openProbe(connectionString: string): pg.Pool {
  const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS, idleTimeoutMillis: 0 };
  const probe = new pg.Pool({ connectionString, max: 1, ...limits });
  probe.on('error', () => {});
  probe.on('connect', (client) => client.on('error', () => {}));
  return probe;
}

/** Whether PostgreSQL itself said no to a statement. With FATAL and PANIC (whose names its language may change) and 57P it ends the connection, 53 is that it has no room, 42P05 and 26000 that a pooler has mixed up prepared statements. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.severity !== 'FATAL' && error.severity !== 'PANIC' && !/^(08|53|57P|42P05|26000)/.test(error.code ?? '');
}
