import type { Session, User } from '@supabase/auth-js';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { factorRequests } from './factor-requests.ts';
import {
  addProviderUser,
  arrive,
  arriveToLink,
  beginLink,
  departureUrl,
  exchange,
  HOME,
  linkIdentity,
  openProviderWorld,
  signIdToken,
  VERIFIER,
} from './provider-world.ts';
import {
  type Account,
  call,
  errorResponse,
  newEmail,
  openClient,
  readClaims,
  refresh,
  signIn,
  signUp,
  sql,
} from './requests.ts';

const world = setUp(openProviderWorld);

const { protectedAccount } = factorRequests(() => world.server);

const subject = (email = newEmail(), email_verified = true) => addProviderUser(world, { email, email_verified });
const readUser = async (token: string) => (await call(world.server, 'GET /user', { token })).body as User;
const readProviders = async (token: string) => (await readUser(token)).identities?.map(({ provider }) => provider);
const unlink = async (token: string, id: string | undefined) => {
  const { status, body } = await call(world.server, `DELETE /user/identities/${id}`, { token });
  return { status, body };
};
const without = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

async function linkedAccount(
  email = newEmail(),
  verified = true,
): Promise<{ account: Account; token: string; user: User }> {
  const account = await signUp(world.server);
  const { body } = await linkIdentity(world, account.session.access_token, subject(email, verified));
  const { access_token: token, user } = body as Session;
  return { account, token, user };
}

const age = (token: string) =>
  sql(world.server, `update auth.sessions set created_at = now() - interval '25 hours' where id = $1`, [
    readClaims(token).session_id,
  ]);

const insufficient = errorResponse(
  403,
  'insufficient_aal',
  'AAL2 session is required to link or unlink an identity when MFA is enabled.',
);
const reauthenticate = (what: string) =>
  errorResponse(400, 'reauthentication_needed', `${what} requires reauthentication`);
const ssoManaged = errorResponse(
  422,
  'user_sso_managed',
  'The identities of an SSO account are managed by its provider',
);

