// Link scanners send HEAD requests, which must not use up a token.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { linkIn } from './emails.ts';
import {
  addProviderUser,
  departureUrl,
  HOME,
  openProviderWorld,
  type ProviderWorld,
  VERIFIER,
} from './provider-world.ts';
import { follow, followRedirects } from './redirects.ts';
import { call, newEmail, signUp, sql } from './requests.ts';

let mailServer: MailServer;
let world: ProviderWorld;
beforeAll(async () => {
  mailServer = await openMailServer();
  world = await openProviderWorld({ SMTP_URL: mailServer.url });
});
afterAll(async () => {
  await world.stop();
  await mailServer.close();
});

async function head(address: URL | string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { method: 'HEAD', redirect: 'manual', headers });
  return { status: response.status, location: response.headers.get('Location') };
}
const untouched = { status: 200, location: null };

test.each([
  ['', {}, 'fragment', 'access_token'],
  [' of a PKCE flow', { code_challenge: VERIFIER, code_challenge_method: 'plain' }, 'query', 'code'],
] as const)('HEAD does not use up the link of an email%s', async (_, pkce, where, member) => {
  const { email } = await signUp(world.server);
  await call(world.server, 'POST /recover', { body: { email, ...pkce } });
  const link = linkIn(await mailServer.waitForEmail(email));
  const here = new URL(`${link.pathname}${link.search}`, world.server.url);
  expect(await head(here)).toEqual(untouched);
  expect(await head(here)).toEqual(untouched);
  expect((await follow(here))[where]).toHaveProperty(member);
});

test('HEAD does not use up a provider’s callback', async () => {
  const subject = addProviderUser(world, { email: newEmail(), email_verified: true });
  const back = await followRedirects(departureUrl(world, subject), ({ pathname }) => pathname === '/auth/v1/callback');
  const callback = `${world.server.url}/auth/v1/callback?${new URLSearchParams(back.query)}`;
  expect(await head(callback)).toEqual(untouched);
  expect((await follow(callback)).at).toBe(`${HOME}/`);
  expect((await follow(callback)).query).toMatchObject({ error_code: 'flow_state_already_used' });
});

test('HEAD begins no flow', async () => {
  await sql(world.server, 'delete from auth.flow_state');
  const { session } = await signUp(world.server);
  const authorization = { Authorization: `Bearer ${session.access_token}` };
  const query = `?provider=example&code_challenge=${VERIFIER}&code_challenge_method=plain`;
  expect(await head(`${world.server.url}/auth/v1/authorize${query}`)).toEqual(untouched);
  expect(await head(`${world.server.url}/auth/v1/user/identities/authorize${query}`, authorization)).toEqual(untouched);
  expect(await sql(world.server, 'select from auth.flow_state')).toEqual([]);
});

test('HEAD sends no reauthentication code', async () => {
  const { session, email } = await signUp(world.server);
  const authorization = { Authorization: `Bearer ${session.access_token}` };
  expect(await head(`${world.server.url}/auth/v1/reauthenticate`, authorization)).toEqual(untouched);
  const other = await signUp(world.server);
  await call(world.server, 'GET /reauthenticate', { token: other.session.access_token });
  await mailServer.waitForEmail(other.email);
  expect(mailServer.emailsTo(email)).toEqual([]);
});

test('HEAD of a read-only endpoint responds like GET', async () => {
  expect(await head(`${world.server.url}/auth/v1/settings`)).toEqual(untouched);
  expect(await head(`${world.server.url}/auth/v1/user`)).toEqual({ status: 401, location: null });
});
