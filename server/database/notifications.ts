// Listens for NOTIFY on a connection of its own, which is opened again whenever it fails. Messages missed meanwhile are made up for by one call each time that listening begins.
import { Client } from './client.ts';

const RETRY_MS = 5_000;

export type Listening = { stop(): Promise<void> };

/** Calls `onNotify` for each NOTIFY on the channel, and once each time that listening begins. */
export function listen(
  connectionString: string,
  channel: string,
  onNotify: () => void,
  retryMilliseconds = RETRY_MS,
): Listening {
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** However the connection failed: it could not be opened, LISTEN was rejected, or it broke later. */
  function beginAgain(): void {
    if (!isStopped) retry ??= setTimeout(begin, retryMilliseconds).unref();
  }

  async function begin(): Promise<void> {
    retry = undefined;
    const opened = new Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
    client = opened;
    opened.on('notification', onNotify);
    opened.on('end', () => client === opened && beginAgain());
    try {
      await opened.connect();
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
      onNotify();
    } catch {
      opened.end().catch(() => {});
      beginAgain();
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