describe('linked identities', () => {
  test('a linked identity allows a sign-in with either', async () => {
    const { account, user } = await linkedAccount();
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['email', 'example']);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'example'] });
    expect(user.email).toBe(account.email);
    expect((await signIn(world.server, account)).status).toBe(200);
  });

  test('linking and unlinking an identity works through auth-js (S7.52, S7.53)', async () => {
    const { client, events, close } = openClient(world.server, { flowType: 'pkce' });
    const account = await signUp(world.server);
    await client.signInWithPassword(account);
    const { data } = await client.linkIdentity({
      provider: 'example' as 'google',
      options: { skipBrowserRedirect: true, queryParams: { login_hint: subject() }, redirectTo: `${HOME}/account` },
    });
    const { at, query } = await arrive(world, data.url ?? '');
    expect(at).toBe(`${HOME}/account`);
    const { error: unlinked } = await client.exchangeCodeForSession(query.code ?? '');
    expect(unlinked).toBeNull();
    expect(events).toContain('SIGNED_IN');
    const { data: listed } = await client.getUserIdentities();
    const added = listed?.identities.find(({ provider }) => provider === 'example');
    expect(added).toBeDefined();
    const { error } = await client.unlinkIdentity(added as NonNullable<typeof added>);
    close();
    expect(error).toBeNull();
    expect((await readUser(account.session.access_token)).identities).toHaveLength(1);
  });

  test('a link takes effect when the browser that began it exchanges the code', async () => {
    const { session, user } = await signUp(world.server);
    const sub = subject();
    const { at, query, fragment } = await arriveToLink(world, session.access_token, sub);
    expect({ at, fragment }).toEqual({ at: `${HOME}/account`, fragment: {} });
    expect(await readProviders(session.access_token)).toEqual(['email']);
    expect(without(await exchange(world, query.code, 'w'.repeat(64)))).toEqual(
      errorResponse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),
    );
    expect(await readProviders(session.access_token)).toEqual(['email']);
    const arrived = await arrive(world, departureUrl(world, sub));
    expect((await readUser(arrived.fragment.access_token ?? '')).id).not.toBe(user.id);
  });

  test('linking an identity continues the session with a new refresh token', async () => {
    const { session } = await signUp(world.server);
    const { body } = await linkIdentity(world, session.access_token, subject());
    const linked = body as Session;
    expect(readClaims(linked.access_token)).toMatchObject({
      session_id: readClaims(session.access_token).session_id,
      amr: [{ method: 'password' }],
    });
    expect(linked.provider_token).toEqual(expect.any(String));
    expect((await refresh(world.server, linked.refresh_token)).status).toBe(200);
  });

  test('linking an identity keeps aal2', async () => {
    const { session } = await protectedAccount();
    const { body } = await linkIdentity(world, session.access_token, subject());
    expect(readClaims((body as Session).access_token)).toMatchObject({ aal: 'aal2' });
  });

  test('linking fails for an identity that is linked already', async () => {
    const account = await signUp(world.server);
    const sub = subject();
    await linkIdentity(world, account.session.access_token, sub);
    expect((await arriveToLink(world, account.session.access_token, sub)).query).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    });
    const other = await signUp(world.server);
    expect((await arriveToLink(world, other.session.access_token, sub)).query).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    });
  });

  test('linking fails if another user linked the identity meanwhile', async () => {
    const [one, other] = [await signUp(world.server), await signUp(world.server)];
    const sub = subject();
    const { query } = await arriveToLink(world, one.session.access_token, sub);
    await linkIdentity(world, other.session.access_token, sub);
    expect(without(await exchange(world, query.code))).toEqual(
      errorResponse(422, 'identity_already_exists', 'Identity is already linked to another user'),
    );
  });

  test('linking requires a PKCE flow', async () => {
    const { session } = await signUp(world.server);
    const path = 'GET /user/identities/authorize?provider=example&skip_http_redirect=true';
    expect(without(await call(world.server, path, { token: session.access_token }))).toEqual(
      errorResponse(
        400,
        'validation_failed',
        'Linking an identity requires the PKCE flow: code_challenge and code_challenge_method',
      ),
    );
  });

  test('linking requires a session, and redirects at once if requested', async () => {
    const path = `/user/identities/authorize?provider=example&code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`;
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

describe('links that cannot begin', () => {
  const begin = async (token: string) => without(await beginLink(world, token, subject()));

  test('a link cannot begin at aal1 of a user with a second factor', async () => {
    const { account } = await protectedAccount();
    const { body } = await signIn(world.server, account);
    expect(await begin((body as Session).access_token)).toEqual(insufficient);
    const id_token = await signIdToken(world, subject());
    const answer = await call(world.server, 'POST /token?grant_type=id_token', {
      token: (body as Session).access_token,
      body: { provider: 'example', id_token, link_identity: true },
    });
    expect(without(answer)).toEqual(insufficient);
  });

  test('a link cannot begin in a session older than a day without reauthentication', async () => {
    const { session, password } = await signUp(world.server);
    const token = session.access_token;
    await age(token);
    expect(await begin(token)).toEqual(reauthenticate('Linking an identity'));
    const id_token = await signIdToken(world, subject());
    const byToken = () =>
      call(world.server, 'POST /token?grant_type=id_token', {
        token,
        body: { provider: 'example', id_token, link_identity: true },
      });
    expect(without(await byToken())).toEqual(reauthenticate('Linking an identity'));
    await call(world.server, 'PUT /user', { token, body: { current_password: password } });
    expect((await begin(token)).status).toBe(200);
    expect((await byToken()).status).toBe(200);
  });

  test('a link cannot be begun by an SSO account', async () => {
    const { session, user } = await signUp(world.server);
    await sql(world.server, 'update auth.users set is_sso_user = true where id = $1', [user.id]);
    expect(await begin(session.access_token)).toEqual(ssoManaged);
    expect(await unlink(session.access_token, user.identities?.[0]?.identity_id)).toEqual(ssoManaged);
  });
});

describe('pending links', () => {
  async function begun() {
    const account = await signUp(world.server);
    const { body } = await beginLink(world, account.session.access_token, subject());
    return { account, token: account.session.access_token, url: (body as { url: string }).url };
  }
  type Begun = Awaited<ReturnType<typeof begun>>;
  const put = (token: string, body: unknown) => call(world.server, 'PUT /user', { token, body });
  const later = async ({ account }: Begun) => (await signIn(world.server, account)).body as Session;

  const events: [string, (begun: Begun) => Promise<unknown>][] = [
    ['signing out', ({ token }) => call(world.server, 'POST /logout?scope=local', { token })],
    ['signing out everywhere', ({ token }) => call(world.server, 'POST /logout?scope=global', { token })],
    [
      'signing out the others elsewhere',
      async (own) => call(world.server, 'POST /logout?scope=others', { token: (await later(own)).access_token }),
    ],
    ['a new password', ({ token }) => put(token, { password: 'a newer password' })],
    ['a new password elsewhere', async (own) => put((await later(own)).access_token, { password: 'a newer password' })],
    [
      'the owner of the address',
      ({ account }) =>
        arrive(world, departureUrl(world, addProviderUser(world, { email: account.email, email_verified: true }))),
    ],
    [
      'the end of that session by another',
      async (own) => {
        const id = readClaims(own.token).session_id;
        const response = await fetch(`${world.server.url}/rest/v1/rpc/end_my_session`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${(await later(own)).access_token}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({ session: id }),
        });
        expect(await response.json()).toBe(true);
      },
    ],
    [
      'a first second factor',
      async ({ token }) => {
        const { enrol, verify } = factorRequests(() => world.server);
        expect((await verify(token, await enrol(token))).status).toBe(200);
      },
    ],
    [
      'a ban',
      ({ account }) =>
        sql(world.server, `update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
          account.user.id,
        ]),
    ],
    [
      'an account of the company’s',
      ({ account }) => sql(world.server, 'update auth.users set is_sso_user = true where id = $1', [account.user.id]),
    ],
    ['its deletion', ({ account }) => sql(world.server, 'delete from auth.users where id = $1', [account.user.id])],
  ];

  test.each(events)(
    'a pending link is cancelled by %s, before the callback and before the exchange',
    async (_, end) => {
      const [away, back] = [await begun(), await begun()];
      const { query } = await arrive(world, back.url);
      expect(query.code).toEqual(expect.any(String));
      await end(away);
      await end(back);
      const arrival = await arrive(world, away.url);
      expect(arrival.query).toHaveProperty('error_code');
      expect(arrival.query).not.toHaveProperty('code');
      expect((await exchange(world, query.code)).status).toBeGreaterThanOrEqual(400);
      const linked = await sql(
        world.server,
        `select from auth.identities where user_id = any ($1) and provider = 'example' and identity_data ->> 'email' <> all ($2)`,
        [
          [away.account.user.id, back.account.user.id],
          [away.account.email, back.account.email],
        ],
      );
      expect(linked).toEqual([]);
    },
  );

  test('a pending link is cancelled by the revocation of the session’s refresh tokens', async () => {
    const own = await begun();
    const { query } = await arrive(world, own.url);
    await sql(world.server, 'update auth.refresh_tokens set revoked = true where user_id = $1', [own.account.user.id]);
    expect(without(await exchange(world, query.code))).toEqual(
      errorResponse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
    );
    expect(await readProviders(own.token)).toEqual(['email']);
  });

  test('a pending link is cancelled by a concurrent sign-out, without a deadlock', async () => {
    const own = await begun();
    const signOut = new pg.Client({ connectionString: world.server.databaseUrl });
    await signOut.connect();
    await signOut.query('begin');
    const session = readClaims(own.token).session_id;
    await signOut.query('select from auth.sessions where id = $1 for update', [session]);
    const arrival = arrive(world, own.url);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await sql(world.server, waiting)).length).toBe(1);
    await signOut.query('delete from auth.sessions where id = $1', [session]);
    await signOut.query('commit');
    await signOut.end();
    expect((await arrival).query).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  test('a pending link continues after a sign-out of another session', async () => {
    const own = await begun();
    await call(world.server, 'POST /logout?scope=local', { token: (await later(own)).access_token });
    const { query } = await arrive(world, own.url);
    expect((await exchange(world, query.code)).status).toBe(200);
  });
});

describe('pending codes of sign-ins', () => {
  const begin = async () => {
    const email = newEmail();
    const sub = subject(email);
    const first = await arrive(world, departureUrl(world, sub));
    const pkce = `&code_challenge=${VERIFIER}&code_challenge_method=plain`;
    const { query } = await arrive(world, departureUrl(world, sub, pkce));
    return { token: first.fragment.access_token ?? '', code: query.code };
  };

  test.each(['global', 'others'])('a sign-in with a pending code is cancelled by a sign-out: %s', async (scope) => {
    const { token, code } = await begin();
    await call(world.server, `POST /logout?scope=${scope}`, { token });
    expect((await exchange(world, code)).status).toBe(404);
  });

  test('a sign-in with a pending code is cancelled by a new password', async () => {
    const { token, code } = await begin();
    await call(world.server, 'PUT /user', { token, body: { password: 'a newer password' } });
    expect((await exchange(world, code)).status).toBe(404);
  });

  test('a sign-in with a pending code is cancelled by a ban', async () => {
    const { token, code } = await begin();
    await sql(world.server, `update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      readClaims(token).sub,
    ]);
    expect((await exchange(world, code)).body).toMatchObject({ error_code: 'user_banned' });
  });

  test('a sign-in with a pending code is cancelled by a concurrent password change, without a deadlock', async () => {
    const { token, code } = await begin();
    const { sub } = readClaims(token);
    const change = new pg.Client({ connectionString: world.server.databaseUrl });
    await change.connect();
    await change.query(`begin; set local lock_timeout = '5s'`);
    await change.query(`update auth.users set encrypted_password = 'another' where id = $1`, [sub]);
    const exchanged = exchange(world, code);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await sql(world.server, waiting)).length).toBe(1);
    await change.query('delete from auth.flow_state where user_id = $1', [sub]);
    await change.query('commit');
    await change.end();
    expect((await exchanged).status).toBe(404);
  });

  test.each(['global', 'others'])(
    'a sign-in with a pending code is cancelled by a sign-out during the callback: %s',
    async (scope) => {
      const sub = subject();
      const first = await arrive(world, departureUrl(world, sub));
      const token = first.fragment.access_token ?? '';
      const held = new pg.Client({ connectionString: world.server.databaseUrl });
      await held.connect();
      await held.query('begin');
      await held.query(`select from auth.identities where provider_id = $1 for update`, [sub]);
      const pkce = `&code_challenge=${VERIFIER}&code_challenge_method=plain`;
      const arrival = arrive(world, departureUrl(world, sub, pkce));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await sql(world.server, waiting)).length).toBe(1);
      const signedOut = call(world.server, `POST /logout?scope=${scope}`, { token });
      await Promise.race([signedOut, expect.poll(async () => (await sql(world.server, waiting)).length).toBe(2)]);
      await held.query('commit');
      await held.end();
      expect((await signedOut).status).toBe(204);
      expect((await exchange(world, (await arrival).query.code)).status).toBe(404);
    },
  );

  test('a sign-in with a pending code is not cancelled by a local sign-out', async () => {
    const { token, code } = await begin();
    await call(world.server, 'POST /logout?scope=local', { token });
    expect((await exchange(world, code)).status).toBe(200);
  });
});

