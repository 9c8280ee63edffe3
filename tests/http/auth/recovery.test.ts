import type { Session } from '@supabase/auth-js';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { setUpMailingServer } from '../../support/set-up.ts';
import { codeIn, linkIn } from './emails.ts';
import { follow } from './redirects.ts';
import {
  call,
  errorResponse,
  memoryStorage,
  NO_LIMITS,
  newEmail,
  openClient,
  refresh,
  signIn,
  signUp,
  sql,
} from './requests.ts';

const AUTH_REDIRECT_URLS = 'https://*.preview.example.test/**, leadlight://callback';
const { server, mailServer } = setUpMailingServer({ ...NO_LIMITS, AUTH_REDIRECT_URLS });

const recover = (email: string, query = '') => call(server, `POST /recover${query}`, { body: { email } });

async function recoveredSession(email: string, count = 1): Promise<Session> {
  await recover(email);
  const token = codeIn(await mailServer.waitForEmail(email, count));
  const { status, body } = await call(server, 'POST /verify', { body: { type: 'recovery', email, token } });
  if (status !== 200) throw new Error(`recovery answered ${status} ${JSON.stringify(body)}`);
  return body as Session;
}

describe('password recoveries', () => {
  test('a password recovery emails a code that opens a session for a new password (S7.48)', async () => {
    const account = await signUp(server);
    const { status, body } = await recover(account.email.toUpperCase());
    expect({ status, body }).toEqual({ status: 200, body: {} });
    await mailServer.waitForEmail(account.email);
    const session = await recoveredSession(account.email, 2);
    const changed = await call(server, 'PUT /user', {
      token: session.access_token,
      body: { password: 'a newer password' },
    });
    expect(changed.status).toBe(200);
    expect((await signIn(server, { ...account, password: 'a newer password' })).status).toBe(200);
    expect((await signIn(server, account)).status).toBe(400);
  });

  test('a password recovery sends nothing without an account, with the same response', async () => {
    const email = newEmail();
    const { status, body } = await recover(email);
    expect({ status, body }).toEqual({ status: 200, body: {} });
    await recoveredSession((await signUp(server)).email);
    expect(mailServer.emailsTo(email)).toEqual([]);
  });

  test('a password recovery works once for each email, and only with the newest', async () => {
    const { email } = await signUp(server);
    await recover(email);
    const first = linkIn(await mailServer.waitForEmail(email));
    await recover(email);
    const second = linkIn(await mailServer.waitForEmail(email, 2));
    expect((await follow(first)).fragment).toMatchObject({ error_code: 'otp_expired' });
    expect((await follow(second)).fragment).toMatchObject({ type: 'recovery' });
    expect((await follow(second)).fragment).toMatchObject({ error_code: 'otp_expired' });
  });

  test.each(['token_hash', 'token'])(
    'a password recovery waits for a password change that is under way, and is not in its way (%s)',
    async (by) => {
      const { email, user } = await signUp(server);
      await recover(email);
      const message = await mailServer.waitForEmail(email);
      const shown =
        by === 'token' ? { email, token: codeIn(message) } : { token_hash: linkIn(message).searchParams.get('token') };
      const change = new pg.Client({ connectionString: server.databaseUrl });
      await change.connect();
      await change.query(`begin; set local lock_timeout = '5s'`);
      await change.query(`update auth.users set encrypted_password = 'another' where id = $1`, [user.id]);
      const verified = call(server, 'POST /verify', { body: { type: 'recovery', ...shown } });
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await sql(server, waiting)).length).toBe(1);
      await change.query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
      await change.query('commit');
      await change.end();
      expect((await verified).body).toMatchObject({ error_code: 'otp_expired' });
    },
  );

  test('a password recovery works through auth-js with PASSWORD_RECOVERY (S4.20)', async () => {
    const { client, events, close } = openClient(server);
    const { email } = await signUp(server);
    expect((await client.resetPasswordForEmail(email)).error).toBeNull();
    const { error } = await client.verifyOtp({
      type: 'recovery',
      email,
      token: codeIn(await mailServer.waitForEmail(email)),
    });
    expect(error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: 'a newer password' })).error).toBeNull();
    close();
    expect((await signIn(server, { email, password: 'a newer password' })).status).toBe(200);
  });

  test.each([
    [{}, errorResponse(400, 'validation_failed', 'Password recovery requires an email')],
    [{ email: 'invalid' }, errorResponse(400, 'validation_failed', 'Unable to validate email address: invalid format')],
  ])('a password recovery is rejected for %j', async (body, as) => {
    const answer = await call(server, 'POST /recover', { body });
    expect({ status: answer.status, body: answer.body }).toEqual(as);
  });

  test('a recovery opens no session for a banned user', async () => {
    const { email, user } = await signUp(server);
    await recover(email);
    const token = codeIn(await mailServer.waitForEmail(email));
    await sql(server, `update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user.id]);
    const { status, body } = await call(server, 'POST /verify', { body: { type: 'recovery', email, token } });
    expect({ status, body }).toEqual(errorResponse(403, 'user_banned', 'User is banned'));
  });
});

describe('accounts opened with another user’s email', () => {
  test('an account that was opened with another user’s email loses its sessions when the owner of the inbox recovers it', async () => {
    const eve = await signUp(server);
    const recovered = await recoveredSession(eve.email);
    const { status, body } = await call(server, 'GET /user', { token: eve.session.access_token });
    expect({ status, body }).toEqual(
      errorResponse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
    );
    expect((await refresh(server, eve.session.refresh_token)).status).toBe(400);
    expect((await signIn(server, eve)).status).toBe(400);
    expect(recovered.user.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
  });

  test('a recovered account keeps the owner’s password in later recoveries until it is changed', async () => {
    const { email } = await signUp(server);
    const owner = await recoveredSession(email);
    await call(server, 'PUT /user', { token: owner.access_token, body: { password: 'a newer password' } });
    await recoveredSession(email, 2);
    expect((await call(server, 'GET /user', { token: owner.access_token })).status).toBe(200);
    expect((await signIn(server, { email, password: 'a newer password' })).status).toBe(200);
  });

  test('a recovery invalidates the emails that the account had pending', async () => {
    const eve = await signUp(server);
    const theirs = newEmail();
    await call(server, 'PUT /user', { token: eve.session.access_token, body: { email: theirs } });
    const link = linkIn(await mailServer.waitForEmail(theirs));
    const { user } = await recoveredSession(eve.email, 2);
    expect(user).not.toHaveProperty('new_email');
    expect((await follow(link)).fragment).toMatchObject({ error_code: 'otp_expired' });
  });
});

describe('redirects of a link', () => {
  const arrival = async (redirectTo: string, headers: Record<string, string> = {}) => {
    const { email } = await signUp(server);
    const query = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : '';
    await call(server, `POST /recover${query}`, { body: { email }, headers });
    return (await follow(linkIn(await mailServer.waitForEmail(email)))).at;
  };
  const home = () => `http://localhost:${new URL(server.url).port}/`;

  test.each(['http://127.0.0.1:5173/auth', 'https://one.preview.example.test/a/b'])(
    'a link redirects where it is allowed to: %s',
    async (address) => {
      expect(await arrival(address)).toBe(address);
    },
  );

  test.each([
    '',
    'https://evil.test/',
    '//evil.test/',
    'javascript:alert(1)',
    'https://evil%2Etest?.preview.example.test/x',
    'https://evil\u3002test#.preview.example.test/',
  ])('a link redirects to the site instead of %j', async (address) => {
    expect(await arrival(address)).toBe(home());
  });

  test('a link redirects to the referrer if it is allowed', async () => {
    expect(await arrival('', { Referer: 'https://one.preview.example.test/x' })).toBe(
      'https://one.preview.example.test/x',
    );
    expect(await arrival('', { Referer: 'https://evil.test/x' })).toBe(home());
  });

  test('a link redirects to the site, if its redirect_to was changed to another', async () => {
    const { email } = await signUp(server);
    await recover(email);
    const link = linkIn(await mailServer.waitForEmail(email));
    link.searchParams.set('redirect_to', 'https://evil.test/');
    expect((await follow(link)).at).toBe(home());
  });
});

describe('recoveries in a PKCE flow', () => {
  async function begin() {
    const storage = memoryStorage();
    const opened = openClient(server, { flowType: 'pkce', storage, storageKey: 'flow' });
    const { email } = await signUp(server);
    await opened.client.resetPasswordForEmail(email);
    const link = linkIn(await mailServer.waitForEmail(email));
    expect(link.searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/);
    const { query, fragment } = await follow(link);
    expect(fragment).toEqual({});
    return { ...opened, email, code: query.code ?? '' };
  }
  const trade = (auth_code: string, code_verifier: string) =>
    call(server, 'POST /token?grant_type=pkce', { body: { auth_code, code_verifier } });

  test('the link of a PKCE flow returns a code, which fires PASSWORD_RECOVERY in the browser that began the flow', async () => {
    const { client, events, code, email, close } = await begin();
    const { data, error } = await client.exchangeCodeForSession(code);
    close();
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(events).toContain('PASSWORD_RECOVERY');
  });

  test('the code of a PKCE flow requires the verifier and works once', async () => {
    const { client, code, close } = await begin();
    const stolen = await trade(code, 'x'.repeat(64));
    expect({ status: stolen.status, body: stolen.body }).toEqual(
      errorResponse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),
    );
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    close();
    const again = await trade(code, 'x'.repeat(64));
    expect({ status: again.status, body: again.body }).toEqual(
      errorResponse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
    );
  });

  test('the link’s token opens no session without the verifier, and stays valid', async () => {
    const { client, close } = openClient(server, { flowType: 'pkce' });
    const { email } = await signUp(server);
    await client.resetPasswordForEmail(email);
    const link = linkIn(await mailServer.waitForEmail(email));
    const token_hash = link.searchParams.get('token') ?? '';
    for (const type of ['recovery', 'email']) {
      const { status, body } = await call(server, 'POST /verify', { body: { type, token_hash } });
      expect({ status, body }).toEqual(
        errorResponse(
          400,
          'validation_failed',
          'The token of a PKCE flow is exchanged by its link and its code verifier',
        ),
      );
    }
    const { query } = await follow(link);
    const { data, error } = await client.exchangeCodeForSession(query.code ?? '');
    close();
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('the email’s typed code opens a session in any browser', async () => {
    const { client, close } = openClient(server, { flowType: 'pkce' });
    const { email } = await signUp(server);
    await client.resetPasswordForEmail(email);
    close();
    const token = codeIn(await mailServer.waitForEmail(email));
    const { status, body } = await call(server, 'POST /verify', { body: { type: 'recovery', email, token } });
    expect(status).toBe(200);
    expect((body as Session).user.email).toBe(email);
  });

  test('the code of a PKCE flow expires after five minutes', async () => {
    const { client, code, close } = await begin();
    await sql(
      server,
      `update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds' where auth_code = $1`,
      [code],
    );
    const { error } = await client.exchangeCodeForSession(code);
    close();
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  test('the exchange of a code requires code and verifier', async () => {
    const empty = await trade('', 'x');
    expect({ status: empty.status, body: empty.body }).toEqual(
      errorResponse(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty'),
    );
  });

  const invalid = (message: string) => errorResponse(400, 'validation_failed', message);
  const challenge = 'a'.repeat(43);
  test.each([
    [{ code_challenge: challenge }, invalid('PKCE flow requires code_challenge_method and code_challenge')],
    [{ code_challenge_method: 's256' }, invalid('PKCE flow requires code_challenge_method and code_challenge')],
    [{ code_challenge: challenge, code_challenge_method: 'md5' }, invalid('invalid code challenge method')],
    [
      { code_challenge: 'a'.repeat(42), code_challenge_method: 's256' },
      invalid('code challenge has to be between 43 and 128 characters'),
    ],
    [
      { code_challenge: `${challenge}!`, code_challenge_method: 'S256' },
      invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes'),
    ],
  ])('a recovery with the PKCE members %j is rejected', async (members, as) => {
    const { status, body } = await call(server, 'POST /recover', { body: { email: newEmail(), ...members } });
    expect({ status, body }).toEqual(as);
  });

  test('a plain challenge equals its verifier', async () => {
    const { email } = await signUp(server);
    const secret = 'b'.repeat(50);
    await call(server, 'POST /recover', {
      body: { email, code_challenge: secret, code_challenge_method: 'plain' },
    });
    const { query } = await follow(linkIn(await mailServer.waitForEmail(email)));
    const { status, body } = await trade(query.code ?? '', secret);
    expect(status).toBe(200);
    expect((body as Session).user.email).toBe(email);
  });
});
