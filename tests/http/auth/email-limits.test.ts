import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { setUpMailingServer } from '../../support/set-up.ts';
import { codeIn } from './emails.ts';
import { call, errorResponse, NO_LIMITS, newEmail, signUp, sql } from './requests.ts';

const LIMITS = { AUTH_MAIL_INTERVAL: '60', AUTH_RATE_MAIL: '3', AUTH_RATE_CODE: '3', AUTH_RATE_VERIFY: '8' };

const { server, mailServer } = setUpMailingServer({ ...NO_LIMITS, ...LIMITS, TRUST_PROXY: '1' });

let addresses = 0;
const ask = async (path: string, body: unknown) => {
  addresses += 1;
  const headers = { 'X-Forwarded-For': `198.51.100.${addresses}` };
  const answer = await call(server, `POST ${path}`, { body, headers });
  return { status: answer.status, body: answer.body };
};
const recover = (email: string) => ask('/recover', { email });
const wait = (interval: string) =>
  sql(server, `update auth.rate_limits set refilled_at = refilled_at - interval '${interval}'`);

const tooSoon = {
  status: 429,
  body: {
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: expect.stringMatching(/^For security purposes, you can only request this after (60|5\d) seconds\.$/),
  },
};

describe('second sign-ups within a minute', () => {
  let confirming: TestServer;
  beforeAll(async () => {
    const env = { ...NO_LIMITS, AUTH_MAIL_INTERVAL: '60', AUTH_CONFIRM_EMAIL: 'true', SMTP_URL: mailServer.url };
    confirming = await startServer({ env });
  });
  afterAll(() => confirming.stop());

  const signUpWith = async (email: string, password: string) => {
    const { status, body } = await call(confirming, 'POST /signup', { body: { email, password } });
    return { status, body };
  };
  /** An email that is sent after all that were submitted before. */
  const flush = async () => {
    const email = newEmail();
    await signUpWith(email, 'a good password');
    await mailServer.waitForEmail(email);
  };
  const subjects = (email: string) => mailServer.emailsTo(email).map(({ subject }) => subject);

  test('a second sign-up within a minute with another password tells the owner of the email, once an hour, with the same response as for any other', async () => {
    const email = newEmail();
    expect((await signUpWith(email, 'the password of Eve')).status).toBe(200);
    expect(await signUpWith(email, 'the password of Ada')).toEqual(tooSoon);
    const { subject, text } = await mailServer.waitForEmail(email, 2);
    expect(subject).toBe('Somebody else signed up with your email');
    expect(text).toContain(email);
    expect(text).not.toMatch(/confirm#|^\d{6}$/m);
    expect(await signUpWith(email, 'a third password')).toEqual(tooSoon);
    await flush();
    expect(subjects(email)).toEqual(['Confirm your email', 'Somebody else signed up with your email']);
  });

  test('a second sign-up within a minute with the same password sends nothing', async () => {
    const email = newEmail();
    await signUpWith(email, 'the password of Ada');
    expect(await signUpWith(email, 'the password of Ada')).toEqual(tooSoon);
    await flush();
    expect(subjects(email)).toEqual(['Confirm your email']);
  });

  test('a second sign-up with the email of a confirmed account sends nothing, with the same response', async () => {
    const email = newEmail();
    await signUpWith(email, 'the password of Ada');
    const token = codeIn(await mailServer.waitForEmail(email));
    await call(confirming, 'POST /verify', { body: { type: 'signup', email, token } });
    expect(await signUpWith(email, 'the password of Eve')).toEqual(tooSoon);
    await flush();
    expect(subjects(email)).toEqual(['Confirm your email']);
  });

  test('a second sign-up within a minute leaves the owner the way by a recovery, which drops the password of the first', async () => {
    const email = newEmail();
    await signUpWith(email, 'the password of Eve');
    await signUpWith(email, 'the password of Ada');
    await mailServer.waitForEmail(email, 2);
    await call(confirming, 'POST /recover', { body: { email } });
    const token = codeIn(await mailServer.waitForEmail(email, 3));
    const { body } = await call(confirming, 'POST /verify', { body: { type: 'recovery', email, token } });
    const session = body as { access_token: string };
    await call(confirming, 'PUT /user', { body: { password: 'the password of Ada' }, token: session.access_token });
    const signIn = (password: string) =>
      call(confirming, 'POST /token?grant_type=password', { body: { email, password } });
    expect((await signIn('the password of Eve')).status).toBe(400);
    expect((await signIn('the password of Ada')).status).toBe(200);
  });
});

describe('limits of an inbox', () => {
  test.each([
    ['with an account', async () => (await signUp(server)).email],
    ['without one', async () => newEmail()],
  ])(
    '%s gets one email of each kind per minute, which does not reveal whether it has an account',
    async (_, address) => {
      const email = await address();
      expect(await recover(email)).toEqual({ status: 200, body: {} });
      expect(await recover(email)).toEqual(tooSoon);
      expect(await ask('/resend', { type: 'signup', email })).toEqual({ status: 200, body: {} });
      await wait('60 seconds');
      expect(await recover(email)).toEqual({ status: 200, body: {} });
    },
  );

  test('an inbox gets three emails per hour in all', async () => {
    const email = newEmail();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await recover(email)).toEqual({ status: 200, body: {} });
      await wait('60 seconds');
    }
    expect(await recover(email)).toEqual(errorResponse(429, 'over_email_send_rate_limit', 'email rate limit exceeded'));
    await wait('20 minutes');
    expect((await recover(email)).status).toBe(200);
  });
});

