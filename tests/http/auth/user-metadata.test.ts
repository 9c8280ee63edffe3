import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { toolOutput } from '../../support/tool.ts';
import { addProviderUser, arrive, departureUrl, openProviderWorld, type ProviderWorld } from './provider-world.ts';
import { call, errorResponse, NO_LIMITS, newEmail, PASSWORD, readClaims, signUp, sql } from './requests.ts';

let world: ProviderWorld;
let server: TestServer;
let confirming: TestServer;
let key: string;
beforeAll(async () => {
  [world, confirming] = await Promise.all([
    openProviderWorld(),
    startServer({ env: { ...NO_LIMITS, AUTH_CONFIRM_EMAIL: 'true' } }),
  ]);
  server = world.server;
  key = await toolOutput('service-key', server.databaseUrl);
});
afterAll(() => Promise.all([world?.stop(), confirming?.stop()]));

const ask = async (endpoint: string, body: unknown, token?: string, at = server) => {
  const answer = await call(at, endpoint, { body, ...(token && { token }) });
  return { status: answer.status, body: answer.body };
};

const tooLarge = (bytes: unknown) =>
  errorResponse(400, 'validation_failed', `The user metadata is too large: ${bytes} bytes, at most 4096`);
const anyLarger = {
  status: 400,
  body: {
    error_code: 'validation_failed',
    msg: expect.stringMatching(/^The user metadata is too large: \d+ bytes, at most 4096$/),
  },
};
const longName = errorResponse(400, 'validation_failed', 'The full name is too long: 201 characters, at most 200');

const storedBytes = async (email: string) => {
  const [row] = await sql<{ bytes: number }>(
    server,
    'select octet_length(raw_user_meta_data::text) as bytes from auth.users where email = $1',
    [email],
  );
  return row?.bytes;
};

/** Each way to write metadata, each on a new account. */
const ways: [way: string, write: (data: unknown) => ReturnType<typeof ask>][] = [
  ['a sign-up', (data) => ask('POST /signup', { email: newEmail(), password: PASSWORD, data })],
  [
    'a sign-up with confirmation',
    (data) => ask('POST /signup', { email: newEmail(), password: PASSWORD, data }, undefined, confirming),
  ],
  ['a change', async (data) => ask('PUT /user', { data }, (await signUp(server)).session.access_token)],
  [
    'an account created by the service key',
    (data) => ask('POST /admin/users', { email: newEmail(), user_metadata: data }, key),
  ],
  [
    'a change by the service key',
    async (data) => ask(`PUT /admin/users/${(await signUp(server)).user.id}`, { user_metadata: data }, key),
  ],
  ['an invitation', (data) => ask('POST /invite', { email: newEmail(), data }, key)],
  [
    'a generated link',
    (data) => ask('POST /admin/generate_link', { type: 'signup', email: newEmail(), password: PASSWORD, data }, key),
  ],
];

describe.each(ways)('the metadata of %s', (way, write) => {
  test(`${way} accepts metadata of up to 4 KiB`, async () => {
    expect((await write({ full_name: '😀'.repeat(200), note: 'x'.repeat(3_000) })).status).toBe(200);
  });

  test.each([
    ['a text of 900 KB', { note: 'x'.repeat(900_000) }],
    ['a text of just more', { note: 'x'.repeat(4_096) }],
    ['many keys', Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key ${index}`, true]))],
    ['numbers that are long in the database', { list: Array.from({ length: 40 }, () => 1e300) }],
  ])(`${way} rejects metadata of more than 4 KiB: %s`, async (_, data) => {
    expect(await write(data)).toMatchObject(anyLarger);
  });

  test('a full name of more than 200 characters is rejected', async () => {
    expect(await write({ full_name: '😀'.repeat(201) })).toEqual(longName);
  });
});

test('the 4 KiB include the server’s own members', async () => {
  const email = newEmail();
  const { session } = await signUp(server, email);
  const rest = 4_096 - ((await storedBytes(email)) ?? 0) - ', "note": ""'.length;
  const change = (data: unknown) => ask('PUT /user', { data }, session.access_token);
  expect(await change({ note: 'x'.repeat(rest + 1) })).toEqual(tooLarge(4_097));
  expect((await change({ note: 'x'.repeat(rest) })).status).toBe(200);
  expect(await storedBytes(email)).toBe(4_096);
  expect(await change({ more: true })).toEqual(tooLarge(4_110));
  expect((await change({ note: 'x'.repeat(rest - 14), more: true })).status).toBe(200);
});

test('metadata that was too large before can be reduced step by step', async () => {
  const email = newEmail();
  const { session } = await signUp(server, email);
  await sql(
    server,
    `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('a', repeat('x', 9000), 'b', repeat('x', 9000)) where email = $1`,
    [email],
  );
  const change = (data: unknown) => ask('PUT /user', { data }, session.access_token);
  expect((await change({ c: 'x' })).status).toBe(400);
  expect((await change({ a: null })).status).toBe(200);
  expect((await change({ b: null, c: 'x' })).status).toBe(200);
});

test('a sign-up with too much metadata gets the same error for a taken and a free email', async () => {
  const taken = newEmail();
  await call(confirming, 'POST /signup', { body: { email: taken, password: PASSWORD } });
  await sql(confirming, 'update auth.users set email_confirmed_at = now() where email = $1', [taken]);
  for (const data of [{ note: 'x'.repeat(4_096) }, { note: 'x'.repeat(8_100) }, { full_name: 'x'.repeat(201) }]) {
    const answers = await Promise.all(
      [taken, newEmail()].map((email) =>
        ask('POST /signup', { email, password: PASSWORD, data }, undefined, confirming),
      ),
    );
    expect(answers[0]?.status).toBe(400);
    expect(answers[0]).toEqual(answers[1]);
  }
  const { body } = await ask(
    'POST /signup',
    { email: taken, password: PASSWORD, data: { note: null } },
    undefined,
    confirming,
  );
  expect(body).not.toHaveProperty('user_metadata.note');
});

test('long claims of a provider are truncated, and the sign-in succeeds', async () => {
  const email = newEmail();
  const subject = addProviderUser(world, {
    email,
    email_verified: true,
    name: '😀'.repeat(1_000),
    picture: `https://pictures.example.test/${'x'.repeat(9_000)}`,
  });
  const { status, fragment } = await arrive(world, departureUrl(world, subject));
  expect(status).toBe(302);
  expect(readClaims(fragment.access_token ?? '')).toMatchObject({
    email,
    user_metadata: { full_name: '😀'.repeat(200), name: '😀'.repeat(200) },
  });
  expect(fragment.access_token?.length).toBeLessThan(8_192);
});
