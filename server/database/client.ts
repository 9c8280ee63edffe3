// pg's client, with a connection that ends by itself where parsing what PostgreSQL sent, or handling it, throws.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What pg's types leave out of its connection. */
export type Wire = pg.Connection & {
  stream: Socket;
  attachListeners(stream: EventEmitter): void;
  connect(portOrSocket: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
};

export class Client extends pg.Client {
  /** Called with the size of each piece of data before it is parsed; false leaves the piece unparsed. */
  received: ((bytes: number) => boolean) | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {}); // what runs on a broken connection rejects, and its holder replaces it
    const attachListeners = this.wire.attachListeners.bind(this.wire);
    this.wire.attachListeners = (stream) => attachListeners(this.contained(stream));
  }

  get wire(): Wire {
    return this.connection as Wire;
  }

  /** pg parses, and calls back with each message, inside the socket's 'data' event, where a throw would end the process. */
  private contained(stream: EventEmitter): EventEmitter {
    const pieces = new EventEmitter();
    stream.on('data', (piece: Buffer) => {
      try {
        if (this.received?.(piece.byteLength) !== false) pieces.emit('data', piece);
      } catch (error) {
        (stream as Socket).destroy(error as Error);
      }
    });
    stream.on('end', () => pieces.emit('end'));
    return pieces;
  }
}
