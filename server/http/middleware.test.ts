import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';
import { accessLog, foreignPartOf } from './middleware.ts';

async function logged(target: string, { level, status }: { level: string; status: 200 | 500 }): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(line) });
  const app = new Hono().use(accessLog(log)).all('*', (c) => c.text('', status));
  await app.request(target);
  return lines.join('');
}

test.each([
  '/invite/SECRET',
  '/Invite/SECRET/',
  '//invite/SECRET/more',
  '/invite/a%2FSECRET',
  '/invite/%0ASECRET',
  '/auth/v1/verify?token=SECRET',
  '/rest/v1/invitations?token=eq.SECRET',
])('the secret in %s is not logged', async (target) => {
  for (const answer of [
    { level: 'debug', status: 200 },
    { level: 'info', status: 500 },
  ] as const) {
    const line = await logged(target, answer);
    expect(JSON.parse(line)).toMatchObject({ method: 'GET', status: answer.status });
    expect(line).not.toContain('SECRET');
  }
});

test.each([
  ['/invite/abc', '/invite/…'],
  ['/auth/v1/admin/users/1?page=2', '/auth/v1/admin/users/1'],
  ['/admin/customers/1', '/admin/customers/1'],
])('%s is logged as %s', async (target, path) => {
  expect(JSON.parse(await logged(target, { level: 'debug', status: 200 }))).toMatchObject({ path });
});

test('a limit that answers 503 is logged as a limit, not as an error', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = new Hono().use(accessLog(log));
  app.get('/', (c) => c.text('', 503, { 'x-sb-error-code': 'over_request_rate_limit' }));
  await app.request('/');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 20, status: 503 }]);
});

const headersOf = (given: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));

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
  expect(foreignPartOf(headersOf({ Host: host, Origin: origin }))).toBeUndefined();
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
  expect(foreignPartOf(headersOf({ Host: host }))).toBe(`the host '${host ?? ''}'`);
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
  expect(foreignPartOf(headersOf({ Host: 'localhost:3000', Origin: origin }))).toBe(`the origin '${origin}'`);
});

test.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded', 'x-real-ip', 'forwarded', 'via'])(
  'a request with the header %s comes from a proxy',
  (name) => {
    const headers = headersOf({ Host: 'localhost:3000', Accept: '*/*', 'X-Forward': '1', [name]: '127.0.0.1' });
    expect(foreignPartOf(headers)).toBe(`the proxy that sent the header '${name}'`);
  },
);
