// Clients that violate HTTP or abuse it get 4xx or a closed connection; others are served.
import { afterEach, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { openConnection, readStatuses, sendRequest } from './raw-connection.ts';

const server = setUpServer({ AUTH_RATE_SIGNUP: '1000' });

afterEach(async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

const post = 'POST /rest/v1/leads HTTP/1.1';

test.each<[string, string, string[], string?]>([
  ['a length that is no number', post, ['Content-Length: abc']],
  ['a negative length', post, ['Content-Length: -1']],
  ['two lengths', post, ['Content-Length: 1', 'Content-Length: 2'], 'ab'],
  ['a length and chunks', post, ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['a transfer encoding that does not end in chunks', post, ['Transfer-Encoding: gzip'], 'abc'],
  ['a chunk without a size', post, ['Transfer-Encoding: chunked'], 'zz\r\nabc'],
  ['a folded header', 'GET /healthz HTTP/1.1', ['X-Note: a', ' b']],
  ['a NUL in a header', 'GET /healthz HTTP/1.1', ['X-Note: a\0b']],
  ['bytes in a path', 'GET /rest/v1/le\xff\xfeads HTTP/1.1', []],
  ['bytes in a query', 'GET /rest/v1/leads?name=eq.\xff HTTP/1.1', []],
  ['an unknown method', 'STEAL /rest/v1/leads HTTP/1.1', []],
  ['an unknown version', 'GET /healthz HTTP/9.9', []],
  ['no HTTP at all', '\x16\x03\x01\0\xc8\x01\0\0\xc4\x03\x03', []],
])('%s is 400', async (_, first, headers, body) => {
  expect(readStatuses(await sendRequest(server, first, headers, body))).toEqual([400]);
});

test.each([
  ['a URL of 80,000 characters', `GET /rest/v1/leads?${'id=eq.1&'.repeat(10_000)} HTTP/1.1`, []],
  ['3,000 headers', 'GET / HTTP/1.1', Array.from({ length: 3_000 }, (_, index) => `X-${index}: flood`)],
  ['a header of a megabyte', 'GET / HTTP/1.1', [`X-Flood: ${'x'.repeat(1_000_000)}`]],
])('%s is 431', async (_, first, headers) => {
  expect(readStatuses(await sendRequest(server, first, headers))).toEqual([431]);
});

test.each([
  ['TRACE /rest/v1/leads', 405],
  ['TRACE /auth/v1/user', 404],
  ['PROPFIND /', 404],
  ['GET /rest/v1/%ff', 404],
  ['GET /rest/v1/%00', 404],
  ['GET /assets/%00.js', 404],
  ['GET /assets/..%2f..%2fpackage.json', 404],
  ['GET /assets/..%5c..%5cpackage.json', 404],
  ['DELETE /auth/v1/factors/%ff', 401],
  ['GET /auth/v1/authorize?provider=%00', 400],
])('%s is %i', async (target, status) => {
  expect(readStatuses(await sendRequest(server, `${target} HTTP/1.1`))).toEqual([status]);
});

test('headers with unusual bytes are rejected or ignored', async () => {
  const strange = (name: string) => sendRequest(server, 'GET /rest/v1/leads HTTP/1.1', [`${name}: \xff\xfe"'\\`]);
  expect(readStatuses(await strange('Accept'))).toEqual([406]);
  expect(readStatuses(await strange('Accept-Profile'))).toEqual([406]);
  expect(readStatuses(await strange('Authorization'))).toEqual([401]);
  for (const name of ['Prefer', 'Range', 'X-Request-Id', 'X-Impersonation-Id', 'X-Forwarded-For', 'User-Agent']) {
    expect(readStatuses(await strange(name))).toEqual([401]); // leads require a token
  }
});

test('a thousand requests, of which ten at a time are pipelined, get their responses in order', async () => {
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const nowhere = 'GET /rest/v1/nowhere HTTP/1.1\r\nHost: x\r\n\r\n';
  const { socket, received } = openConnection(server, '');
  for (let count = 10; count <= 1_000; count += 10) {
    socket.write((health + nowhere).repeat(5));
    await expect.poll(() => readStatuses(received()).length, { interval: 5 }).toBe(count);
  }
  expect(readStatuses(received())).toEqual(Array.from({ length: 500 }, () => [200, 404]).flat());
  socket.destroy();
});

test.each([
  ['POST /auth/v1/nowhere', 404],
  ['POST /auth/v1/factors', 401],
  ['PUT /auth/v1/user', 401],
  ['POST /auth/v1/admin/users', 401],
  ['POST /auth/v1/otp', 422],
  ['POST /functions/v1/nowhere', 404],
  ['POST /functions/v1/import-csv-data', 401],
  ['POST /nowhere', 404],
])('%s is %i before its body has arrived', async (target, status) => {
  const head = `${target} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`;
  const { socket, received } = openConnection(server, head);
  await expect.poll(() => readStatuses(received())).toEqual([status]);
  socket.destroy();
});

test('two hundred clients that stall in a header or a body delay no one else', async () => {
  const beginnings = [
    'GET /rest/v1/leads HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n[',
    'POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a',
    'POST /functions/v1/import-csv-data HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n{',
  ];
  const connections = Array.from({ length: 200 }, (_, index) => openConnection(server, beginnings[index % 4] ?? ''));
  await Promise.all(connections.map(({ socket }) => new Promise((resolve) => socket.on('connect', resolve))));
  const email = 'quick@example.test';
  const signUp = { method: 'POST', body: JSON.stringify({ email, password: 'long enough' }) };
  expect((await fetch(`${server.url}/auth/v1/signup`, signUp)).status).toBe(200);
  for (const { socket } of connections) socket.destroy();
});

test('a client that disconnects within its body causes no error', async () => {
  const paths = ['/rest/v1/leads', '/rest/v1/rpc/read_invitation', '/auth/v1/signup', '/functions/v1/send-invitation'];
  for (const framing of ['Content-Length: 5000', 'Transfer-Encoding: chunked']) {
    for (const path of paths) {
      const { socket } = openConnection(server, `POST ${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n5\r\n{"na`);
      await new Promise((resolve) => socket.on('connect', resolve));
      socket.end();
      await new Promise((resolve) => socket.on('close', resolve));
    }
  }
  expect(server.output()).not.toContain('"level":50');
});
