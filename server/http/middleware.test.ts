import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';
import { accessLog, warnOfProxy } from './middleware.ts';

async function logged(target: string, { level, status }: { level: string; status: 200 | 500 }): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(line) });
  const app = new Hono().use(accessLog(log)).all('*', (c) => c.text('', status));
  await app.request(target);
  return lines.join('');
}

test.each([
  '/invite/SECRET',
  '/review/SECRET',
  '/Invite/SECRET/',
  '//invite/SECRET/more',
  '/invite/a%2FSECRET',
  '/invite/%0ASECRET',
  '/unsubscribe/SECRET',
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
  ['/review/abc', '/review/…'],
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

test('a proxy that is not trusted is logged once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = new Hono().use(warnOfProxy(log)).get('/', (c) => c.text(''));
  await app.request('/');
  expect(lines).toEqual([]);
  for (const client of ['192.0.2.1', '192.0.2.2']) {
    const response = await app.request('/', { headers: { 'X-Forwarded-For': client } });
    expect(response.status).toBe(200);
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a proxy is not trusted', hint: expect.stringContaining('TRUST_PROXY') },
  ]);
});
