import { DatabaseClient } from './client.ts';

const TIMEOUT_MS = 2_000;

/** Members of pg's client that its types lack. */
type BackendKey = { processID: number; secretKey: number; sslNegotiation: 'postgres' | 'direct' };

/**
 * Sends a CancelRequest for the statement that runs on a connection. Resolves when the server, or the pooler, has closed the connection of the request:
 * it has signalled the backend by then, so later statements are not cancelled. Rejects if it does not close it in time.
 */
export function cancelStatement(client: DatabaseClient): Promise<void> {
  const { host, port, ssl } = client;
  const { processID, secretKey, sslNegotiation } = client as unknown as BackendKey;
  const { wire } = new DatabaseClient({ host, port, ssl, sslnegotiation: sslNegotiation });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => wire.stream.destroy(new Error('CancelRequest: timed out')), TIMEOUT_MS);
    const send = () => wire.cancel(processID, secretKey);
    wire.on('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') wire.requestSsl();
    });
    wire.on('sslconnect', send);
    wire.on('error', reject);
    wire.on('end', () => {
      clearTimeout(late);
      resolve();
    });
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}
