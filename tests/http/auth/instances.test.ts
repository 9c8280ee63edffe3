import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clone, cloneDatabase } from '../../support/database.ts';
import { type Launched, launch } from '../../support/server.ts';

const LIMITS = { AUTH_RATE_SIGNUP: '6' };

let clone: Clone;
let instances: Launched[];
let urls: string[];
beforeAll(async () => {
  clone = await cloneDatabase();
  instances = [1, 2].map(() => launch({ DATABASE_URL: clone.url, ...LIMITS }));
  urls = await Promise.all(instances.map((instance) => instance.url));
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await clone.drop();
});

const onEach = async (path: string) =>
  Promise.all(urls.map(async (url) => (await fetch(`${url}${path}`)).json() as Promise<unknown>));

const post = (url: string | undefined, path: string, body: unknown) =>
  fetch(`${url}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) });

test('two instances that start together on one database create one key of each kind', async () => {
  const [one, two] = await onEach('/auth/v1/.well-known/jwks.json');
  expect(one).toMatchObject({ keys: [{ alg: 'ES256' }] });
  expect(two).toEqual(one);
  const [here, there] = (await onEach('/config.json')) as { supabaseKey: string }[];
  expect(here?.supabaseKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(there?.supabaseKey).toBe(here?.supabaseKey);
});

test('a session of one instance is valid at the other', async () => {
  const signedUp = await post(urls[0], '/signup', { email: 'ada@example.test', password: 'a good password' });
  const session = (await signedUp.json()) as Session;
  const user = await fetch(`${urls[1]}/auth/v1/user`, { headers: { Authorization: `Bearer ${session.access_token}` } });
  expect(user.status).toBe(200);
  const refreshed = await post(urls[1], '/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
  expect(refreshed.status).toBe(200);
});

test('instances count attempts together', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await post(urls[turn % 2], '/signup', {})).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});
