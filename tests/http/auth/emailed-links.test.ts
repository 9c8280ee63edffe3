// An emailed link opens a page of the app. Only the form of its button uses up the token.
import type { Session, User } from '@supabase/auth-js';
import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { setUpMailingServer } from '../../support/set-up.ts';
import { toolOutput } from '../../support/tool.ts';
import { codeIn, linkIn, pageIn } from './emails.ts';
import { follow, type Redirect, readRedirect } from './redirects.ts';
import { call, NO_LIMITS, newEmail, PASSWORD } from './requests.ts';

const VERIFIER = 'v'.repeat(43);
const PKCE = { code_challenge: VERIFIER, code_challenge_method: 'plain' };

const { server, mailServer } = setUpMailingServer({
  ...NO_LIMITS,
  AUTH_CONFIRM_EMAIL: 'true',
  AUTH_REDIRECT_URLS: 'https://*.partner.example/**',
});

/** Sends the form of the page, as the browser does. */
async function press(page: URL, headers: Record<string, string> = {}): Promise<Redirect> {
  const body = new URLSearchParams(page.hash.slice(1));
  return sendForm(page.origin, body, headers);
}

async function sendForm(origin: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Redirect> {
  const address = `${origin}/auth/v1/verify/link`;
  const answer = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
  return readRedirect(answer.status, new URL(answer.headers.get('Location') ?? 'about:blank'));
}

/** Opens every address of an email twice, and follows redirects, as a gateway in front of an inbox does. */
async function scan({ text = '', html = '' }: Email): Promise<string[]> {
  const found = `${text}\n${html.replaceAll('&amp;', '&')}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
  const addresses = [...new Set(found)];
  for (const address of [...addresses, ...addresses]) {
    for (const method of ['HEAD', 'GET', 'OPTIONS']) await (await fetch(address, { method })).text();
  }
  return addresses;
}

const confirmedAccount = async () => {
  const email = newEmail();
  await call(server, 'POST /signup', { body: { email, password: PASSWORD } });
  const token = codeIn(await mailServer.waitForEmail(email));
  const { body } = await call(server, 'POST /verify', { body: { type: 'signup', email, token } });
  return { email, session: body as Session };
};

/** Emails in the order in which they are confirmed, with their recipients and the type of their codes. */
type Requested = { emails: Email[]; addresses: string[]; type: string };

async function requestRecovery(pkce: object = {}): Promise<Requested> {
  const { email } = await confirmedAccount();
  await call(server, 'POST /recover', { body: { email, ...pkce } });
  return { emails: [await mailServer.waitForEmail(email, 2)], type: 'recovery', addresses: [email] };
}

async function requestConfirmation(pkce: object): Promise<Requested> {
  const email = newEmail();
  await call(server, 'POST /signup', { body: { email, password: PASSWORD, ...pkce } });
  return { emails: [await mailServer.waitForEmail(email)], type: 'signup', addresses: [email] };
}

async function requestChange(pkce: object): Promise<Requested> {
  const { email, session } = await confirmedAccount();
  const next = newEmail();
  await call(server, 'PUT /user', { body: { email: next, ...pkce }, token: session.access_token });
  const emails = [await mailServer.waitForEmail(email, 2), await mailServer.waitForEmail(next)];
  return { emails, type: 'email_change', addresses: [email, next] };
}

async function requestInvitation(): Promise<Requested> {
  const email = newEmail();
  const token = await toolOutput('service-key', server.databaseUrl);
  await call(server, 'POST /invite', { body: { email }, token });
  return { emails: [await mailServer.waitForEmail(email)], type: 'invite', addresses: [email] };
}

const last = ({ emails }: Requested): Email => emails.at(-1) as Email;

test.each([
  ['recovery', requestRecovery],
  ['confirmation', requestConfirmation],
  ['change of email', requestChange],
  ['invitation by the service', requestInvitation],
])('the code of each email of a %s works after a scanner has opened all its addresses', async (_, request) => {
  const { emails, type, addresses } = await request({});
  expect(emails).toHaveLength(addresses.length);
  for (const [index, message] of emails.entries()) {
    expect(await scan(message)).toEqual([pageIn(message).href]);
    const body = { type, email: addresses[index], token: codeIn(message) };
    expect((await call(server, 'POST /verify', { body })).status).toBe(200);
  }
});

test.each([
  ['recovery', requestRecovery, {}, 'fragment', 'access_token'],
  ['recovery', requestRecovery, PKCE, 'query', 'code'],
  ['confirmation', requestConfirmation, {}, 'fragment', 'access_token'],
  ['confirmation', requestConfirmation, PKCE, 'query', 'code'],
  ['change of email', requestChange, {}, 'fragment', 'access_token'],
  ['change of email', requestChange, PKCE, 'query', 'code'],
  ['invitation by the service', requestInvitation, {}, 'fragment', 'access_token'],
] as const)(
  'the page of each email of a %s works after a scanner has opened all its addresses (%#)',
  async (_, request, pkce, where, member) => {
    const requested = await request(pkce);
    for (const message of requested.emails) await scan(message);
    for (const message of requested.emails.slice(0, -1)) {
      const { query, fragment } = await press(pageIn(message));
      expect({ ...query, ...fragment }.message).toMatch(/^Confirmation link accepted/);
    }
    const { status, at, ...outcome } = await press(pageIn(last(requested)));
    expect([status, at]).toEqual([303, `http://localhost:${new URL(server.url).port}/`]);
    expect(outcome[where]).toHaveProperty(member);
  },
);

