import type { Session, User } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { setUpServer } from '../../support/set-up.ts';
import { type Enrolled, factorRequests, makeCode } from './factor-requests.ts';
import {
  call,
  errorResponse,
  furtherSession,
  NO_LIMITS,
  newEmail,
  readClaims,
  refresh,
  signUp,
  sql,
} from './requests.ts';

const server = setUpServer({ ...NO_LIMITS, TRUST_PROXY: '1' });

const { ask, enrol, startChallenge, verify, protectedAccount } = factorRequests(() => server);

describe('rejected codes', () => {
  const wrong = errorResponse(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

  async function begun() {
    const { session } = await signUp(server);
    const token = session.access_token;
    const factor = await enrol(token);
    const challenge_id = await startChallenge(token, factor.id);
    const answer = (body: unknown, headers?: Record<string, string>) =>
      ask(`POST /factors/${factor.id}/verify`, token, body, headers);
    return { token, factor, challenge_id, answer, code: makeCode(factor.totp.secret) };
  }

  test('a wrong, old or malformed code is rejected', async () => {
    const { challenge_id, answer, factor } = await begun();
    const other = makeCode(factor.totp.secret) === '000000' ? '000001' : '000000';
    for (const code of [other, makeCode(factor.totp.secret, -3), 'messages', '12345']) {
      expect(await answer({ challenge_id, code })).toEqual(wrong);
    }
    expect(await answer({ challenge_id, code: '' })).toEqual(
      errorResponse(400, 'validation_failed', 'code needs to be non-empty'),
    );
  });

  test('a code is rejected when it is used again', async () => {
    const { token, challenge_id, answer, code, factor } = await begun();
    const raised = await answer({ challenge_id, code });
    expect(raised.status).toBe(200);
    expect(await answer({ challenge_id, code })).toEqual(
      errorResponse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
    );
    const again = await startChallenge(token, factor.id);
    expect(await answer({ challenge_id: again, code })).toEqual(wrong);
  });

  test('a code is rejected for an unknown or expired challenge, or one of another client address', async () => {
    const { challenge_id, answer, code } = await begun();
    const unknown = errorResponse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    expect(await answer({ challenge_id: 'x', code })).toEqual(unknown);
    expect(await answer({ challenge_id: '00000000-0000-4000-8000-000000000000', code })).toEqual(unknown);
    expect(await answer({ challenge_id, code }, { 'X-Forwarded-For': '203.0.113.9' })).toEqual(
      errorResponse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
    );
    await sql(server, `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`, [
      challenge_id,
    ]);
    expect((await answer({ challenge_id, code })).body).toMatchObject({
      code: 422,
      error_code: 'mfa_challenge_expired',
    });
  });

  test('a code is rejected for another user’s factor', async () => {
    const { factor } = await begun();
    const { session } = await signUp(server);
    const notFound = errorResponse(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');
    expect(await ask(`POST /factors/${factor.id}/challenge`, session.access_token)).toEqual(notFound);
    expect(await ask(`POST /factors/${factor.id}/verify`, session.access_token, { code: '1' })).toEqual(notFound);
    expect(await ask(`DELETE /factors/${factor.id}`, session.access_token)).toEqual(notFound);
    expect(await ask('POST /factors/x/challenge', session.access_token)).toEqual(
      errorResponse(404, 'validation_failed', 'factor_id must be an UUID'),
    );
  });
});

describe('users with a second factor at aal1', () => {
  test('a user with a second factor at aal1 cannot change the password or the email', async () => {
    const { account } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    const insufficient = errorResponse(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
    expect(await ask('PUT /user', token, { password: 'a newer password' })).toEqual(insufficient);
    expect(await ask('PUT /user', token, { email: newEmail() })).toEqual(insufficient);
  });

  test('a user with a second factor at aal1 cannot change the name or other metadata', async () => {
    const { account } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    const insufficient = errorResponse(
      401,
      'insufficient_aal',
      'AAL2 session is required to change the account when MFA is enabled.',
    );
    expect(await ask('PUT /user', token, { data: { full_name: 'Eve' } })).toEqual(insufficient);
    expect(await ask('PUT /user', token, { current_password: account.password })).toEqual(insufficient);
    expect(await ask('PUT /user', token, { nonce: '123456' })).toEqual(insufficient);
    const response = await fetch(`${server.url}/rest/v1/profiles?id=eq.${account.user.id}`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Prefer: 'return=representation',
      },
      body: JSON.stringify({ full_name: 'Eve' }),
    });
    expect(await response.json()).toEqual([]);
    expect(await sql(server, 'select full_name from public.profiles where id = $1', [account.user.id])).toEqual([
      { full_name: null },
    ]);
  });

  test.each(['global', 'others', ''])(
    'a user with a second factor at aal1 cannot end other sessions (%j), only the current one',
    async (scope) => {
      const { account, session: owner } = await protectedAccount();
      const { access_token: token } = await furtherSession(server, account);
      expect(await ask(`POST /logout?scope=${scope}`, token)).toEqual(
        errorResponse(422, 'insufficient_aal', 'AAL2 session is required to end other sessions when MFA is enabled.'),
      );
      const response = await fetch(`${server.url}/rest/v1/rpc/end_my_session`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ session: readClaims(owner.access_token).session_id }),
      });
      expect(await response.json()).toBe(false);
      expect((await ask('GET /user', owner.access_token)).status).toBe(200);
      expect((await ask('POST /logout?scope=local', token)).status).toBe(204);
      expect((await ask('GET /user', token)).body).toMatchObject({ error_code: 'session_not_found' });
    },
  );

  test('a user with a second factor at aal1 cannot request a reauthentication code', async () => {
    const { account } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    expect(await ask('GET /reauthenticate', token)).toEqual(
      errorResponse(403, 'insufficient_aal', 'AAL2 session is required to reauthenticate when MFA is enabled.'),
    );
  });

  test('a user with a second factor at aal1 stays at aal1 with an old token of a raised session', async () => {
    const { account } = await protectedAccount();
    expect(await ask('PUT /user', account.session.access_token, { password: 'a newer password' })).toMatchObject({
      status: 401,
      body: { error_code: 'insufficient_aal' },
    });
  });

  test('a user with a second factor at aal1 cannot verify a further factor', async () => {
    const { account, session } = await protectedAccount();
    const further = await enrol(session.access_token, 'another telephone');
    const { access_token: below } = await furtherSession(server, account);
    expect(await verify(below, further)).toEqual(
      errorResponse(
        403,
        'insufficient_aal',
        'AAL2 session is required to verify a further factor when MFA is enabled.',
      ),
    );
    expect((await verify(session.access_token, further)).status).toBe(200);
  });

  test('a user with a second factor at aal1 cannot delete a verified factor', async () => {
    const { account, factor } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    expect(await ask(`DELETE /factors/${factor.id}`, token)).toEqual(
      errorResponse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
    );
  });

  test('a user with a second factor can do all of this at aal2 (S7.57)', async () => {
    const { factor, session } = await protectedAccount();
    const token = session.access_token;
    expect((await ask('PUT /user', token, { password: 'a newer password' })).status).toBe(200);
    expect(await ask(`DELETE /factors/${factor.id}`, token)).toEqual({ status: 200, body: { id: factor.id } });
    const { body } = await ask('GET /user', token);
    expect(body as User).not.toHaveProperty('factors');
    const refreshed = (await refresh(server, session.refresh_token)).body as Session;
    expect(readClaims(refreshed.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  });
});

