// A bounded number of connections to one address. Knows nothing of what runs on them.
import pg from 'pg';
import { Client } from './client.ts';
import { ConnectionHealth } from './connection-health.ts';

/** PostgreSQL could not be reached, closed the connection or is out of a resource. The statement that ran may or may not have taken effect. The message is that of its cause. */
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

const CONNECT_MS = 5_000;

export type Connections = {
  /** Runs work on a connection that nothing else uses meanwhile. Throws DatabaseUnreachable where none is to be had within five seconds. */
  use<T>(work: (client: Client) => Promise<T>): Promise<T>;
  health: ConnectionHealth;
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** Opens connections as they are needed, `size` at most. `onOpen` is called with each new one. */
export function openConnections(
  connectionString: string,
  size: number,
  onOpen: (client: Client) => void = () => {},
): Connections {
  const limits = { max: size, connectionTimeoutMillis: CONNECT_MS, idleTimeoutMillis: 60_000 };
  const pool = new pg.Pool({ connectionString, Client, ...limits });
  pool.on('connect', (client) => onOpen(client as pg.PoolClient & Client));
  pool.on('error', () => {}); // an idle connection that breaks is replaced by the next request
  const health = new ConnectionHealth();

  async function connect(): Promise<pg.PoolClient & Client> {
    try {
      const client = await pool.connect();
      health.succeeded();
      return client as pg.PoolClient & Client;
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

/** What a connection answers, within so many milliseconds and a grace; past it the connection is cut. Rejects with pg's DatabaseError or DatabaseUnreachable. */
export async function withDeadline<T>(client: Client, milliseconds: number, answer: Promise<T>): Promise<T> {
  const cut = () => client.wire.stream.destroy(new Error('Connection terminated: no answer in time'));
  const late = setTimeout(cut, milliseconds + GRACE_MS);
  try {
    return await answer;
  } catch (error) {
    throw isRefusal(error) ? error : new DatabaseUnreachable(error, true);
  } finally {
    clearTimeout(late);
  }
}

/** Whether PostgreSQL itself said no to a statement. With FATAL and PANIC (whose names its language may change) and 57P it ends the connection, 53 is that it has no room, 42P05 and 26000 that a pooler has mixed up prepared statements. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.severity !== 'FATAL' && error.severity !== 'PANIC' && !/^(08|53|57P|42P05|26000)/.test(error.code ?? '');
}
