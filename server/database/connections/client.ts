// pg's client, which closes its connection when parsing or handling a message throws.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** Members of pg's connection that its types lack. */
export type Wire = pg.Connection & {
  stream: Socket;
  attachListeners(stream: EventEmitter): void;
  connect(portOrSocket: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
};

export class Client extends pg.Client {
  /** Called with the size of each chunk before it is parsed; false skips it. */
  received: ((bytes: number) => boolean) | undefined;

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
    stream.on('data', (chunk: Buffer) => {
      try {
        if (this.received?.(chunk.byteLength) !== false) chunks.emit('data', chunk);
      } catch (error) {
        (stream as Socket).destroy(error as Error);
      }
    });
    stream.on('end', () => chunks.emit('end'));
    return chunks;
  }
}
