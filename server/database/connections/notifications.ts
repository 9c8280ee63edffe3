// Listens for NOTIFY on a connection of its own and reconnects after a failure. Notifications missed meanwhile are replaced by one callback.
import { DatabaseClient } from './client.ts';

const RETRY_MS = 5_000;

export type Listening = { stop(): Promise<void> };

/** Calls `onNotify` for each NOTIFY on the channel, and after each (re)connect. */
export function listenForNotifications(
  connectionString: string,
  channel: string,
  onNotify: () => void,
  retryMilliseconds = RETRY_MS,
): Listening {
  let client: DatabaseClient | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  function reconnect(): void {
    if (!isStopped) retry ??= setTimeout(begin, retryMilliseconds).unref();
  }

  async function begin(): Promise<void> {
    retry = undefined;
    const opened = new DatabaseClient({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
    client = opened;
    opened.on('notification', onNotify);
    opened.on('end', () => client === opened && reconnect());
    try {
      await opened.connect();
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
      onNotify();
    } catch {
      opened.end().catch(() => {});
      reconnect();
    }
  }

  const first = begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await first;
      await client?.end();
    },
  };
}
