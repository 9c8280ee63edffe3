import type { Session, User } from '@supabase/auth-js';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import {
  type Account,
  call,
  claimsOf,
  furtherSession,
  NO_LIMITS,
  newEmail,
  openClient,
  refresh,
  refusal,
  signUp,
  sql,
} from './auth-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { ...NO_LIMITS, TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

/** The code of a moment in steps of thirty seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

type Enrolled = {
  id: string;
  type: string;
  friendly_name: string;
  totp: { qr_code: string; secret: string; uri: string };
};

const ask = async (endpoint: string, token: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await call(server, endpoint, { token, body, ...(headers && { headers }) });
  return { status: answer.status, body: answer.body };
};

async function enrol(token: string, name = ''): Promise<Enrolled> {
  const { status, body } = await ask('POST /factors', token, { factor_type: 'totp', friendly_name: name });
  if (status !== 200) throw new Error(`enrolment answered ${status} ${JSON.stringify(body)}`);
  return body as Enrolled;
}

async function challengeOf(token: string, factorId: string): Promise<string> {
  return ((await ask(`POST /factors/${factorId}/challenge`, token)).body as { id: string }).id;
}

async function verify(token: string, { id, totp }: Enrolled, steps = 0) {
  const challenge_id = await challengeOf(token, id);
  return ask(`POST /factors/${id}/verify`, token, { challenge_id, code: codeOf(totp.secret, steps) });
}

async function protectedAccount(): Promise<{ account: Account; factor: Enrolled; session: Session }> {
  const account = await signUp(server);
  const factor = await enrol(account.session.access_token);
  const { status, body } = await verify(account.session.access_token, factor, -1);
  if (status !== 200) throw new Error(`verification answered ${status} ${JSON.stringify(body)}`);
  return { account, factor, session: body as Session };
}

describe('a person sets up a second factor', () => {
  test('and gets its secret, as text, as address and as picture', async () => {
    const { session, email } = await signUp(server);
    const { status, body } = await ask('POST /factors', session.access_token, {
      factor_type: 'totp',
      friendly_name: 'Telephone',
      issuer: 'Leadlight',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      friendly_name: 'Telephone',
      totp: {
        qr_code: expect.stringMatching(/^<svg [^#]*<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringContaining('otpauth://totp/Leadlight'),
      },
    });
    const { totp } = body as Enrolled;
    const uri = new URL(totp.uri);
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    expect(uri.searchParams.get('secret')).toBe(totp.secret);
    const { body: user } = await ask('GET /user', session.access_token);
    expect(user).toMatchObject({
      factors: [{ status: 'unverified', friendly_name: 'Telephone', factor_type: 'totp' }],
    });
    expect(JSON.stringify(user)).not.toContain(totp.secret);
  });

  test('and the session that shows it is worth two', async () => {
    const account = await signUp(server);
    const factor = await enrol(account.session.access_token);
    const { status, body } = await verify(account.session.access_token, factor);
    const session = body as Session;
    expect(status).toBe(200);
    const [before, after] = [claimsOf(account.session.access_token), claimsOf(session.access_token)];
    expect(after).toMatchObject({
      aal: 'aal2',
      session_id: before.session_id,
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(session.user.factors).toEqual([
      {
        id: factor.id,
        status: 'verified',
        factor_type: 'totp',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_challenged_at: expect.any(String),
      },
    ]);
    const refreshed = (await refresh(server, session.refresh_token)).body as Session;
    expect(claimsOf(refreshed.access_token)).toMatchObject({ aal: 'aal2' });
  });

  test('and whoever was in by the password alone is out', async () => {
    const account = await signUp(server);
    const other = await furtherSession(server, account);
    const factor = await enrol(account.session.access_token);
    await verify(account.session.access_token, factor);
    expect((await ask('GET /user', other.access_token)).body).toMatchObject({ error_code: 'session_not_found' });
    expect((await refresh(server, other.refresh_token)).status).toBe(400);
  });

  test('and no refresh token of before becomes a session of two factors', async () => {
    const account = await signUp(server);
    const spent = account.session.refresh_token;
    const { refresh_token: live } = (await refresh(server, spent)).body as Session;
    const factor = await enrol(account.session.access_token);
    const { body } = await verify(account.session.access_token, factor);
    expect((await refresh(server, spent)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await refresh(server, live)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await refresh(server, (body as Session).refresh_token)).status).toBe(200);
  });

  test('and the others that were begun are gone', async () => {
    const { session } = await signUp(server);
    const token = session.access_token;
    await enrol(token, 'begun');
    const factor = await enrol(token, 'finished');
    const { body } = await verify(token, factor);
    expect((body as Session).user.factors?.map(({ id }) => id)).toEqual([factor.id]);
  });

  test('through auth-js, which tells MFA_CHALLENGE_VERIFIED', async () => {
    const { client, events, close } = openClient(server);
    await client.signUp({ email: newEmail(), password: 'a good password' });
    const { data: enrolled } = await client.mfa.enroll({ factorType: 'totp' });
    expect(enrolled?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const factorId = enrolled?.id ?? '';
    const code = codeOf(enrolled?.totp.secret ?? '');
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    expect(error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    const { data: levels } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(levels).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const { data: listed } = await client.mfa.listFactors();
    expect(listed?.totp.map(({ id }) => id)).toEqual([factorId]);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    close();
  });
});

describe('setting up is refused', () => {
  test.each([
    [{}, refusal(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')],
    [{ factor_type: 'phone' }, refusal(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for phone')],
    [
      { factor_type: 'webauthn' },
      refusal(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for webauthn'),
    ],
  ])('for %j', async (body, as) => {
    const { session } = await signUp(server);
    expect(await ask('POST /factors', session.access_token, body)).toEqual(as);
  });

  test.each(['', 'Telephone'])('for a name that is taken: %j', async (name) => {
    const { session } = await signUp(server);
    await enrol(session.access_token, name);
    expect(await ask('POST /factors', session.access_token, { factor_type: 'totp', friendly_name: name })).toEqual(
      refusal(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
      ),
    );
  });

  test('for an eleventh', async () => {
    const { session } = await signUp(server);
    for (let count = 0; count < 10; count += 1) await enrol(session.access_token, `number ${count}`);
    expect(
      await ask('POST /factors', session.access_token, { factor_type: 'totp', friendly_name: 'one more' }),
    ).toEqual(
      refusal(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue'),
    );
    await sql(server, `update auth.mfa_factors set created_at = now() - interval '6 minutes'`);
    await enrol(session.access_token, 'one more');
  });

  test('to whoever has not shown the factor that is there', async () => {
    const { account } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    expect(await ask('POST /factors', token, { factor_type: 'totp', friendly_name: 'of eve' })).toEqual(
      refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
    );
  });

  test('to nobody', async () => {
    expect((await call(server, 'POST /factors', { body: {} })).body).toMatchObject({ error_code: 'no_authorization' });
  });
});

describe('a code is refused', () => {
  const wrong = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

  async function begun() {
    const { session } = await signUp(server);
    const token = session.access_token;
    const factor = await enrol(token);
    const challenge_id = await challengeOf(token, factor.id);
    const answer = (body: unknown, headers?: Record<string, string>) =>
      ask(`POST /factors/${factor.id}/verify`, token, body, headers);
    return { token, factor, challenge_id, answer, code: codeOf(factor.totp.secret) };
  }

  test('that is wrong, old, or not one at all', async () => {
    const { challenge_id, answer, factor } = await begun();
    const other = codeOf(factor.totp.secret) === '000000' ? '000001' : '000000';
    for (const code of [other, codeOf(factor.totp.secret, -3), 'letters', '12345']) {
      expect(await answer({ challenge_id, code })).toEqual(wrong);
    }
    expect(await answer({ challenge_id, code: '' })).toEqual(
      refusal(400, 'validation_failed', 'code needs to be non-empty'),
    );
  });

  test('the second time', async () => {
    const { token, challenge_id, answer, code, factor } = await begun();
    const raised = await answer({ challenge_id, code });
    expect(raised.status).toBe(200);
    expect(await answer({ challenge_id, code })).toEqual(
      refusal(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
    );
    const again = await challengeOf(token, factor.id);
    expect(await answer({ challenge_id: again, code })).toEqual(wrong);
  });

  test('for a challenge that is unknown, expired, or of another address', async () => {
    const { challenge_id, answer, code } = await begun();
    const unknown = refusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    expect(await answer({ challenge_id: 'x', code })).toEqual(unknown);
    expect(await answer({ challenge_id: '00000000-0000-4000-8000-000000000000', code })).toEqual(unknown);
    expect(await answer({ challenge_id, code }, { 'X-Forwarded-For': '203.0.113.9' })).toEqual(
      refusal(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
    );
    await sql(server, `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`, [
      challenge_id,
    ]);
    expect((await answer({ challenge_id, code })).body).toMatchObject({
      code: 422,
      error_code: 'mfa_challenge_expired',
    });
  });

  test('for somebody else’s factor', async () => {
    const { factor } = await begun();
    const { session } = await signUp(server);
    const notFound = refusal(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');
    expect(await ask(`POST /factors/${factor.id}/challenge`, session.access_token)).toEqual(notFound);
    expect(await ask(`POST /factors/${factor.id}/verify`, session.access_token, { code: '1' })).toEqual(notFound);
    expect(await ask(`DELETE /factors/${factor.id}`, session.access_token)).toEqual(notFound);
    expect(await ask('POST /factors/x/challenge', session.access_token)).toEqual(
      refusal(404, 'validation_failed', 'factor_id must be an UUID'),
    );
  });
});

describe('below the second factor a person', () => {
  test('changes neither password nor address', async () => {
    const { account } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    const insufficient = refusal(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
    expect(await ask('PUT /user', token, { password: 'a newer password' })).toEqual(insufficient);
    expect(await ask('PUT /user', token, { email: newEmail() })).toEqual(insufficient);
    expect((await ask('PUT /user', token, { data: { theme: 'dark' } })).status).toBe(200);
  });

  test('stays below it with an old token of a raised session', async () => {
    const { account } = await protectedAccount();
    expect(await ask('PUT /user', account.session.access_token, { password: 'a newer password' })).toMatchObject({
      status: 401,
      body: { error_code: 'insufficient_aal' },
    });
  });

  test('takes no verified factor away', async () => {
    const { account, factor } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    expect(await ask(`DELETE /factors/${factor.id}`, token)).toEqual(
      refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
    );
  });

  test('does all of it with the factor shown', async () => {
    const { factor, session } = await protectedAccount();
    const token = session.access_token;
    expect((await ask('PUT /user', token, { password: 'a newer password' })).status).toBe(200);
    expect(await ask(`DELETE /factors/${factor.id}`, token)).toEqual({ status: 200, body: { id: factor.id } });
    const { body } = await ask('GET /user', token);
    expect(body as User).not.toHaveProperty('factors');
    const refreshed = (await refresh(server, session.refresh_token)).body as Session;
    expect(claimsOf(refreshed.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  });
});

test('codes are not to be guessed: three wrong ones are an hour’s worth', async () => {
  const strict = await startServer({ env: { ...NO_LIMITS, AUTH_RATE_CODE: '3' } });
  const { session } = await signUp(strict);
  const token = session.access_token;
  const { body } = await call(strict, 'POST /factors', { token, body: { factor_type: 'totp' } });
  const { id, totp } = body as Enrolled;
  const statuses: number[] = [];
  for (const code of ['x', 'y', 'z', codeOf(totp.secret)]) {
    const challenge = await call(strict, `POST /factors/${id}/challenge`, { token });
    const { id: challenge_id } = challenge.body as { id: string };
    statuses.push((await call(strict, `POST /factors/${id}/verify`, { token, body: { challenge_id, code } })).status);
  }
  await strict.stop();
  expect(statuses).toEqual([422, 422, 422, 429]);
});

test('one address asks for codes three times a minute', async () => {
  const strict = await startServer({ env: { ...NO_LIMITS, AUTH_RATE_FACTOR: '3' } });
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await call(strict, 'POST /factors/x/challenge')).status);
  await strict.stop();
  expect(statuses).toEqual([401, 401, 401, 429]);
});