describe('unlinking of identities', () => {
  test('unlinking an identity keeps the account’s email', async () => {
    const { token, user, account } = await linkedAccount();
    const [email, example] = user.identities ?? [];
    expect(await unlink(token, example?.identity_id)).toEqual({ status: 200, body: {} });
    const rest = await readUser(token);
    expect(rest.identities?.map(({ identity_id }) => identity_id)).toEqual([email?.identity_id]);
    expect(rest.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(rest.email).toBe(account.email);
  });

  test('unlinking an identity fails for the email identity of an account with a password', async () => {
    const { token, user, account } = await linkedAccount();
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual(
      errorResponse(
        422,
        'email_identity_not_deletable',
        'The email identity of an account with a password cannot be unlinked',
      ),
    );
    expect((await readUser(token)).email).toBe(account.email);
    expect((await signIn(world.server, account)).status).toBe(200);
  });

  /** An account without a password that was created by a provider sign-in. */
  async function providersAccount() {
    const { fragment } = await arrive(world, departureUrl(world, subject()));
    const token = fragment.access_token ?? '';
    return { token, user: await readUser(token) };
  }

  async function addIdentity(user: User, email: string, email_verified: boolean): Promise<void> {
    await sql(
      world.server,
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at) values ($1, $2, $3, 'other', now())`,
      [newEmail(), user.id, { email, email_verified }],
    );
  }

  test('unlinking an identity changes the email to another identity’s verified one if none has the account’s', async () => {
    const { token, user } = await providersAccount();
    const theirs = newEmail();
    await addIdentity(user, newEmail(), false);
    await addIdentity(user, theirs, true);
    await call(world.server, 'PUT /user', { token, body: { email: newEmail() } });
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual({ status: 200, body: {} });
    const moved = await readUser(token);
    expect(moved).toMatchObject({ email: theirs, user_metadata: { email: theirs } });
    expect(moved).not.toHaveProperty('new_email');
  });

  test('unlinking an identity fails if only an unverified email would remain', async () => {
    const { token, user } = await providersAccount();
    await addIdentity(user, newEmail(), false);
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual(
      errorResponse(
        422,
        'email_conflict_identity_not_deletable',
        'Unable to unlink identity: no other identity has a verified email address',
      ),
    );
    expect((await readUser(token)).email).toBe(user.email);
  });

  test('unlinking an identity fails if the remaining email belongs to another account', async () => {
    const taken = await signUp(world.server);
    const { token, user } = await providersAccount();
    await addIdentity(user, taken.email, true);
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual(
      errorResponse(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),
    );
  });

  test('unlinking an identity fails for the last identity', async () => {
    const { session, user } = await signUp(world.server);
    expect(await unlink(session.access_token, user.identities?.[0]?.identity_id)).toEqual(
      errorResponse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
    );
  });

  test('unlinking an identity fails for another user’s identity and for an unknown one', async () => {
    const { user } = await linkedAccount();
    const { token } = await linkedAccount();
    expect(await unlink(token, user.identities?.[0]?.identity_id)).toEqual(
      errorResponse(422, 'identity_not_found', "Identity doesn't exist"),
    );
    expect(await unlink(token, 'x')).toEqual(errorResponse(404, 'validation_failed', 'identity_id must be an UUID'));
  });

  test('unlinking an identity fails at aal1 of a user with a second factor', async () => {
    const { account, session } = await protectedAccount();
    const { body } = await linkIdentity(world, session.access_token, subject());
    const example = (body as Session).user.identities?.find(({ provider }) => provider === 'example');
    const { body: below } = await signIn(world.server, account);
    expect(await unlink((below as Session).access_token, example?.identity_id)).toEqual(insufficient);
    expect(await unlink((body as Session).access_token, example?.identity_id)).toEqual({ status: 200, body: {} });
  });

  test('unlinking an identity fails in a session older than a day without reauthentication', async () => {
    const { token, user, account } = await linkedAccount();
    const example = user.identities?.[1]?.identity_id;
    await age(token);
    expect(await unlink(token, example)).toEqual(reauthenticate('Unlinking an identity'));
    await call(world.server, 'PUT /user', { token, body: { current_password: account.password } });
    expect(await unlink(token, example)).toEqual({ status: 200, body: {} });
  });
});

test('linking and unlinking can both be switched off', async () => {
  const off = await openProviderWorld({ AUTH_MANUAL_LINKING: 'false' });
  const { session } = await signUp(off.server);
  const disabled = errorResponse(404, 'manual_linking_disabled', 'Manual linking is disabled');
  for (const endpoint of ['GET /user/identities/authorize?provider=example', 'DELETE /user/identities/x']) {
    const { status, body } = await call(off.server, endpoint, { token: session.access_token });
    expect({ status, body }).toEqual(disabled);
  }
  await off.stop();
});
