// Ada is invited. Eve, without the invitation, has or gets an account with Ada's email. In every order only Ada sees the customer's rows.
import type { Session } from '@supabase/auth-js';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';
import { addProviderUser, arrive, departureUrl, openProviderWorld } from './auth/provider-world.ts';
import { call, newEmail, PASSWORD, signIn, signUp, sql } from './auth/requests.ts';

let customer: string;
const world = setUp(openProviderWorld);
beforeAll(async () => {
  const [row] = await sql<{ id: string }>(
    world.server,
    `with acme as (insert into public.customers (name) values ('Acme') returning id)
     insert into public.leads (customer_id, name) select id, 'Grace Hopper' from acme returning customer_id as id`,
  );
  customer = row?.id ?? '';
});

async function invite(email: string): Promise<string> {
  const text = 'insert into public.invitations (customer_id, email) values ($1, $2) returning token';
  const [invitation] = await sql<{ token: string }>(world.server, text, [customer, email]);
  return invitation?.token ?? '';
}

async function rows(token: string | undefined, path: string, body?: unknown) {
  const response = await fetch(`${world.server.url}/rest/v1/${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
}

const accept = (session: string | undefined, token: string) => rows(session, 'rpc/accept_invitation', { token });
const leads = async (session: string | undefined) => (await rows(session, 'leads?select=name')).body;

const comes = async (email: string, verified: boolean) =>
  arrive(world, departureUrl(world, addProviderUser(world, { email, email_verified: verified })));

test('Eve signs up with the invited email: she gets no access without the link, and Ada can accept with a provider', async () => {
  const email = newEmail();
  const token = await invite(email);
  const eve = await signUp(world.server, email);
  expect(await accept(eve.session.access_token, 'f'.repeat(64))).toMatchObject({
    status: 400,
    body: { message: 'Invalid invitation link' },
  });
  expect(await leads(eve.session.access_token)).toEqual([]);

  const ada = (await comes(email, true)).fragment.access_token;
  expect((await accept(ada, token)).status).toBeLessThan(300);
  expect(await leads(ada)).toEqual([{ name: 'Grace Hopper' }]);
  expect((await signIn(world.server, eve)).status).toBe(400);
  expect(await leads(eve.session.access_token)).not.toContainEqual({ name: 'Grace Hopper' });
});

test('Ada accepts with a password: an unverified provider gets no access, a verified one reaches the same account', async () => {
  const email = newEmail();
  const token = await invite(email);
  const ada = await signUp(world.server, email);
  expect((await accept(ada.session.access_token, token)).status).toBeLessThan(300);

  expect((await comes(email, false)).query).toMatchObject({ error_code: 'email_exists' });
  const back = (await comes(email, true)).fragment.access_token;
  expect(await leads(back)).toEqual([{ name: 'Grace Hopper' }]);
  const { body } = await call(world.server, 'GET /user', { token: back ?? '' });
  expect((body as Session['user']).id).toBe(ada.user.id);
});

test('Ada accepts with a provider: later sign-ups with her email are rejected', async () => {
  const email = newEmail();
  const token = await invite(email);
  const ada = (await comes(email, true)).fragment.access_token;
  expect((await accept(ada, token)).status).toBeLessThan(300);
  const { body } = await call(world.server, 'POST /signup', { body: { email, password: PASSWORD } });
  expect(body).toMatchObject({ error_code: 'user_already_exists' });
  expect((await signIn(world.server, { email, password: PASSWORD })).status).toBe(400);
  expect((await comes(email, false)).query).toMatchObject({ error_code: 'email_exists' });
});
