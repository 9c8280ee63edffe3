import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseClient } from './client.ts';

/** A message of PostgreSQL's protocol: its type, its length, its content. */
function message(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const numbers = (...values: number[]) => Buffer.from(values);
const ready = message('Z', 'I');
const hello = Buffer.concat([message('R', numbers(0, 0, 0, 0)), ready]);

let answer: Buffer;
let client: DatabaseClient;
let close: () => void;

/** A server that accepts every login and sends `answer` for every query. */
beforeEach(async () => {
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      socket.write(hello);
      socket.on('data', () => socket.write(answer));
    });
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  client = new DatabaseClient({ host: '127.0.0.1', port, user: 'leadlight', password: 'x', ssl: false });
  close = () => server.close();
  await client.connect();
});
afterEach(async () => {
  await client.end().catch(() => {});
  close();
});

const field = (length: number) => numbers(length >> 24, length >> 16, length >> 8, length);

test.each([
  ['a row with fewer fields than announced', message('D', numbers(0, 9))],
  ['a truncated row description', message('T', numbers(0, 1), 'id\0', numbers(0))],
  ['an unknown authentication method', message('R', numbers(0, 0, 0, 99))],
])('%s ends the connection, and the query rejects', async (_, sent) => {
  answer = sent;
  const ended = new Promise((resolve) => client.once('end', resolve));
  await expect(client.query('select 1')).rejects.toThrow();
  await ended;
});

test('a value longer than the maximum string length ends the connection', async () => {
  const known = Buffer.prototype.toString;
  answer = Buffer.concat([message('T', numbers(0, 0)), message('D', numbers(0, 1), field(4), 'long')]);
  Buffer.prototype.toString = function (...encoding: Parameters<typeof known>) {
    if (this.includes('long')) throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
    return known.apply(this, encoding);
  };
  try {
    await expect(client.query('select 1')).rejects.toThrow('Cannot create a string longer');
  } finally {
    Buffer.prototype.toString = known;
  }
});

test('an exception in a listener ends the connection', async () => {
  answer = Buffer.concat([message('N', 'MNote\0', '\0'), ready]);
  client.on('notice', () => {
    throw new Error('a fault of ours');
  });
  await expect(client.query('select 1')).rejects.toThrow('a fault of ours');
});

test('the reader gets the size of each chunk before it is parsed, and skips it by returning false', async () => {
  const sizes: number[] = [];
  answer = message('D', numbers(0, 9)); // would end the connection
  client.reader = {
    received: (bytes) => {
      sizes.push(bytes);
      client.wire.stream.destroy(new Error('too large'));
      return false;
    },
  };
  await expect(client.query('select 1')).rejects.toThrow('too large');
  expect(sizes).toEqual([answer.length]);
});

test('the reader gets the rows instead of pg, and its exception ends the connection', async () => {
  const row = message('D', numbers(0, 1), field(3), 'Ann');
  answer = Buffer.concat([message('T', numbers(0, 0)), row, message('D', numbers(0, 9)), ready]);
  const contents: string[] = [];
  client.reader = {
    received: () => true,
    row: (chunk, start, end) => {
      contents.push(chunk.toString('latin1', start + 6, end));
      if (end - start === 2) throw new RangeError('a row that is cut short');
    },
  };
  await expect(client.query('select 1')).rejects.toThrow('a row that is cut short');
  expect(contents).toEqual(['Ann', '']);
});
