// A pool of connections to one address, and whether requests get connections.
import pg from 'pg';
import { DatabaseClient } from './client.ts';

/** PostgreSQL could not be reached, closed the connection or lacks a resource. It is unknown whether the statement took effect. The message is that of the cause. */
export class DatabaseUnreachable extends Error {
  /** Whether an open connection failed. */
  readonly hadConnection: boolean;
  constructor(cause: unknown, hadConnection: boolean) {
    super((cause as Error).message, { cause });
    this.hadConnection = hadConnection;
  }
}

/** A connection is closed this long after the statement timeout: a backend that hangs does not enforce it. */
const GRACE_MS = 2_000;

const CONNECT_MS = 5_000;

export type Connections = {
  /** Runs work on a connection of its own. Throws DatabaseUnreachable if none is available within five seconds. */
  use<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T>;
  health: ConnectionHealth;
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** Opens up to `size` connections on demand. Each is used when `prepare` has resolved; a rejection closes it. */
export function openConnections(
  connectionString: string,
  size: number,
  prepare: (client: DatabaseClient) => unknown = () => {},
): Connections {
  const limits = { max: size, connectionTimeoutMillis: CONNECT_MS, idleTimeoutMillis: 60_000 };
  const onConnect = (client: pg.ClientBase) => prepare(client as DatabaseClient);
  const pool = new pg.Pool({ connectionString, Client: DatabaseClient, onConnect, ...limits });
  pool.on('error', () => {}); // the next request replaces a broken idle connection
  const health = new ConnectionHealth();

  async function connect(): Promise<pg.PoolClient & DatabaseClient> {
    try {
      const client = await pool.connect();
      health.succeeded();
      return client as pg.PoolClient & DatabaseClient;
    } catch (error) {
      health.failed();
      throw new DatabaseUnreachable(error, false);
    }
  }

  return {
    health,
    async use(work) {
      const client = await connect();
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
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** Closes the connection if `answer` does not settle in time. Rejects with pg's DatabaseError or DatabaseUnreachable. */
export async function withDeadline<T>(client: DatabaseClient, milliseconds: number, answer: Promise<T>): Promise<T> {
  const cut = () => client.wire.stream.destroy(new Error('Connection terminated: timed out'));
  const late = setTimeout(cut, milliseconds + GRACE_MS);
  try {
    return await answer;
  } catch (error) {
    throw isStatementError(error) ? error : new DatabaseUnreachable(error, true);
  } finally {
    clearTimeout(late);
  }
}

/** Whether the error is about the statement. FATAL and PANIC (which may be localized) and 57P end the connection, 53 is a lack of resources, 42P05 and 26000 mean that a pooler has mixed up prepared statements. */
function isStatementError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.severity !== 'FATAL' && error.severity !== 'PANIC' && !/^(08|53|57P|42P05|26000)/.test(error.code ?? '');
}

/** Longer than a statement may hold a connection. */
const OUTAGE_MS = 10_000;

export class ConnectionHealth {
  private readonly now: () => number;
  private succeededAt: number;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.now = now;
    this.succeededAt = now();
  }

  succeeded(): void {
    this.succeededAt = this.now();
  }

  failed(): void {
    this.failedAt = this.now();
  }

  /** False if no request got a connection for ten seconds and the probe fails as well. Without requests only the probe can detect a recovery. */
  async isHealthy(probe: () => Promise<unknown>): Promise<boolean> {
    if (this.failedAt < this.succeededAt || this.now() - this.succeededAt < OUTAGE_MS) return true;
    return probe().then(
      () => true,
      () => false,
    );
  }
}
