import type { User } from '@supabase/auth-js';
import type { Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { openMailServer } from '../../support/mail-server.ts';
import { startServer } from '../../support/server.ts';
import { setUpMailingServer } from '../../support/set-up.ts';
import { codeIn, linkIn } from './emails.ts';
import { follow } from './redirects.ts';
import { call, NO_LIMITS, newEmail, openClient, signIn, signUp, sql } from './requests.ts';

const { server, mailServer } = setUpMailingServer(NO_LIMITS);

const change = async (token: string, body: unknown) => {
  const answer = await call(server, 'PUT /user', { token, body });
  return { status: answer.status, body: answer.body };
};
const verify = async (email: string, token: string) => {
  const answer = await call(server, 'POST /verify', { body: { type: 'email_change', email, token } });
  return { status: answer.status, body: answer.body };
};
const half = { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' };

async function begin() {
  const account = await signUp(server);
  const next = newEmail();
  const { status, body } = await change(account.session.access_token, { email: next.toUpperCase() });
  expect(status).toBe(200);
  const messages = { present: await mailServer.waitForEmail(account.email), next: await mailServer.waitForEmail(next) };
  return { account, next, body, messages };
}

describe('email changes', () => {
  test('an email change takes effect once both addresses have confirmed it', async () => {
    const { account, next, body, messages } = await begin();
    expect(body).toMatchObject({ email: account.email, new_email: next, email_change_sent_at: expect.any(String) });
    expect(await verify(next, codeIn(messages.next))).toEqual({ status: 200, body: half });
    expect((await signIn(server, { ...account, email: next })).status).toBe(400);
    const { status, body: session } = await verify(account.email, codeIn(messages.present));
    expect(status).toBe(200);
    expect(session).toMatchObject({
      user: {
        id: account.user.id,
        email: next,
        user_metadata: { email: next, email_verified: true },
        identities: [{ email: next, identity_data: { email: next, email_verified: true } }],
      },
    });
    expect(session).not.toHaveProperty('user.new_email');
    expect((await signIn(server, { ...account, email: next })).status).toBe(200);
    expect((await signIn(server, account)).status).toBe(400);
    const profiles = await sql(server, 'select email from public.profiles where id = $1', [account.user.id]);
    expect(profiles).toEqual([{ email: next }]);
  });

  test('an email change by links announces the second confirmation at the first', async () => {
    const { messages } = await begin();
    const [first, second] = [linkIn(messages.present), linkIn(messages.next)];
    expect((await follow(first)).fragment).toEqual({ message: half.msg, sb: '' });
    expect((await follow(first)).fragment).toMatchObject({ error_code: 'otp_expired' });
    expect((await follow(second)).fragment).toMatchObject({ type: 'email_change', token_type: 'bearer' });
  });

  test('an email change is cancelled by a new password', async () => {
    const { account, next, messages } = await begin();
    const { body } = await change(account.session.access_token, { password: 'a newer password' });
    expect(body).not.toHaveProperty('new_email');
    expect((await verify(next, codeIn(messages.next))).status).toBe(403);
  });

  test('an email change invalidates the emails of an earlier one', async () => {
    const { account, next, messages } = await begin();
    const other = newEmail();
    await change(account.session.access_token, { email: other });
    expect((await verify(next, codeIn(messages.next))).status).toBe(403);
    expect((await verify(account.email, codeIn(await mailServer.waitForEmail(account.email, 2)))).body).toEqual(half);
    expect((await verify(other, codeIn(await mailServer.waitForEmail(other)))).status).toBe(200);
  });

  test('an email change can be resent to both addresses', async () => {
    const { account, next } = await begin();
    const { status } = await call(server, 'POST /resend', { body: { type: 'email_change', email: account.email } });
    expect(status).toBe(200);
    expect((await verify(account.email, codeIn(await mailServer.waitForEmail(account.email, 2)))).body).toEqual(half);
    expect((await verify(next, codeIn(await mailServer.waitForEmail(next, 2)))).status).toBe(200);
  });

  test('an email change works in a PKCE flow', async () => {
    const { client, close } = openClient(server, { flowType: 'pkce' });
    const account = await signUp(server);
    const next = newEmail();
    await client.signInWithPassword(account);
    expect((await client.updateUser({ email: next })).data.user?.new_email).toBe(next);
    const first = await follow(linkIn(await mailServer.waitForEmail(account.email)));
    expect(first.query).toEqual({ message: half.msg });
    const second = await follow(linkIn(await mailServer.waitForEmail(next)));
    const { data, error } = await client.exchangeCodeForSession(second.query.code ?? '');
    close();
    expect(error).toBeNull();
    expect(data.user?.email).toBe(next);
  });

  test('an email change does not reveal that the new email has an account: response and emails are the same', async () => {
    const other = await signUp(server);
    const ask = async (wanted: string) => {
      const account = await signUp(server);
      const { status, body } = await change(account.session.access_token, { email: wanted });
      const messages = [await mailServer.waitForEmail(account.email), await mailServer.waitForEmail(wanted)];
      const nameless = (text: string) => text.replaceAll(wanted, 'wanted').replaceAll(account.email, 'present');
      const members = Object.keys(body as object).sort();
      const texts = messages.map(({ text }) => nameless(text ?? '').replace(/http\S+|\d{6}/g, ''));
      return { account, messages, shown: { status, members, texts, new_email: (body as User).new_email === wanted } };
    };
    const [taken, free] = [await ask(other.email), await ask(newEmail())];
    expect(taken.shown).toEqual(free.shown);
    const [present, next] = taken.messages;
    expect((await verify(other.email, codeIn(next as Email))).body).toEqual(half);
    expect((await verify(taken.account.email, codeIn(present as Email))).body).toMatchObject({
      error_code: 'email_exists',
    });
    expect((await signIn(server, other)).status).toBe(200);
    expect((await signIn(server, taken.account)).status).toBe(200);
  });

  test('an email change fails if the new email was taken meanwhile', async () => {
    const { account, next, messages } = await begin();
    await verify(account.email, codeIn(messages.present));
    await signUp(server, next);
    expect((await verify(next, codeIn(messages.next))).body).toMatchObject({ error_code: 'email_exists' });
  });
});

test('a rejected email is an error where the caller waits for it', async () => {
  const closed = await openMailServer({ rejects: () => true });
  const unlucky = await startServer({ env: { ...NO_LIMITS, SMTP_URL: closed.url } });
  const { session } = await signUp(unlucky);
  const answer = await call(unlucky, 'PUT /user', { token: session.access_token, body: { email: newEmail() } });
  await unlucky.stop();
  await closed.close();
  expect(answer.status).toBe(500);
  expect(answer.body).toMatchObject({ error_code: 'unexpected_failure', msg: 'Error sending email' });
});
