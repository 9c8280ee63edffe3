import type { Session } from '@supabase/auth-js';
import { describe, expect, inject, test } from 'vitest';
import { type Account, call, errorResponse, furtherSession, openClient, refresh, signUp } from './requests.ts';

const server = inject('server');

const lives = async ({ access_token: token, refresh_token }: Session) => ({
  access: (await call(server, 'GET /user', { token })).status === 200,
  refresh: (await refresh(server, refresh_token)).status === 200,
});
const alive = { access: true, refresh: true };
const ended = { access: false, refresh: false };

async function twoSessions(): Promise<{ account: Account; here: Session; there: Session }> {
  const account = await signUp(server);
  return { account, here: account.session, there: await furtherSession(server, account) };
}

describe('sign-outs', () => {
  test.each([
    { scope: '', hereAfter: ended, thereAfter: ended },
    { scope: '?scope=global', hereAfter: ended, thereAfter: ended },
    { scope: '?scope=local', hereAfter: ended, thereAfter: alive },
    { scope: '?scope=others', hereAfter: alive, thereAfter: ended },
  ])(
    'a sign-out with the scope $scope ends the sessions of that scope (S7.59)',
    async ({ scope, hereAfter, thereAfter }) => {
      const { here, there } = await twoSessions();
      const stranger = await signUp(server);
      const { status, body } = await call(server, `POST /logout${scope}`, { token: here.access_token });
      expect({ status, body }).toEqual({ status: 204, body: null });
      expect(await lives(here)).toEqual(hereAfter);
      expect(await lives(there)).toEqual(thereAfter);
      expect(await lives(stranger.session)).toEqual(alive);
    },
  );

  test('a sign-out cannot be repeated with the same token', async () => {
    const { session } = await signUp(server);
    await call(server, 'POST /logout', { token: session.access_token });
    const { status, body } = await call(server, 'POST /logout', { token: session.access_token });
    expect({ status, body }).toEqual(
      errorResponse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
    );
  });

  test('a sign-out ends the token’s access to rows', async () => {
    const { session, user } = await signUp(server);
    const readProfile = async () => {
      const response = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
        headers: { apikey: server.publishableKey, Authorization: `Bearer ${session.access_token}` },
      });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    expect(await readProfile()).toEqual({ status: 200, body: [{ id: user.id }] });
    await call(server, 'POST /logout', { token: session.access_token });
    expect(await readProfile()).toEqual({ status: 200, body: [] });
  });

  test('a sign-out is rejected with another scope', async () => {
    const { session } = await signUp(server);
    const { status, body } = await call(server, 'POST /logout?scope=everywhere', { token: session.access_token });
    expect({ status, body }).toEqual(errorResponse(400, 'validation_failed', 'Unsupported logout scope "everywhere"'));
    expect(await lives(session)).toEqual(alive);
  });

  test('a sign-out is rejected without a token', async () => {
    const { status, body } = await call(server, 'POST /logout');
    expect({ status, body }).toEqual(
      errorResponse(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
    );
  });
});

describe('sign-outs by auth-js', () => {
  test.each(['global', 'local'] as const)(
    'auth-js signs out with the scope %s and fires SIGNED_OUT (S7.40)',
    async (scope) => {
      const { client, events, close } = openClient(server);
      await client.initialize();
      await client.signInWithPassword(await signUp(server));
      const { error } = await client.signOut({ scope });
      const { data } = await client.getSession();
      close();
      expect(error).toBeNull();
      expect(data.session).toBeNull();
      expect(events).toContain('SIGNED_OUT');
    },
  );

  test('auth-js signs out other sessions and keeps its own', async () => {
    const { account, there } = await twoSessions();
    const { client, events, close } = openClient(server);
    await client.initialize();
    await client.signInWithPassword(account);
    const { error } = await client.signOut({ scope: 'others' });
    const { data } = await client.getUser();
    close();
    expect(error).toBeNull();
    expect(data.user?.id).toBe(account.user.id);
    expect(events).not.toContain('SIGNED_OUT');
    expect(await lives(there)).toEqual(ended);
  });

  test('auth-js signs out without an error if the session has ended already (S7.60)', async () => {
    const { client, close } = openClient(server);
    const account = await signUp(server);
    await client.signInWithPassword(account);
    const token = (await client.getSession()).data.session?.access_token;
    await call(server, 'POST /logout', { token });
    const { error } = await client.signOut();
    close();
    expect(error).toBeNull();
  });

  test('auth-js fires SIGNED_OUT on the first request after its session was ended elsewhere (S8.45)', async () => {
    const account = await signUp(server);
    const { client, events, close } = openClient(server);
    await client.initialize();
    await client.signInWithPassword(account);
    await call(server, 'POST /logout?scope=others', { token: account.session.access_token });
    const { error } = await client.getUser();
    close();
    expect(error).toMatchObject({ name: 'AuthSessionMissingError', message: 'Auth session missing!', status: 400 });
    expect(events).toContain('SIGNED_OUT');
  });
});
