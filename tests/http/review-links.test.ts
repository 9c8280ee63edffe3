import { beforeAll, describe, expect, test } from 'vitest';
import { type RequestOptions, type Session, send } from '../support/client.ts';
import { queryAsOwner } from '../support/cluster.ts';
import { ImportClient } from '../support/import-client.ts';
import { setUpMailingServer } from '../support/set-up.ts';
import { toolOutput } from '../support/tool.ts';
import { call as callAuth, NO_LIMITS, refresh } from './auth/requests.ts';

let admin: ImportClient;

const { server, mailServer } = setUpMailingServer(
  { ...NO_LIMITS, SITE_URL: 'https://leads.example.test', TRUST_PROXY: '1' },
  { rejects: (address) => address.startsWith('rejected') },
);
beforeAll(async () => {
  admin = await ImportClient.signIn(server);
});

type Link = { id: string; customer_id: string; email: string; token: string; expires_at: string; account_id: string };

let clients = 0;

/** Calls the function, each time from another address, or as a user. */
const call = (body: unknown, { headers, ...options }: RequestOptions = {}) =>
  send(`${server.url}/functions/v1/review-link`, {
    body,
    headers: {
      apikey: server.publishableKey,
      'x-forwarded-for': `2001:db8:0:${(++clients).toString(16)}::1`,
      ...headers,
    },
    ...options,
  });

let members = 0;

/** A member of a customer, named Bob Member. */
async function addMember(customerId: string, role: string) {
  const email = `bob-${++members}@members.example`;
  const data = { full_name: 'Bob Member' };
  const { body } = await callAuth(server, 'POST /signup', { body: { email, password: 'a good password', data } });
  const { access_token: token, user } = body as Session;
  await admin.request('/rest/v1/user_roles', { user_id: user.id, role: 'customer' });
  await admin.request('/rest/v1/customer_users', { user_id: user.id, customer_id: customerId, role });
  return { member: new ImportClient(server, token), email };
}

let addresses = 0;

/** A customer with a lead and a link to all of it. */
async function newLink(values: Record<string, unknown> = {}): Promise<Link> {
  const customerId = await admin.newCustomer('Northwind <Robotics>');
  await admin.request('/rest/v1/leads', { customer_id: customerId, name: 'Ada Lovelace' });
  return addLink(customerId, values);
}

async function addLink(customerId: string, values: Record<string, unknown> = {}): Promise<Link> {
  const { status, body } = await admin.request<Link>('/rest/v1/rpc/create_review_link', {
    customer_id: customerId,
    email: `guest-${++addresses}@review.example`,
    ...values,
  });
  expect(status).toBe(200);
  return body;
}

/** The code of the newest email to the address of a link. */
async function requestCode({ token, email }: Link, count = 1): Promise<string> {
  expect(await call({ action: 'send_code', token })).toMatchObject({ status: 200, body: { sent: true } });
  const { text = '' } = await mailServer.waitForEmail(email, count);
  return /^\d{6}$/m.exec(text)?.[0] ?? '';
}

async function openGuest(link: Link): Promise<Session> {
  const { status, body } = await call({ action: 'redeem', token: link.token, code: await requestCode(link) });
  expect(status).toBe(200);
  return body as Session;
}

const rowsOf = ({ access_token: token }: Pick<Session, 'access_token'>, path: string) =>
  new ImportClient(server, token).request<unknown>(`/rest/v1/${path}`);
const revoke = (link: Link) => admin.request('/rest/v1/rpc/revoke_review_link', { link: link.id });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const wrongCode = { status: 400, body: { error: 'The code is wrong or has expired' } };
const unknownLink = { status: 404, body: { error: 'This link doesn’t work' } };
const endedLink = { status: 410, body: { error: 'This link has ended' } };

describe('the email with the link', () => {
  test('the email with the link says who asks, for whom, until when and the message, and replies go to its sender', async () => {
    const link = await newLink({ message: 'Please look at these <leads>.\nThanks' });
    const { status, body } = await admin.request('/functions/v1/review-link', { action: 'mail', link: link.id });
    expect([status, body]).toEqual([200, { success: true }]);
    const email = await mailServer.waitForEmail(link.email);
    expect(email.subject).toMatch(/ asks you to review for Northwind <Robotics>$/);
    expect(email.replyTo?.map(({ address }) => address)).toEqual(['admin@example.test']);
    expect(email.text).toContain(`https://leads.example.test/review/${link.token}`);
    expect(email.text).toContain('Please look at these <leads>.\nThanks');
    expect(email.text).toContain('This link is just for you and works until ');
    expect(email.html).toContain('Please look at these &lt;leads&gt;.<br>Thanks');
    const [stored] = await admin.rows<{ mailed_at: string | null }>(`review_links?id=eq.${link.id}&select=mailed_at`);
    expect(stored?.mailed_at).not.toBeNull();
  });

  test('only who may send the link has it emailed', async () => {
    const link = await newLink();
    const guest = await openGuest(link);
    const mail = { action: 'mail', link: link.id };
    expect(await call(mail)).toMatchObject({ status: 401, body: { error: 'Sign in first: there is no valid token' } });
    expect(await call(mail, { token: guest.access_token })).toMatchObject({
      status: 403,
      body: { error: 'Only an administrator or an approver can send review links' },
    });
    expect(mailServer.emailsTo(link.email)).toHaveLength(1);
  });

  test('a mail server that does not take the email with the link is an error', async () => {
    const link = await newLink({ email: 'rejected@review.example' });
    expect(await admin.request('/functions/v1/review-link', { action: 'mail', link: link.id })).toEqual({
      status: 502,
      body: { error: 'The mail server didn’t accept the email' },
    });
  });
});

