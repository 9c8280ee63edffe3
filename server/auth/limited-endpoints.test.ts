import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import type { Query } from '../database/connections/pool.ts';
import type { Keys } from '../jwt.ts';
import { accountLimits } from '../limits.ts';
import type { Mailer } from '../mail/mailer.ts';
import { authApi } from './index.ts';

const once = Object.fromEntries(
  ['SIGNUP', 'TOKEN', 'VERIFY', 'FACTOR', 'USER'].map((name) => [`AUTH_RATE_${name}`, '1']),
);

let statements = 0;
const fail = () => {
  statements += 1;
  return Promise.reject(new Error('no database'));
};
const services = {
  database: { accountsFor: () => ({ query: fail, transaction: fail }) },
  config: readConfig(once),
  log: pino({ level: 'silent' }),
  keys: {} as Keys,
  mailer: {} as Mailer,
};

/** Endpoints that use no database, and those that require the service key. */
const unlimited =
  /^(GET \/(\.well-known\/jwks\.json|settings|health|sso\/saml\/metadata)|POST \/(otp|magiclink|invite)|\w+ \/(admin|oauth)\/.*)$/;

const endpoints = authApi(services)
  .routes.filter(({ method, path }) => method !== 'ALL' && !unlimited.test(`${method} ${path}`))
  .map(({ method, path }) => ({ method, path: path.replace(':id', 'x').replace('*', 'x') }));

test('every endpoint that reads the database without the service key is limited, and rejects without a statement', async () => {
  const targets = [...new Set(endpoints.map(({ method, path }) => `${method} ${path}`))];
  expect(targets).toHaveLength(27);
  for (const target of targets) {
    const [method = '', path = ''] = target.split(' ');
    const api = authApi(services);
    await api.request(path, { method });
    statements = 0;
    const response = await api.request(path, { method });
    const body = response.status === 303 ? response.headers.get('location') : await response.text();
    expect([target, body]).toEqual([target, expect.stringContaining('over_request_rate_limit')]);
    expect(statements).toBe(0);
  }
});

test('refreshes of one address are limited in all, and answer 503', async () => {
  const found = async () => ({ rows: [{ session_id: randomUUID() }], rowCount: 1 });
  const database = { accountsFor: () => ({ query: found as unknown as Query, transaction: fail }) };
  const api = authApi({ ...services, database });
  const body = JSON.stringify({ refresh_token: 'abcdefghijkl' });
  const refresh = async () => {
    const answer = await api.request('/token?grant_type=refresh_token', { method: 'POST', body });
    return `${answer.status} ${answer.headers.get('x-sb-error-code')}`;
  };
  vi.useFakeTimers({ toFake: ['performance'] }); // nothing is refilled meanwhile
  onTestFinished(() => void vi.useRealTimers());
  const answers = new Set<string>();
  for (let turn = 0; turn < accountLimits.refreshes; turn += 1) answers.add(await refresh());
  expect([...answers]).toEqual(['503 unexpected_failure']);
  expect(await refresh()).toBe('503 over_request_rate_limit');
});
