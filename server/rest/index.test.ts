import { Hono } from 'hono';
import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { TextResult } from '../database/caller-query.ts';
import type { Database } from '../database/pool.ts';
import type { CallerRequest } from '../database/rows.ts';
import type { Keys } from '../jwt.ts';
import type { QueryLimits } from '../limits.ts';
import { introspected } from './example-catalog.ts';
import { openRowApi } from './index.ts';

/** The row API with the example catalog. Records each statement after that of the catalog; `answer` is its result. */
function serve(
  limits: Partial<QueryLimits>,
  answer = async (): Promise<TextResult> => ({ columns: ['body'], rows: [] }),
) {
  const sent: CallerRequest[] = [];
  const request: Database['request'] = async (given) => {
    if (given.statement.text.includes('pg_class')) {
      return { columns: ['catalog'], rows: [[JSON.stringify(introspected)]] };
    }
    sent.push(given);
    return answer();
  };
  const database = { request, listen: () => {} } as unknown as Database;
  const app = new Hono();
  const log = pino({ level: 'silent' });
  const admission = { hasRole: () => true, trustedProxies: 0, anonymousRate: 1_000 };
  const rows = openRowApi({ database, keys: {} as Keys, log, limits, ...admission });
  app.all('/rest/v1/*', (c) => rows(c, c.req.raw, '/rest/v1'));
  return { sent, ask: (target: string) => app.request(`/rest/v1${target}`) };
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
