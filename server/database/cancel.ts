import { Client } from './client.ts';

const PATIENCE_MS = 2_000;

/** Of pg's client, what its types leave out. */
type Session = { processID: number; secretKey: number; sslNegotiation: 'postgres' | 'direct' };

/**
 * Cancels the statement that runs on a connection: sends CancelRequest to its server, or to the pooler that leads there. Resolves once that has closed
 * the connection of the request, which it does when the backend has been signalled: what is sent to the backend afterwards is not cancelled. Rejects where that cannot be known.
 */
export function cancelStatement(client: Client): Promise<void> {
  const { host, port, ssl } = client;
  const { processID, secretKey, sslNegotiation } = client as unknown as Session;
  const { wire } = new Client({ host, port, ssl, sslnegotiation: sslNegotiation });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => wire.stream.destroy(new Error('CancelRequest: no answer in time')), PATIENCE_MS);
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
