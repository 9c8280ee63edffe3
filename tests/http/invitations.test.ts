import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, expect, test } from 'vitest';
import { ImportClient } from '../support/import-client.ts';
import { startServer } from '../support/server.ts';
import { setUpMailingServer } from '../support/set-up.ts';

let admin: ImportClient;

const { server, mailServer } = setUpMailingServer(
  { SITE_URL: 'https://leads.example.test' },
  { rejects: (address) => address.startsWith('rejected') },
);
beforeAll(async () => {
  admin = await ImportClient.signIn(server);
});

type Stored = { id: string; token: string; expires_at: string };

/** An invitation stored as the admin's screen does it, and the call that has it mailed. */
async function newInvitation(email: string, customer = 'Northwind <Robotics>') {
  const customerId = await admin.newCustomer(customer);
  const { status, body } = await admin.request<Stored[]>('/rest/v1/invitations?select=id,token,expires_at', {
    customer_id: customerId,
    email,
  });
  expect(status).toBe(201);
  const [{ id, token, expires_at: expiresAt } = { id: '', token: '', expires_at: '' }] = body;
  return { id, customerId, call: { email, customerName: customer, inviterName: 'Ada & Co', token, expiresAt } };
}

/** The time at which the mail of an invitation was taken. */
async function mailedAt(id: string): Promise<string | null> {
  const [stored] = (await admin.rows(`invitations?id=eq.${id}&select=mailed_at`)) as { mailed_at: string | null }[];
  return stored?.mailed_at ?? null;
}

const send = (client: ImportClient, body: unknown) => client.request('/functions/v1/send-invitation', body);

test('an invitation is stored with token and expiry, and emailed with its link (S7.62, S7.63)', async () => {
  const { id, call } = await newInvitation('grace@example.test');
  expect(await mailedAt(id)).toBeNull();
  expect(await send(admin, call)).toEqual({ status: 200, body: { success: true } });
  expect(Date.parse((await mailedAt(id)) ?? '')).toBeGreaterThan(Date.now() - 60_000);
  const email = await mailServer.waitForEmail('grace@example.test');
  expect(email.subject).toBe('Ada & Co invited you to Northwind <Robotics>');
  expect(email.text).toContain(`https://leads.example.test/invite/${call.token}`);
  expect(email.html).toContain(`href="https://leads.example.test/invite/${call.token}"`);
  expect(email.html).toContain('Join Northwind &lt;Robotics&gt; on Leadlight');
});

test('the inviter’s name is one line of visible text in the email', async () => {
  const { call } = await newInvitation('lea@example.test');
  const inviterName = 'Ada\r\nBcc: all@example.test\u202e \u0007Lovelace';
  expect(await send(admin, { ...call, inviterName })).toEqual({ status: 200, body: { success: true } });
  const email = await mailServer.waitForEmail('lea@example.test');
  expect(email.subject).toBe('Ada Bcc: all@example.test Lovelace invited you to Northwind <Robotics>');
  expect(`${email.text}${email.html}`).not.toMatch(/(?!\s)\p{Cc}|\p{Bidi_Control}/u);
  expect(email.bcc).toBeUndefined();
  expect(mailServer.emailsTo('all@example.test')).toEqual([]);
});

test('a request that does not match the invitation is rejected and sends no email', async () => {
  const { call } = await newInvitation('kay@example.test');
  expect(await send(admin, { ...call, email: 'mallory@example.test' })).toEqual({
    status: 404,
    body: { error: 'There is no such invitation' },
  });
  expect(mailServer.emailsTo('kay@example.test')).toEqual([]);
  expect(mailServer.emailsTo('mallory@example.test')).toEqual([]);
});

test.each([
  ['email', { email: ' ' }, 'email must be a text that is not blank'],
  [
    'email',
    { email: 'Kay <kay@example.test>' },
    "email must be an email address, which 'Kay <kay@example.test>' is not",
  ],
  ['customerName', { customerName: 7 }, 'customerName must be a text that is not blank'],
  ['customerName', { customerName: 'Acme\nBcc: all@example.test' }, 'customerName must be one line of text'],
  ['inviterName', { inviterName: '\n\u202e' }, 'inviterName must be a text that is not blank'],
  ['token', { token: undefined }, 'token must be a text that is not blank'],
  ['expiresAt', { expiresAt: 'soon' }, 'expiresAt must be a date and time such as 2026-01-31T12:00:00Z'],
])('a request with an invalid %s is rejected', async (_, change, error) => {
  const call = {
    email: 'kay@example.test',
    customerName: 'Acme',
    inviterName: 'Ada',
    token: 'f'.repeat(64),
    expiresAt: '2031-01-01T00:00:00+00:00',
  };
  expect(await send(admin, { ...call, ...change })).toEqual({ status: 400, body: { error } });
});

