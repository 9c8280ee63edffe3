// pg's client, which closes its connection when parsing or handling a message throws, and the cancellation of its statement.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { type DataRowHandler, RowSplitter } from './row-splitter.ts';

/** Members of pg's connection that its types lack. */
export type Wire = pg.Connection & {
  stream: Socket;
  attachListeners(stream: EventEmitter): void;
  connect(portOrSocket: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  close(what: { type: 'S'; name: string }): void;
  parse(query: { name?: string; text: string }): void;
  bind(config: { statement?: string; values: readonly (string | null)[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(config: { portal: string }): void;
  sync(): void;
};

/** Reads the result of a statement beside pg. */
export type ResultReader = {
  /** Called with the size of each chunk before it is parsed; false skips it. */
  received(bytes: number): boolean;
  /** Called for each DataRow message, which pg then does not parse. */
  row?: DataRowHandler;
};

export class DatabaseClient extends pg.Client {
  /** Reads the result of the running statement. */
  reader: ResultReader | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {}); // the running query rejects, and the pool replaces the connection
    const attachListeners = this.wire.attachListeners.bind(this.wire);
    this.wire.attachListeners = (stream) => attachListeners(this.guarded(stream));
  }

  get wire(): Wire {
    return this.connection as Wire;
  }

  /** pg parses and handles messages in the socket's 'data' event, where an exception would end the process. */
  private guarded(stream: EventEmitter): EventEmitter {
    const chunks = new EventEmitter();
    const splitter = new RowSplitter();
    const others = (messages: Buffer) => chunks.emit('data', messages);
    stream.on('data', (chunk: Buffer) => {
      try {
        if (this.reader?.received(chunk.byteLength) === false) return;
        splitter.split(chunk, this.reader?.row, others);
      } catch (error) {
        (stream as Socket).destroy(error as Error);
      }
    });
    stream.on('end', () => chunks.emit('end'));
    return chunks;
  }
}

const CANCEL_MS = 2_000;

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
    const late = setTimeout(() => wire.stream.destroy(new Error('CancelRequest: timed out')), CANCEL_MS);
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