describe('wrong codes of an account', () => {
  let strict: TestServer;
  let clients = 0;
  beforeAll(async () => {
    strict = await startServer({ env: { ...NO_LIMITS, AUTH_RATE_CODE: '4', TRUST_PROXY: '1' } });
  });
  afterAll(() => strict.stop());

  const calls = factorRequests(() => strict);
  const newClient = () => `198.51.100.${++clients}`;

  /** The statuses of wrong codes of a session at a client, and of the right code at the end, if given. */
  async function answers(token: string, { id }: Enrolled, codes: string[], client = newClient()) {
    const headers = { 'X-Forwarded-For': client };
    const statuses: number[] = [];
    for (const code of codes) {
      const challenge = await call(strict, `POST /factors/${id}/challenge`, { token, headers });
      const body = { challenge_id: (challenge.body as { id: string }).id, code };
      statuses.push((await call(strict, `POST /factors/${id}/verify`, { token, body, headers })).status);
    }
    return statuses;
  }

  test('one session has two of an account’s four wrong codes per hour, so that the owner is not locked out', async () => {
    const { account, factor } = await calls.protectedAccount();
    const [eve, owner] = [await furtherSession(strict, account), await furtherSession(strict, account)];
    expect(await answers(eve.access_token, factor, ['x', 'y'])).toEqual([422, 422]);
    expect(await answers(eve.access_token, factor, ['x', 'y'])).toEqual([429, 429]);
    expect(await answers(owner.access_token, factor, [makeCode(factor.totp.secret, 1)])).toEqual([200]);
  });

  test('one client has two of an account’s four wrong codes per hour, in any number of sessions', async () => {
    const { account, factor } = await calls.protectedAccount();
    const client = newClient();
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const eve = await furtherSession(strict, account);
      statuses.push(...(await answers(eve.access_token, factor, ['x'], client)));
    }
    expect(statuses).toEqual([422, 422, 429, 429]);
    const owner = await furtherSession(strict, account);
    expect(await answers(owner.access_token, factor, [makeCode(factor.totp.secret, 1)])).toEqual([200]);
  });

  test('an account accepts four wrong codes per hour from all clients together', async () => {
    const { account, factor } = await calls.protectedAccount();
    const statuses: number[] = [];
    for (const code of ['w', 'x', 'y', 'z', makeCode(factor.totp.secret, 1)]) {
      const eve = await furtherSession(strict, account);
      statuses.push(...(await answers(eve.access_token, factor, [code])));
    }
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
  });

  test('the network of an aal2 session has two wrong codes of its own', async () => {
    const { account, factor } = await calls.protectedAccount(); // at 127.0.0.1
    const furtherToken = async () => (await furtherSession(strict, account)).access_token;
    for (const code of ['w', 'x', 'y', 'z']) await answers(await furtherToken(), factor, [code]);
    const right = makeCode(factor.totp.secret, 1);
    expect(await answers(await furtherToken(), factor, [right])).toEqual([429]);
    expect(await answers(await furtherToken(), factor, ['x', right], '127.0.0.1')).toEqual([422, 200]);
    const [one, other] = [await furtherToken(), await furtherToken()];
    expect(await answers(one, factor, ['x', 'y'], '127.0.0.1')).toEqual([422, 429]);
    expect(await answers(other, factor, ['x'], '127.0.0.1')).toEqual([429]);
  });

  test('a right code does not count as a wrong one', async () => {
    const { account, factor } = await calls.protectedAccount();
    const client = newClient();
    for (const _ of ['one', 'two', 'three']) {
      const { access_token: token } = await furtherSession(strict, account);
      await sql(strict, 'update auth.mfa_challenges set otp_code = null where factor_id = $1', [factor.id]);
      expect(await answers(token, factor, [makeCode(factor.totp.secret)], client)).toEqual([200]);
    }
  });
});

test('one client address may create three challenges per minute', async () => {
  const strict = await startServer({ env: { ...NO_LIMITS, AUTH_RATE_FACTOR: '3' } });
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await call(strict, 'POST /factors/x/challenge')).status);
  await strict.stop();
  expect(statuses).toEqual([401, 401, 401, 429]);
});
