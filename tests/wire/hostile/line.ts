// In charge of speaking to a server byte by byte, as no client library would.
import { connect, type Socket } from 'node:net';
import type { TestServer } from '../../support/server.ts';

export type Line = {
  socket: Socket;
  /** All that the server has said so far, a character for each byte. */
  said(): string;
  /** Resolves with it when the server, or whoever ends the line, has closed it. */
  closed: Promise<string>;
};

/** Opens a line and sends the text, a byte for each character. */
export function openLine({ url }: Pick<TestServer, 'url'>, text: string): Line {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    said += part;
  });
  socket.on('error', () => {}); // a line that the server cuts is told by 'close'
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(said)));
  socket.write(text, 'latin1');
  return { socket, said: () => said, closed };
}

/** The statuses of the answers on a line, in their order. */
export const statusesOf = (said: string) =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** What the server answers to one request, which asks for the end of the line. */
export const tell = (server: TestServer, first: string, headers: string[] = [], body = '') =>
  openLine(server, [first, 'Host: leads.example.test', 'Connection: close', ...headers, '', body].join('\r\n')).closed;
