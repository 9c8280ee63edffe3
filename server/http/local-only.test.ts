import { expect, test } from 'vitest';
import { foreignPart, isServiceAccount, socketAccount } from './local-only.ts';

const headersOf = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

test.each([
  ['localhost:3000', undefined],
  ['LocalHost', undefined],
  ['127.0.0.1:3000', undefined],
  ['127.1.2.3', undefined],
  ['[::1]:3000', undefined],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
])('the host %s and the origin %s are this machine’s', (host, origin) => {
  expect(foreignPart(headersOf({ Host: host, Origin: origin }))).toBeUndefined();
});

test.each([
  ['evil.example'],
  ['evil.example:3000'],
  ['localhost.evil.example'],
  ['127.0.0.1.nip.io:3000'],
  ['127.0.0.1@evil.example'],
  ['localhost.'],
  ['127.0.0.256.example'],
  ['192.168.1.4:3000'],
  ['0.0.0.0:3000'],
  ['[::2]:3000'],
  ['[::1'],
  ['localhost:3000, evil.example'],
  ['localhost:x'],
  [''],
  [undefined],
])('the host %j is foreign', (host) => {
  expect(foreignPart(headersOf({ Host: host }))).toBe(`the host '${host ?? ''}'`);
});

test.each([
  'https://evil.example',
  'http://evil.example:3000',
  'http://localhost:4000',
  'http://127.0.0.1:3000',
  'https://localhost:3000',
  'http://localhost',
  'http://localhost:3000/',
  'null',
  '',
])('on localhost:3000 the origin %j is foreign', (origin) => {
  expect(foreignPart(headersOf({ Host: 'localhost:3000', Origin: origin }))).toBe(`the origin '${origin}'`);
});

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded',
  'x-original-forwarded-for',
  'x-real-ip',
  'cf-connecting-ip',
  'forwarded',
  'via',
])('a request with the header %s comes from a proxy', (name) => {
  const headers = headersOf({ Host: 'localhost:3000', Accept: '*/*', 'X-Forward': '1', [name]: '127.0.0.1' });
  expect(foreignPart(headers)).toBe(`the proxy that sent the header '${name}'`);
});

const LIST = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
   2: 0100007F:D431 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000    33        0 3 1 0 20 4 30 10 -1
`;

test('the account of a connection is that of its other end', () => {
  expect(socketAccount(LIST, 0xd431, 0x0bb8)).toBe(33);
  expect(socketAccount(LIST, 0x0bb8, 0xd431)).toBe(1000);
  expect(socketAccount(LIST, 0xd432, 0x0bb8)).toBeUndefined();
});

test.each([
  [undefined, false],
  [0, false],
  [33, true],
  [999, true],
  [1_000, false],
  [61_183, false],
  [61_184, true],
  [65_520, false],
  [65_534, true],
  [process.getuid?.(), false],
])('whether the account %s is that of a service: %s', (id, isService) => {
  expect(isServiceAccount(id)).toBe(isService);
});