test('an approver makes and sends a link, whose email has the name and address of the approver', async () => {
  const { customer_id } = await newLink();
  const { member, email } = await addMember(customer_id, 'approver');
  const created = await member.request<Link>('/rest/v1/rpc/create_review_link', {
    customer_id,
    email: 'colleague@review.example',
  });
  expect(created.status).toBe(200);
  const mail = await member.request('/functions/v1/review-link', { action: 'mail', link: created.body.id });
  expect(mail).toEqual({ status: 200, body: { success: true } });
  const sent = await mailServer.waitForEmail('colleague@review.example');
  expect(sent.subject).toBe('Bob Member asks you to review for Northwind <Robotics>');
  expect(sent.text).toContain(`Bob Member (${email}) asks you to review for Northwind <Robotics>.`);
  expect(sent.replyTo?.map(({ address }) => address)).toEqual([email]);
  expect(await member.rows(`review_links?select=email&id=eq.${created.body.id}`)).toEqual([
    { email: 'colleague@review.example' },
  ]);
});

describe('the code', () => {
  test('opening a link shows its sender and a masked address', async () => {
    const link = await newLink();
    const { status, body } = await call({ action: 'open', token: link.token });
    expect([status, body]).toEqual([200, { sender: expect.any(String), email: 'g•••@review.example', isLive: true }]);
    expect(mailServer.emailsTo(link.email)).toEqual([]);
  });

  test('the email with the code has it as text to type, and nothing to open', async () => {
    const link = await newLink();
    const code = await requestCode(link);
    const { subject, text, html } = await mailServer.waitForEmail(link.email);
    expect(subject).toBe('Your code for the review');
    expect(code).toMatch(/^\d{6}$/);
    expect(html).toContain(code);
    expect(`${text}${html}`).not.toMatch(/https?:|href|<form|<button/);
  });

  test('the right code opens a session of an account that only the link has', async () => {
    const link = await newLink();
    const session = await openGuest(link);
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: expect.any(Number),
      refresh_token: expect.any(String),
      user: { id: link.id, email: `${link.id}@guest.invalid`, app_metadata: { review_link: link.id } },
    });
    const { body } = await rowsOf(session, 'leads?select=name');
    expect(body).toEqual([{ name: 'Ada Lovelace' }]);
    const own = await send(`${server.url}/rest/v1/rpc/my_review_link`, { body: {}, token: session.access_token });
    expect(own.body).toMatchObject([{ id: link.id, email: link.email, customer_name: 'Northwind <Robotics>' }]);
    const users = await admin.rows(`profiles?id=eq.${link.id}`);
    expect(users).toEqual([]);
    const renewed = await refresh(server, session.refresh_token);
    expect(renewed.status).toBe(200);
  });

  test('five of six guesses at once are counted, and then the right code is wrong', async () => {
    const link = await newLink();
    const code = await requestCode(link);
    const guesses = Array.from({ length: 6 }, () => call({ action: 'redeem', token: link.token, code: wrong(code) }));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(6).fill(400));
    const [stored] = await queryAsOwner<{ tries: number }>(
      server.databaseUrl,
      `select tries from private.review_codes where link_id = '${link.id}'`,
    );
    expect(stored?.tries).toBe(5);
    expect(await call({ action: 'redeem', token: link.token, code })).toMatchObject(wrongCode);
  });

  test('one of two who send the right code at once gets a session, and there is one account', async () => {
    const link = await newLink();
    const code = await requestCode(link);
    const both = [1, 2].map(() => call({ action: 'redeem', token: link.token, code }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 400]);
    const accounts = await queryAsOwner<{ id: string }>(
      server.databaseUrl,
      `select id from auth.users where email = '${link.id}@guest.invalid'`,
    );
    expect(accounts).toEqual([{ id: link.id }]);
  });

  test('a second session uses the same account, and the first one stays open', async () => {
    const link = await newLink();
    const first = await openGuest(link);
    const code = await requestCode(link, 2);
    const { status, body } = await call({ action: 'redeem', token: link.token, code });
    expect([status, (body as Session).user.id]).toEqual([200, first.user.id]);
    expect((await rowsOf(first, 'leads?select=name')).body).toHaveLength(1);
  });

  test('a link gets five codes per hour from whatever addresses', async () => {
    const link = await newLink();
    for (let count = 1; count <= 5; count++) await requestCode(link, count);
    const { status, headers, body } = await call({ action: 'send_code', token: link.token });
    expect([status, body]).toEqual([429, { error: 'Too many attempts: try again later' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(mailServer.emailsTo(link.email)).toHaveLength(5);
  });

  test('the answer to a request for a code is the same whether or not the mail server takes the email', async () => {
    const rejected = await newLink({ email: 'rejected-too@review.example' });
    const { status, body } = await call({ action: 'send_code', token: rejected.token });
    expect([status, body]).toEqual([200, { sent: true }]);
    expect(mailServer.emailsTo('rejected-too@review.example')).toEqual([]);
  });
});

describe('attacks', () => {
  test.each(['open', 'send_code', 'redeem'])('an unknown token answers 404 to %s', async (action) => {
    expect(await call({ action, token: 'f'.repeat(64), code: '000000' })).toMatchObject(unknownLink);
  });

  test('a link that was revoked tells no address, sends no code and opens no session', async () => {
    const link = await newLink();
    const code = await requestCode(link);
    await revoke(link);
    const opened = await call({ action: 'open', token: link.token });
    expect([opened.status, opened.body]).toEqual([200, { sender: expect.any(String), email: '', isLive: false }]);
    expect(await call({ action: 'send_code', token: link.token })).toMatchObject(endedLink);
    expect(await call({ action: 'redeem', token: link.token, code })).toMatchObject(endedLink);
    expect(mailServer.emailsTo(link.email)).toHaveLength(1);
  });

  test('revoking a link ends its session at the next request, and no refresh opens another', async () => {
    const link = await newLink();
    const session = await openGuest(link);
    await revoke(link);
    expect((await rowsOf(session, 'leads?select=name')).body).toEqual([]);
    expect((await callAuth(server, 'GET /user', { token: session.access_token })).status).toBe(403);
    expect((await refresh(server, session.refresh_token)).status).toBe(400);
  });

  test('the session of a link that has expired shows nothing and is not refreshed', async () => {
    const link = await newLink();
    const session = await openGuest(link);
    await queryAsOwner(
      server.databaseUrl,
      `update public.review_links set expires_at = now() where id = '${link.id}';
       update auth.sessions set not_after = now() where user_id = '${link.id}'`,
    );
    expect((await rowsOf(session, 'leads?select=name')).body).toEqual([]);
    const { status, body } = await refresh(server, session.refresh_token);
    expect([status, body]).toMatchObject([400, { msg: 'Invalid Refresh Token: Session Expired' }]);
  });

  test('a scanner that opens and posts to every address of the emails changes nothing', async () => {
    const link = await newLink();
    await admin.request('/functions/v1/review-link', { action: 'mail', link: link.id });
    await requestCode(link, 2);
    const state = () =>
      queryAsOwner(
        server.databaseUrl,
        `select link::text, code::text, (select count(*) from auth.sessions where user_id = link.id) as sessions
         from public.review_links link join private.review_codes code on link_id = id where id = '${link.id}'`,
      );
    const before = await state();
    const texts = mailServer.emailsTo(link.email).map(({ text, html }) => `${text}${html}`);
    const links = new Set(texts.join(' ').match(/https:\/\/leads\.example\.test[^\s"<]*/g));
    expect([...links]).toEqual([`https://leads.example.test/review/${link.token}`]);
    for (const found of links) {
      const url = found.replace('https://leads.example.test', server.url);
      for (const method of ['GET', 'HEAD', 'POST']) await fetch(url, { method });
    }
    expect(await state()).toEqual(before);
    expect(mailServer.emailsTo(link.email)).toHaveLength(2);
  });

  test('nobody signs up with, or changes to, an address of a guest', async () => {
    const link = await newLink();
    const email = `${link.id}@guest.invalid`;
    const refused = { status: 400, body: { msg: 'This email address cannot be used' } };
    const body = { email, password: 'a good password' };
    expect(await callAuth(server, 'POST /signup', { body })).toMatchObject(refused);
    const other = (await callAuth(server, 'POST /signup', { body: { ...body, email: 'eve@example.test' } }))
      .body as Session;
    expect(await callAuth(server, 'PUT /user', { token: other.access_token, body: { email } })).toMatchObject(refused);
  });

  test('nobody recovers the account of a guest, whose code would open a session without the link', async () => {
    const link = await newLink();
    const { id } = (await openGuest(link)).user;
    const email = `${id}@guest.invalid`;
    expect(await callAuth(server, 'POST /recover', { body: { email } })).toMatchObject({ status: 200, body: {} });
    await callAuth(server, 'POST /recover', { body: { email: 'admin@example.test' } });
    await mailServer.waitForEmail('admin@example.test');
    expect(mailServer.emailsTo(email)).toEqual([]);

    const token = await toolOutput('service-key', server.databaseUrl);
    const made = await callAuth(server, 'POST /admin/generate_link', { token, body: { type: 'magiclink', email } });
    const { email_otp: code } = made.body as { email_otp: string };
    expect(await callAuth(server, 'POST /verify', { body: { type: 'magiclink', email, token: code } })).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired' },
    });
  });

  test.each([
    ['PUT /user', { password: 'a good password' }],
    ['PUT /user', { email: 'mallory@example.test' }],
    ['POST /factors', { factor_type: 'totp' }],
    ['GET /reauthenticate', undefined],
  ])('a guest cannot change the account by %s %j', async (endpoint, body) => {
    const session = await openGuest(await newLink());
    const { status, body: error } = await callAuth(server, endpoint, { token: session.access_token, body });
    expect([status, error]).toMatchObject([403, { msg: 'The account of a review link cannot be changed' }]);
  });

  test('a guest who becomes a member meanwhile keeps the session of the link and gains nothing by it, and the member has another account', async () => {
    const link = await newLink();
    const guest = await openGuest(link);
    const invited = await admin.request<{ token: string }[]>('/rest/v1/invitations', {
      customer_id: link.customer_id,
      email: link.email,
    });
    const token = invited.body[0]?.token;
    const accept = (session: Session) =>
      send(`${server.url}/rest/v1/rpc/accept_invitation`, { body: { token }, token: session.access_token });
    expect(await accept(guest)).toMatchObject({
      status: 403,
      body: { message: 'This invitation is for another email address' },
    });
    const body = { email: link.email, password: 'a good password' };
    const member = (await callAuth(server, 'POST /signup', { body })).body as Session;
    expect(member.user.id).not.toBe(link.id);
    expect((await accept(member)).status).toBe(200);
    expect((await rowsOf(guest, 'user_roles')).body).toEqual([]);
    expect((await rowsOf(guest, 'customers')).body).toEqual([]);
    expect((await rowsOf(member, 'customers')).body).toHaveLength(1);
    expect((await rowsOf(guest, 'leads?select=name')).body).toEqual([{ name: 'Ada Lovelace' }]);
    expect((await refresh(server, guest.refresh_token)).status).toBe(200);
  });
});

test('requests with unknown tokens, however many at once and from wherever, hold up no request with the service key', async () => {
  const token = await toolOutput('service-key', server.databaseUrl);
  const opening = Array.from({ length: 250 }, () => call({ action: 'open', token: 'f'.repeat(64) }));
  for (let time = 0; time < 5; time += 1) {
    expect((await send(`${server.url}/rest/v1/leads?select=id&limit=1`, { token })).status).toBe(200);
  }
  const statuses = (await Promise.all(opening)).map(({ status }) => status);
  expect(statuses.filter((status) => ![404, 429, 503].includes(status))).toEqual([]);
});

test('the right code of a client whose verifications are used up is answered as a limit', async () => {
  const link = await newLink();
  const code = await requestCode(link);
  await queryAsOwner(
    server.databaseUrl,
    `insert into auth.rate_limits (key, tokens, refilled_at)
     values ('verify:' || translate(rtrim(encode(sha256('2001:db8:ffff:1::/64'), 'base64'), '='), '+/', '-_'), -1000000, clock_timestamp())`,
  );
  const headers = { 'x-forwarded-for': '2001:db8:ffff:1::1' };
  expect(await call({ action: 'redeem', token: link.token, code }, { headers })).toMatchObject({
    status: 429,
    body: { error: 'Too many requests: try again later' },
  });
});

test.each([
  [{ action: 'close' }, 'action must be open, send_code, redeem or mail'],
  [{ action: 'open' }, 'token must be a text'],
  [{ action: 'open', token: 'x\0' }, 'token must be a text of whole characters'],
  [{ action: 'send_code', token: '\ud800' }, 'token must be a text of whole characters'],
  [{ action: 'redeem', token: 'x', code: '123456\0' }, 'code must be a text of whole characters'],
  [{ action: 'redeem', token: 'x', code: '0'.repeat(21) }, 'code must be at most 20 characters long'],
  [{ action: 'mail', link: 'x' }, 'link must be the id of a review link'],
])('a request %j is rejected', async (body, error) => {
  expect(await call(body)).toMatchObject({ status: 400, body: { error } });
});