test('the form of a link is answered as GoTrue’s link is, and uses up the same token', async () => {
  const { email } = await confirmedAccount();
  const recover = async (count: number) => {
    await call(server, 'POST /recover', { body: { email } });
    return mailServer.waitForEmail(email, count);
  };
  const [byForm, byLink] = [await press(pageIn(await recover(2))), await follow(linkIn(await recover(3)))];
  const kept = ({ status, at, query, fragment }: Redirect) => ({ status, at, query, names: Object.keys(fragment) });
  expect(kept(byForm)).toEqual(kept(byLink));
  expect(byForm.fragment).toMatchObject({ type: 'recovery', access_token: expect.any(String) });
  const message = await recover(4);
  expect((await press(pageIn(message))).fragment).toHaveProperty('access_token');
  const used = { error: 'access_denied', error_code: 'otp_expired' };
  expect((await press(pageIn(message))).fragment).toMatchObject(used);
  expect((await follow(linkIn(message))).fragment).toMatchObject(used);
});

test('no email names an address that acts when it is opened, and no header or path has its token', async () => {
  const message = last(await requestRecovery());
  expect(`${message.text} ${message.html}`).not.toContain('/verify');
  const page = pageIn(message);
  expect(`${page.pathname}${page.search}`).toBe('/auth/confirm');
  const shown = await fetch(page);
  expect(shown.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(shown.headers.get('Content-Security-Policy')).not.toContain('form-action');
  expect((await fetch(`${page.origin}/auth`)).headers.get('Content-Security-Policy')).toContain("form-action 'self'");
});

/** Presses the button of a page with other values. */
const pressWith = async (changes: Record<string, string>, headers?: Record<string, string>) => {
  const page = pageIn(last(await requestRecovery()));
  const values = new URLSearchParams(page.hash.slice(1));
  for (const [name, value] of Object.entries(changes)) values.set(name, value);
  page.hash = values.toString();
  return press(page, headers);
};
const home = () => `http://localhost:${new URL(server.url).port}/`;

test.each([
  'https://evil.example/',
  '//evil.example',
  'https://app.partner.example@evil.example/',
  'javascript:alert(1)',
  'https://evil.example/#https://app.partner.example/',
  'https://app.partner.example\\@evil.example/',
  'https://app.partner.example\0/',
])('the form of a link leads to the app instead of %s', async (target) => {
  const { status, at } = await pressWith({ redirect_to: target });
  expect({ status, at }).toEqual({ status: 303, at: home() });
});

test('the form of a link leads to an address that AUTH_REDIRECT_URLS allows', async () => {
  const { at, fragment } = await pressWith({ redirect_to: 'https://app.partner.example/welcome' });
  expect(at).toBe('https://app.partner.example/welcome');
  expect(fragment).toHaveProperty('access_token');
});

test('a form of another site gets what the link of an email would: a redirect of the browser, for who knows the token', async () => {
  const foreign = {
    Origin: 'https://evil.example',
    Referer: 'https://evil.example/',
    'Sec-Fetch-Site': 'cross-site',
  };
  expect((await pressWith({ redirect_to: '' }, foreign)).at).toBe(home());
  expect((await pressWith({ token: 'guessed' }, foreign)).fragment).toMatchObject({ error_code: 'otp_expired' });
});

test.each([
  ['type=recovery', 'Verify requires a token or a token hash'],
  ['token=x', 'Verify requires a verification type'],
  ['token=x&type=sorcery', 'Unsupported verification type'],
  ['token=%00&type=recovery', 'Text must be well-formed Unicode without the zero character'],
  ['', 'Verify requires a verification type'],
  ['{"token":"x"}', 'Verify requires a verification type'],
])('the form %j of a link is rejected in the redirect', async (body, description) => {
  const { status, at, fragment } = await sendForm(server.url, body);
  expect([status, at]).toEqual([303, home()]);
  expect(fragment).toMatchObject({ error_code: 'validation_failed', error_description: description });
});

test('a form of more than 16 KiB is rejected', async () => {
  const body = `token=${'x'.repeat(16_384)}`;
  expect((await fetch(`${server.url}/auth/v1/verify/link`, { method: 'POST', body })).status).toBe(413);
});

test('the service’s own link stays GoTrue’s', async () => {
  const token = await toolOutput('service-key', server.databaseUrl);
  const body = { type: 'invite', email: newEmail() };
  const answer = await call(server, 'POST /admin/generate_link', { token, body });
  const { action_link: link } = answer.body as User & { action_link: string };
  expect(link).toContain('/auth/v1/verify?token=');
  expect((await follow(link)).fragment).toHaveProperty('access_token');
});

const noToken = 'Verify requires a token or a token hash';
const noType = 'Verify requires a verification type';
const unknownType = 'Unsupported verification type';
const unusable = 'Email link is invalid or has expired';
test.each<[what: string, description: string, change: (form: string) => string]>([
  ['an empty token', noToken, (form) => `${form}&token=`],
  ['two tokens', unusable, (form) => `${form}&token=other`],
  ['a token as an array', noToken, (form) => form.replace('token=', 'token[]=')],
  ['a token of 10 KB', unusable, (form) => `${form}&token=${'x'.repeat(10_000)}`],
  ['white space around the token', unusable, (form) => form.replace(/token=(\w+)/, 'token=%20$1%0A')],
  ['an address as the token', unusable, (form) => `${form}&token=${encodeURIComponent(server.url)}`],
  ['an empty type', noType, (form) => `${form}&type=`],
  ['two types', unusable, (form) => `${form}&type=signup`],
  ['a type as an array', noType, (form) => form.replace('type=', 'type[]=')],
  ['a type of 10 KB', unknownType, (form) => `${form}&type=${'x'.repeat(10_000)}`],
  ['white space around the type', unknownType, (form) => form.replace(/type=(\w+)/, 'type=%20$1')],
  ['JSON', noType, (form) => JSON.stringify(Object.fromEntries(new URLSearchParams(form)))],
])('the form of a link with %s is rejected in the redirect and changes nothing', async (_, description, change) => {
  const page = pageIn(last(await requestRecovery()));
  const { status, at, fragment } = await sendForm(server.url, change(page.hash.slice(1)));
  expect([status, at]).toEqual([303, home()]);
  expect(fragment).toMatchObject({ error_description: description });
  expect((await press(page)).fragment).toHaveProperty('access_token');
});
