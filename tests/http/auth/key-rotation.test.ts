import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clone, cloneDatabase } from '../../support/database.ts';
import { type Launched, launch } from '../../support/server.ts';
import { toolOutput } from '../../support/tool.ts';
import { newEmail, PASSWORD } from './requests.ts';

let clone: Clone;
let instances: Launched[];
let urls: string[];
beforeAll(async () => {
  clone = await cloneDatabase();
  instances = [1, 2].map(() => launch({ DATABASE_URL: clone.url }));
  urls = await Promise.all(instances.map((instance) => instance.url));
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await clone.drop();
});

const signUpAt = async (url: string | undefined): Promise<Session> => {
  const body = JSON.stringify({ email: newEmail(), password: PASSWORD });
  return (await (await fetch(`${url}/auth/v1/signup`, { method: 'POST', body })).json()) as Session;
};
const statusAt = async (url: string | undefined, { access_token: token }: Session) =>
  (await fetch(`${url}/auth/v1/user`, { headers: { Authorization: `Bearer ${token}` } })).status;
const keysAt = async (url: string) => {
  const { keys } = (await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};
const keyId = ({ access_token: token }: Session) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

test('a new key signs once every instance has loaded it, and no session ends', async () => {
  const before = await signUpAt(urls[0]);
  const [oldKey] = await keysAt(urls[0] ?? '');
  expect(keyId(before)).toBe(oldKey);
  await toolOutput('rotate-keys', clone.url);
  await expect
    .poll(() => Promise.all(urls.map(keysAt)), { timeout: 5_000 })
    .toEqual([
      [expect.any(String), oldKey],
      [expect.any(String), oldKey],
    ]);
  expect(await Promise.all(urls.map((url) => statusAt(url, before)))).toEqual([200, 200]);
  await expect
    .poll(async () => keyId(await signUpAt(urls[0])) === oldKey, { timeout: 20_000, interval: 1_000 })
    .toBe(false);
  const after = await signUpAt(urls[0]);
  expect(await Promise.all(urls.map((url) => statusAt(url, after)))).toEqual([200, 200]);
  expect(await Promise.all(urls.map((url) => statusAt(url, before)))).toEqual([200, 200]);
});