test('only an administrator can send invitations', async () => {
  const { call } = await newInvitation('kay@example.test');
  const stranger = { email: 'stranger@example.test', password: 'correct horse' };
  await new ImportClient(server, null).request('/auth/v1/signup', stranger);
  const client = await ImportClient.signIn(server, stranger.email, stranger.password);
  expect(await send(client, call)).toEqual({
    status: 403,
    body: { error: 'Only an administrator can send invitations' },
  });
  expect(await send(new ImportClient(server, null), call)).toEqual({
    status: 401,
    body: { error: 'Sign in first: there is no valid token' },
  });
  expect(mailServer.emailsTo('kay@example.test')).toEqual([]);
});

test('one invitation can be emailed five times an hour', async () => {
  const { call } = await newInvitation('often@example.test');
  for (let mail = 1; mail <= 5; mail += 1) expect((await send(admin, call)).status).toBe(200);
  expect(await send(admin, call)).toEqual({
    status: 429,
    body: { error: 'Too many invitation emails within an hour: try again later' },
  });
  expect(mailServer.emailsTo('often@example.test')).toHaveLength(5);
});

test('an email that the mail server rejects is an error (S7.63)', async () => {
  const { id, call } = await newInvitation('rejected@example.test');
  expect(await send(admin, call)).toEqual({
    status: 502,
    body: { error: 'The mail server didn’t accept the email' },
  });
  expect(await mailedAt(id)).toBeNull();
});

test('without a mail server the email is written to the outbox, and the request fails', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadlight-invitations-'));
  const silent = await startServer({ env: { DATA_DIR: folder } });
  try {
    const client = await ImportClient.signIn(silent);
    const customerId = await client.newCustomer('Acme');
    const { body } = await client.request<Stored[]>('/rest/v1/invitations', {
      customer_id: customerId,
      email: 'a@b.test',
    });
    const [stored] = body;
    const call = { email: 'a@b.test', customerName: 'Acme', inviterName: 'Ada' };
    expect(await send(client, { ...call, token: stored?.token, expiresAt: stored?.expires_at })).toEqual({
      status: 503,
      body: { error: 'This server can’t send email: SMTP_URL isn’t set' },
    });
    const outbox = path.join(folder, 'outbox');
    const [file = '', ...others] = await readdir(outbox);
    expect(others).toEqual([]);
    const email = await PostalMime.parse(await readFile(path.join(outbox, file)));
    expect([email.to?.[0]?.address, email.subject]).toEqual(['a@b.test', 'Ada invited you to Acme']);
    expect(email.text).toContain(`/invite/${stored?.token}`);
    expect(await client.rows('invitations?select=mailed_at')).toEqual([{ mailed_at: null }]);
  } finally {
    await silent.stop();
    await rm(folder, { recursive: true });
  }
});

test('an admin reads an invitation by its token with the customer’s name, and inserts roles and memberships', async () => {
  const { customerId, call } = await newInvitation('rows@example.test', 'Globex');
  const read = await admin.rows(`invitations?token=eq.${call.token}&select=email,accepted_at,customers(name)`);
  expect(read).toEqual([{ email: 'rows@example.test', accepted_at: null, customers: { name: 'Globex' } }]);
  const signUp = { email: 'rows@example.test', password: 'correct horse' };
  const { body } = await new ImportClient(server, null).request<{ user: { id: string } }>('/auth/v1/signup', signUp);
  const user_id = body.user.id;
  expect((await admin.request('/rest/v1/user_roles', { user_id, role: 'customer' })).status).toBe(201);
  const membership = {
    user_id,
    customer_id: customerId,
    invited_by: user_id,
    accepted_at: '2026-01-01T00:00:00+00:00',
  };
  const stored = await admin.request(
    '/rest/v1/customer_users?select=user_id,customer_id,invited_by,accepted_at',
    membership,
  );
  expect(stored).toEqual({ status: 201, body: [membership] });
  const again = await admin.request<{ code: string }>('/rest/v1/customer_users', membership);
  expect([again.status, again.body.code]).toEqual([409, '23505']);
});
