// Raw TCP connections to a server.
import { connect, type Socket } from 'node:net';
import type { TestServer } from '../../support/server.ts';

export type RawConnection = {
  socket: Socket;
  /** Everything received so far, a character per byte. */
  received(): string;
  /** Resolves with everything received once the connection is closed. */
  closed: Promise<string>;
};

/** Opens a connection and sends the text, a byte per character. */
export function openConnection({ url }: Pick<TestServer, 'url'>, sent: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => {}); // a connection reset is reported by 'close'
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  socket.write(sent, 'latin1');
  return { socket, received: () => text, closed };
}

/** The statuses of the responses on a connection, in order. */
export const readStatuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** Sends one request with `Connection: close` and returns the response. */
export const sendRequest = (server: TestServer, first: string, headers: string[] = [], body = '') =>
  openConnection(server, [first, 'Host: leads.example.test', 'Connection: close', ...headers, '', body].join('\r\n'))
    .closed;
