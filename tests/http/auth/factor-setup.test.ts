import type { Session } from '@supabase/auth-js';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { type Enrolled, factorRequests, makeCode } from './factor-requests.ts';
import {
  call,
  errorResponse,
  furtherSession,
  NO_LIMITS,
  newEmail,
  openClient,
  readClaims,
  refresh,
  signUp,
  sql,
} from './requests.ts';

const server = setUpServer({ ...NO_LIMITS, TRUST_PROXY: '1' });

const { ask, enrol, verify, protectedAccount } = factorRequests(() => server);

describe('enrollment of a second factor', () => {
  test('enrolling a second factor returns its secret as text, URI and QR code (S7.54)', async () => {
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

  test('verifying a new second factor raises the session to aal2', async () => {
    const account = await signUp(server);
    const factor = await enrol(account.session.access_token);
    const { status, body } = await verify(account.session.access_token, factor);
    const session = body as Session;
    expect(status).toBe(200);
    const [before, after] = [readClaims(account.session.access_token), readClaims(session.access_token)];
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
    expect(readClaims(refreshed.access_token)).toMatchObject({ aal: 'aal2' });
  });

  test('verifying a new second factor ends the other aal1 sessions', async () => {
    const account = await signUp(server);
    const other = await furtherSession(server, account);
    const factor = await enrol(account.session.access_token);
    await verify(account.session.access_token, factor);
    expect((await ask('GET /user', other.access_token)).body).toMatchObject({ error_code: 'session_not_found' });
    expect((await refresh(server, other.refresh_token)).status).toBe(400);
  });

  test('verifying a new second factor invalidates earlier refresh tokens', async () => {
    const account = await signUp(server);
    const spent = account.session.refresh_token;
    const { refresh_token: live } = (await refresh(server, spent)).body as Session;
    const factor = await enrol(account.session.access_token);
    const { body } = await verify(account.session.access_token, factor);
    expect((await refresh(server, spent)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await refresh(server, live)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await refresh(server, (body as Session).refresh_token)).status).toBe(200);
  });

  test('verifying a new second factor deletes other unverified factors', async () => {
    const { session } = await signUp(server);
    const token = session.access_token;
    await enrol(token, 'begun');
    const factor = await enrol(token, 'finished');
    const { body } = await verify(token, factor);
    expect((body as Session).user.factors?.map(({ id }) => id)).toEqual([factor.id]);
  });

  test('verifying new second factors in two sessions at once raises one of them', async () => {
    const account = await signUp(server);
    const tokens = [account.session.access_token, (await furtherSession(server, account)).access_token];
    const begun = await Promise.all(
      tokens.map(async (token, index) => ({ token, own: await enrol(token, `${index}`) })),
    );
    const held = new pg.Client({ connectionString: server.databaseUrl });
    await held.connect();
    await held.query('begin');
    await held.query('select from auth.sessions where user_id = $1 for update', [account.user.id]);
    const verified = begun.map(({ token, own }) => verify(token, own));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await sql(server, waiting)).length).toBe(2);
    await held.query('commit');
    await held.end();
    const outcomes = (await Promise.all(verified)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual([200, 404]);
    const stored = await sql(server, 'select status from auth.mfa_factors where user_id = $1', [account.user.id]);
    expect(stored).toEqual([{ status: 'verified' }]);
  });

  test('enrolling a second factor works through auth-js with MFA_CHALLENGE_VERIFIED (S4.20, S7.55, S7.56)', async () => {
    const { client, events, close } = openClient(server);
    await client.signUp({ email: newEmail(), password: 'a good password' });
    const { data: enrolled } = await client.mfa.enroll({ factorType: 'totp' });
    expect(enrolled?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const factorId = enrolled?.id ?? '';
    const code = makeCode(enrolled?.totp.secret ?? '');
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

describe('rejected enrollments', () => {
  test.each([
    [{}, errorResponse(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')],
    [{ factor_type: 'phone' }, errorResponse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for phone')],
    [
      { factor_type: 'webauthn' },
      errorResponse(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for webauthn'),
    ],
  ])('an enrollment is rejected for %j', async (body, as) => {
    const { session } = await signUp(server);
    expect(await ask('POST /factors', session.access_token, body)).toEqual(as);
  });

  test.each(['', 'Telephone'])('an enrollment is rejected for a taken name: %j', async (name) => {
    const { session } = await signUp(server);
    await enrol(session.access_token, name);
    expect(await ask('POST /factors', session.access_token, { factor_type: 'totp', friendly_name: name })).toEqual(
      errorResponse(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
      ),
    );
  });

  test('an enrollment is rejected for an eleventh factor', async () => {
    const { session } = await signUp(server);
    for (let count = 0; count < 10; count += 1) await enrol(session.access_token, `number ${count}`);
    expect(
      await ask('POST /factors', session.access_token, { factor_type: 'totp', friendly_name: 'one more' }),
    ).toEqual(
      errorResponse(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      ),
    );
    await sql(server, `update auth.mfa_factors set created_at = now() - interval '6 minutes'`);
    await enrol(session.access_token, 'one more');
  });

  test('an enrollment is rejected at aal1 where a verified factor exists', async () => {
    const { account } = await protectedAccount();
    const { access_token: token } = await furtherSession(server, account);
    expect(await ask('POST /factors', token, { factor_type: 'totp', friendly_name: 'of eve' })).toEqual(
      errorResponse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
    );
  });

  test('an enrollment is rejected without a session', async () => {
    expect((await call(server, 'POST /factors', { body: {} })).body).toMatchObject({ error_code: 'no_authorization' });
  });
});
