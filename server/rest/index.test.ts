import { Hono } from 'hono';
import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import { introspected } from '#tests/support/example-catalog.ts';
import { JoinedRows } from '../database/connections/joined-rows.ts';
import type { DatabasePool } from '../database/connections/pool.ts';
import type { CallerRequest } from '../database/connections/rows.ts';
import { Overloaded } from '../database/connections/scheduler.ts';
import type { Keys } from '../jwt.ts';
import type { QueryLimits } from '../limits.ts';
import { openRowApi } from './index.ts';

/** The row API with the example catalog. Records each statement after that of the catalog; `answer` is its result. */
function serve(
  limits: Partial<QueryLimits>,
  answer = async () => Object.assign(new JoinedRows(), { columns: ['body'] }),
  charge: DatabasePool['charge'] = (_, work) => work(),
) {
  const sent: CallerRequest[] = [];
  const request: DatabasePool['request'] = async (given) => {
    if (given.statement.text.includes('pg_class')) {
      return { text: JSON.stringify(introspected) } as JoinedRows;
    }
    sent.push(given);
    return answer();
  };
  const database = { request, charge, listen: () => {} } as unknown as DatabasePool;
  const app = new Hono();
  const log = pino({ level: 'silent' });
  const admission = { hasRole: () => true, trustedProxies: 0, anonymousRate: 1_000 };
  const rows = openRowApi({ database, keys: {} as Keys, log, limits, ...admission });
  app.all('/rest/v1/*', (c) => rows(c, c.req.raw, '/rest/v1'));
  return { sent, ask: (target: string, init?: RequestInit) => app.request(`/rest/v1${target}`, init) };
}

test('regular expressions can be allowed without a token, with a shorter timeout', async () => {
  const { sent, ask } = serve({ anonymousRegexes: 2, regexTimeout: 300 });
  expect((await ask('/leads?name=match.^a&name=imatch.b$')).status).toBe(200);
  expect((await ask('/leads?name=eq.match.a')).status).toBe(200);
  expect((await ask('/leads?name=match.a&name=match.b&name=match.c')).status).toBe(400);
  expect(sent.map(({ settings }) => settings.statement_timeout)).toEqual(['300ms', undefined]);
});

test('other limits are unchanged', async () => {
  const { sent, ask } = serve({ conditions: 71 });
  const conditions = (count: number) => Array.from({ length: count }, () => 'name=eq.x').join('&');
  expect((await ask(`/leads?${conditions(71)}`)).status).toBe(200);
  expect((await ask(`/leads?${conditions(72)}`)).status).toBe(400);
  expect((await ask('/leads?name=match.a')).status).toBe(400);
  expect(sent.length).toBe(1);
});

test('a timeout is 400 with a regular expression, else 500', async () => {
  const late = Object.assign(new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error'), {
    code: '57014',
    severity: 'ERROR',
  });
  const { ask } = serve({ anonymousRegexes: 1 }, () => Promise.reject(late));
  expect([(await ask('/leads?name=match.a')).status, (await ask('/leads?name=eq.a')).status]).toEqual([400, 500]);
});

test('a deadlock is 503 without transaction numbers', async () => {
  const deadlock = Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), {
    code: '40P01',
    severity: 'ERROR',
    detail: 'Process 7 waits for ShareLock on transaction 812; blocked by process 8.',
  });
  const response = await serve({}, () => Promise.reject(deadlock)).ask('/leads');
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '1',
    { code: '40P01', details: null, hint: 'Try again.', message: 'Other requests are changing the same rows' },
  ]);
});

/** The headers of a request whose body must not be read. */
function unread(method: string, bytes = 20) {
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.error(new Error('read'));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes) };
  return { init: { method, body, headers, duplex: 'half' } as RequestInit, isRead: () => isRead };
}

test.each([
  ['POST', '/nothing', 404, 'PGRST205'],
  ['POST', '/leads?columns=nope', 400, 'PGRST204'],
  ['POST', '/leads?select=nope', 400, '42703'],
  ['PATCH', '/leads?nope=eq.1', 400, '42703'],
])('%s %s: its names are checked before its body is read', async (method, target, status, code) => {
  const { init, isRead } = unread(method);
  const response = await serve({}).ask(target, init);
  expect([response.status, await response.json(), isRead()]).toEqual([
    status,
    expect.objectContaining({ code }),
    false,
  ]);
});

test('a caller above its budget is rejected before its body is read', async () => {
  const { init, isRead } = unread('POST');
  const charge = () => {
    throw new Overloaded('budget', 7);
  };
  const response = await serve({}, undefined, charge).ask('/leads', init);
  expect([response.status, response.headers.get('retry-after'), isRead()]).toEqual([429, '7', false]);
});
