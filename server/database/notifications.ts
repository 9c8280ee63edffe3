// In charge of hearing NOTIFY on a connection of its own, opened again whenever it breaks. Keeps no message: what was missed is made good by one call at each new beginning.
import { Client } from './client.ts';

const retryMilliseconds = 5_000;

export type Listening = { stop(): Promise<void> };

/** Calls `onNotify` for each NOTIFY on the channel, and once each time that listening begins. */
export function listen(connectionString: string, channel: string, onNotify: () => void): Listening {
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function begin(): Promise<void> {
    const opened = new Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
    client = opened;
    opened.on('notification', onNotify);
    opened.on('end', () => {
      if (!isStopped) retry = setTimeout(() => void begin().catch(() => {}), retryMilliseconds).unref();
    });
    await opened.connect();
    await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
    onNotify();
  }

  const first = begin().catch(() => {});
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await first;
      await client?.end();
    },
  };
}
