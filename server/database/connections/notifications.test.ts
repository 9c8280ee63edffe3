import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Listening, listenForNotifications } from './notifications.ts';

const RETRY_MS = 50;

let server: Server | undefined;
let listening: Listening | undefined;
afterEach(async () => {
  await listening?.stop();
  server?.close();
});

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const READY = message('Z', Buffer.from('I'));
const AUTHENTICATED = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const LISTENING = Buffer.concat([message('C', Buffer.from('LISTEN\0')), READY]);
const REJECTED = Buffer.concat([message('E', Buffer.from('SERROR\0C53000\0Mtoo many connections\0\0')), READY]);

/** A server that responds to LISTEN with `answer` of the connection's number. */
async function openPostgres(answer: (socket: Socket, connection: number) => void, port = 0): Promise<number> {
  let connections = 0;
  server = createServer((socket) => {
    const connection = ++connections;
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(AUTHENTICATED);
      socket.on('data', (data) => data.toString().includes('listen') && answer(socket, connection));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function heard(port: number): Promise<void> {
  return new Promise((resolve) => {
    listening = listenForNotifications(`postgres://user@127.0.0.1:${port}/db`, 'pgrst', resolve, RETRY_MS);
  });
}

test('the listener listens at once', async () => {
  await heard(await openPostgres((socket) => socket.write(LISTENING)));
});

test('the listener retries a rejected LISTEN', async () => {
  await heard(await openPostgres((socket, connection) => socket.write(connection === 1 ? REJECTED : LISTENING)));
});

test('the listener reconnects after a failure during LISTEN', async () => {
  await heard(
    await openPostgres((socket, connection) => (connection === 1 ? socket.destroy() : socket.write(LISTENING))),
  );
});

test('the listener retries until PostgreSQL accepts connections', async () => {
  const port = await openPostgres(() => {});
  await new Promise((resolve) => server?.close(resolve));
  const begun = heard(port);
  await openPostgres((socket) => socket.write(LISTENING), port);
  await begun;
});

test('the listener does not retry after stop', async () => {
  let connections = 0;
  const port = await openPostgres((socket) => {
    connections += 1;
    socket.write(REJECTED);
  });
  void heard(port);
  await expect.poll(() => connections).toBeGreaterThan(1);
  await listening?.stop();
  const tried = connections;
  await new Promise((resolve) => setTimeout(resolve, 3 * RETRY_MS));
  expect(connections).toBe(tried);
});