test('addresses that differ by a tag share the hourly limit', async () => {
  const email = newEmail();
  for (const tag of ['', '+a', '+b+c']) expect((await recover(email.replace('@', `${tag}@`))).status).toBe(200);
  expect(await recover(email.replace('@', '+d@'))).toEqual(
    errorResponse(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
  );
  expect((await recover(`+tag${email}`)).status).toBe(200);
});

describe('limits of an email change', () => {
  const change = async (token: string, email: string) => {
    const { status, body } = await call(server, 'PUT /user', { token, body: { email } });
    return { status, body };
  };
  const sent = (address: string) => mailServer.emailsTo(address).length;

  test('one address gets one email change a minute from all users together, with or without an account', async () => {
    const [one, other] = [await signUp(server), await signUp(server)];
    for (const wanted of [newEmail(), (await signUp(server)).email]) {
      expect((await change(one.session.access_token, wanted)).status).toBe(200);
      expect(await change(other.session.access_token, wanted)).toEqual(tooSoon);
      expect(sent(wanted)).toBe(1);
      await wait('60 seconds');
    }
  });

  test('one address gets three email changes an hour from all users together', async () => {
    const wanted = newEmail();
    for (let turn = 0; turn < 3; turn += 1) {
      const { session } = await signUp(server);
      expect((await change(session.access_token, wanted)).status).toBe(200);
      await wait('60 seconds');
    }
    const { session } = await signUp(server);
    expect(await change(session.access_token, wanted)).toEqual(
      errorResponse(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
    );
    expect(sent(wanted)).toBe(3);
  });

  test('a user may change the email to any address three times an hour', async () => {
    const { session } = await signUp(server);
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await change(session.access_token, newEmail())).status).toBe(200);
      await wait('60 seconds');
    }
    expect(await change(session.access_token, newEmail())).toEqual(
      errorResponse(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
    );
  });

  test('a resent email change counts against the address, which the response does not reveal', async () => {
    const [one, other] = [await signUp(server), await signUp(server)];
    const wanted = newEmail();
    await change(one.session.access_token, wanted);
    await wait('60 seconds');
    await change(other.session.access_token, wanted);
    expect(await ask('/resend', { type: 'email_change', email: newEmail() })).toEqual({ status: 200, body: {} });
    expect(await ask('/resend', { type: 'email_change', email: one.email })).toEqual({ status: 200, body: {} });
    const { email } = await signUp(server);
    await recover(email);
    await mailServer.waitForEmail(email);
    expect(sent(wanted)).toBe(2);
    expect(sent(one.email)).toBe(1);
  });
});

test('an account accepts three wrong codes per hour', async () => {
  const { email } = await signUp(server);
  await recover(email);
  const token = codeIn(await mailServer.waitForEmail(email));
  const guess = (code: string) => ask('/verify', { type: 'recovery', email, token: code });
  const statuses: number[] = [];
  for (const code of ['a', 'b', 'c', token]) statuses.push((await guess(code)).status);
  expect(statuses).toEqual([403, 403, 403, 429]);
});

test('one client has half of an account’s wrong codes, so that the owner is not locked out', async () => {
  const { email } = await signUp(server);
  await recover(email);
  const token = codeIn(await mailServer.waitForEmail(email));
  const headers = { 'X-Forwarded-For': '192.0.2.77' };
  const guess = async (code: string) =>
    (await call(server, 'POST /verify', { body: { type: 'recovery', email, token: code }, headers })).status;
  expect([await guess('a'), await guess('b'), await guess('c'), await guess('d')]).toEqual([403, 403, 429, 429]);
  expect((await ask('/verify', { type: 'recovery', email, token })).status).toBe(200);
});

test('one client address has eight link verifications per five minutes', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.1' };
  const guess = () => call(server, 'POST /verify', { body: { type: 'recovery', token_hash: 'x' }, headers });
  const statuses: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([...Array(8).fill(403), 429]);
});
