import type { User } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, call, newEmail, openClient, refusal, signIn, signUp } from './calls.ts';
import { arrive, HOME, newPerson, openProviderWorld, type ProviderWorld } from './provider-world.ts';

let world: ProviderWorld;
beforeAll(async () => {
  world = await openProviderWorld();
});
afterAll(() => world.stop());

const person = (email = newEmail()) => newPerson(world, { email, email_verified: true });

async function link(token: string, sub: string) {
  const query = `?provider=house&login_hint=${sub}&skip_http_redirect=true&redirect_to=${HOME}/account`;
  const { body } = await call(world.server, `GET /user/identities/authorize${query}`, { token });
  return arrive(world, (body as { url: string }).url);
}
const userOf = async (token: string) => (await call(world.server, 'GET /user', { token })).body as User;
const unlink = async (token: string, id: string | undefined) => {
  const { status, body } = await call(world.server, `DELETE /user/identities/${id}`, { token });
  return { status, body };
};

async function linkedAccount(email = newEmail()): Promise<{ account: Account; token: string; user: User }> {
  const account = await signUp(world.server);
  const token = account.session.access_token;
  await link(token, person(email));
  return { account, token, user: await userOf(token) };
}

describe('a person adds a provider to their account', () => {
  test('and signs in by either', async () => {
    const { account, user } = await linkedAccount();
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['email', 'house']);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'house'] });
    expect(user.email).toBe(account.email);
    expect((await signIn(world.server, account)).status).toBe(200);
  });

  test('through auth-js, and takes it away again', async () => {
    const { client, close } = openClient(world.server);
    const account = await signUp(world.server);
    await client.signInWithPassword(account);
    const { data } = await client.linkIdentity({
      provider: 'house' as 'google',
      options: { skipBrowserRedirect: true, queryParams: { login_hint: person() }, redirectTo: `${HOME}/account` },
    });
    expect((await arrive(world, data.url ?? '')).at).toBe(`${HOME}/account`);
    const { data: listed } = await client.getUserIdentities();
    const added = listed?.identities.find(({ provider }) => provider === 'house');
    expect(added).toBeDefined();
    const { error } = await client.unlinkIdentity(added as NonNullable<typeof added>);
    close();
    expect(error).toBeNull();
    expect((await userOf(account.session.access_token)).identities).toHaveLength(1);
  });

  test('once, and not if it is somebody else’s', async () => {
    const account = await signUp(world.server);
    const sub = person();
    await link(account.session.access_token, sub);
    expect((await link(account.session.access_token, sub)).query).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    });
    const other = await signUp(world.server);
    expect((await link(other.session.access_token, sub)).query).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    });
  });

  test('as a user only, and straight away where asked', async () => {
    const path = '/user/identities/authorize?provider=house';
    expect((await call(world.server, `GET ${path}`)).body).toMatchObject({ error_code: 'no_authorization' });
    const { session } = await signUp(world.server);
    const response = await fetch(`${world.server.url}/auth/v1${path}`, {
      redirect: 'manual',
      headers: { Authorization: `Bearer ${session.access_token}` },
    });
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toMatch(new RegExp(`^${world.provider.issuer}`));
  });
});

describe('a person takes a way into their account away', () => {
  test('and it leads there no longer', async () => {
    const { token, user, account } = await linkedAccount();
    const [email, house] = user.identities ?? [];
    expect(await unlink(token, house?.identity_id)).toEqual({ status: 200, body: {} });
    const rest = await userOf(token);
    expect(rest.identities?.map(({ identity_id }) => identity_id)).toEqual([email?.identity_id]);
    expect(rest.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(rest.email).toBe(account.email);
  });

  test('and with the password’s way goes the password, and the address becomes the other way’s', async () => {
    const theirs = newEmail();
    const { token, user, account } = await linkedAccount(theirs);
    expect((await unlink(token, user.identities?.[0]?.identity_id)).status).toBe(200);
    expect((await userOf(token)).email).toBe(theirs);
    expect((await signIn(world.server, account)).status).toBe(400);
    expect((await signIn(world.server, { ...account, email: theirs })).status).toBe(400);
  });

  test('but not the last one', async () => {
    const { session, user } = await signUp(world.server);
    expect(await unlink(session.access_token, user.identities?.[0]?.identity_id)).toEqual(
      refusal(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
    );
  });

  test('but not where the address that is left is somebody else’s', async () => {
    const taken = await signUp(world.server);
    const { token, user } = await linkedAccount(taken.email);
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual(
      refusal(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),
    );
  });

  test('but nobody else’s, and nothing that is none', async () => {
    const { user } = await linkedAccount();
    const { token } = await linkedAccount();
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual(
      refusal(422, 'identity_not_found', "Identity doesn't exist"),
    );
    expect(await unlink(token, 'x')).toEqual(refusal(404, 'validation_failed', 'identity_id must be an UUID'));
  });
});

test('both can be switched off', async () => {
  const off = await openProviderWorld({ AUTH_MANUAL_LINKING: 'false' });
  const { session } = await signUp(off.server);
  const disabled = refusal(404, 'manual_linking_disabled', 'Manual linking is disabled');
  for (const endpoint of ['GET /user/identities/authorize?provider=house', 'DELETE /user/identities/x']) {
    const { status, body } = await call(off.server, endpoint, { token: session.access_token });
    expect({ status, body }).toEqual(disabled);
  }
  await off.stop();
});
