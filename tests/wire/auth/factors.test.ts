import type { Session, User } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { call, claimsOf, furtherSession, NO_LIMITS, newEmail, refresh, refusal, signUp, sql } from './calls.ts';

import { codeOf, type Enrolled, factorCalls } from './factor-calls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { ...NO_LIMITS, TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const { ask, enrol, challengeOf, protectedAccount } = factorCalls(() => server);

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
