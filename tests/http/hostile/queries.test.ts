import { beforeAll, describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { requestAt } from '../rest/world.ts';

type Account = { token: string; id: string };
let stranger: Account;
/** An account with a role, which a stranger lacks. */
let admin: Account;
const server = setUpServer({ AUTH_RATE_SIGNUP: '1000', STATEMENT_TIMEOUT: '60' });
beforeAll(async () => {
  stranger = await openAccount('signup', { email: 'stranger@example.test', password: 'long enough' });
  admin = await openAccount('token?grant_type=password', ADMIN);
});

const ADMIN = { email: 'admin@example.test', password: 'admin-password' };

async function openAccount(endpoint: string, credentials: typeof ADMIN): Promise<Account> {
  const response = await fetch(`${server.url}/auth/v1/${endpoint}`, {
    method: 'POST',
    body: JSON.stringify(credentials),
  });
  const { access_token: token, user } = (await response.json()) as { access_token: string; user: { id: string } };
  return { token, id: user.id };
}

const ask = (
  target: string,
  { method = 'GET', token, body }: { method?: string; token?: string; body?: unknown } = {},
) =>
  requestAt(`${server.url}/rest/v1`, method, target, { ...(token && { token }), ...(body !== undefined && { body }) });

const rename = ({ id, token }: Account, fullName: string) =>
  ask(`/profiles?id=eq.${id}`, { method: 'PATCH', token, body: { full_name: fullName } });

const many = (count: number, text: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

/** The whole response to a request past the limits. */
const rejection = (message: string, hint: string | null = null) => ({
  status: 400,
  headers: { 'content-type': 'application/json; charset=utf-8', 'proxy-status': 'PostgREST; error=PGRST100' },
  body: { code: 'PGRST100', details: null, hint, message },
});

const SPLIT = 'Split it into several requests.';

/** Takes a second to compile. */
const LARGE = encodeURIComponent('(((a{1,9}){1,9}){1,9}){1,20}b');
/** Takes minutes to match 200 characters. */
const SLOW = encodeURIComponent('^(a+)(a+)(a+)(a+)\\1\\2\\3\\4b$');

describe('regular expressions without signing in', () => {
  const unavailable = rejection(
    'Regular expressions (match, imatch) are not available without signing in',
    'Compare with eq, like or ilike.',
  );

  test.each([
    `customer_name=match.${LARGE}0`,
    many(70, (index) => `customer_name=match.${LARGE}${index}`, '&'),
    `customer_name=not.imatch.${LARGE}0`,
    `customer_name=match(any).{${LARGE}0}`,
    `email=not.imatch(all).{"${LARGE}0"}`,
    `or=(email.eq.x,customer_name.match."${LARGE}0")`,
    `not.and=(email.eq.x,or(not.email.imatch.x,customer_name.match(any).{a}))`,
    `customer_name->>a=match.${LARGE}0`,
  ])('regular expressions without signing in are rejected on a function’s result: %#', async (filters) => {
    expect(await ask(`/rpc/read_invitation?token=x&${filters}`)).toEqual(unavailable);
    expect(await ask(`/rpc/read_invitation?${filters}`, { method: 'POST', body: { token: 'x' } })).toEqual(unavailable);
  });

  test.each(['GET', 'PATCH', 'DELETE'])(
    'regular expressions without signing in are rejected on a table: %s',
    async (method) => {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      expect(await ask('/leads?name=match.a', { method, body })).toEqual(unavailable);
      expect(await ask('/leads?select=customers(name)&customers.name=match.a', { method, body })).toEqual(unavailable);
    },
  );

  test('regular expressions without signing in are allowed as a function’s argument', async () => {
    expect(await ask('/rpc/read_invitation?token=match.a')).toMatchObject({ status: 200, body: [] });
  });
});

describe('regular expressions of a user', () => {
  test('regular expressions of a user are limited to one per request and 100 characters', async () => {
    const { token } = stranger;
    expect(await ask('/profiles?full_name=match.a&email=match.b', { token })).toEqual(
      rejection('The request has 2 regular expressions, at most 1', SPLIT),
    );
    expect(await ask(`/profiles?full_name=match.${'a'.repeat(101)}`, { token })).toEqual(
      rejection('A regular expression of the request has 101 characters, at most 100'),
    );
    expect(await ask('/profiles?select=email&email=match.^s.*r@', { token })).toMatchObject({
      status: 200,
      body: [{ email: 'stranger@example.test' }],
    });
  });

  test('regular expressions of a user are cancelled after half a second, while others sign in', async () => {
    await rename(stranger, `${'a'.repeat(199)}b`);
    const attacks = Array.from({ length: 32 }, () =>
      ask(`/profiles?full_name=match.${SLOW}`, { token: stranger.token }),
    );
    const signIn = fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify(ADMIN),
    });
    expect((await signIn).status).toBe(200);
    const codes = (await Promise.all(attacks)).map(
      ({ status, body }) => `${status} ${(body as { code: string }).code}`,
    );
    expect(new Set(codes)).toEqual(new Set(['400 57014', '429 53400'])); // past the requests that may wait
    expect(server.output()).not.toContain('"level":50');
  });
});

test.each([
  [
    '195 conditions',
    `/rpc/read_invitation?token=x&${many(195, (index) => `email=like.*${index}`, '&')}`,
    'The request has 196 parameters, at most 80',
  ],
  [
    'a pattern that is compared at each place',
    `/profiles?full_name=like.*${'a'.repeat(1_000)}b*`,
    'A pattern of the request has 1003 characters, at most 420',
  ],
  [
    'many patterns in one array',
    `/profiles?full_name=ilike(any).{${many(21, (index) => `*${index}*`)}}`,
    'The request has 21 patterns, at most 20',
  ],
  [
    'full-text searches of one column',
    `/profiles?${many(3, () => 'full_name=fts(english).a', '&')}`,
    'The request has 3 full-text searches, at most 2',
  ],
  [
    'twenty times the leads of each lead’s customer',
    `/leads?select=id,${many(20, (index) => `c${index}:customers(leads(*))`)}`,
    'The request has 20 embedded resources of many rows, at most 10',
  ],
  [
    'many rows of many rows of many rows',
    '/customers?select=leads(customers(campaigns(campaign_steps(id))))',
    'The request has 3 embedded resources of many rows within each other, at most 2',
  ],
  [
    '28 aliases of one text',
    `/profiles?select=${many(28, (index) => `a${index}:full_name::json`)}`,
    'The request has 28 selections of one column, at most 10',
  ],
  [
    '28 times one text',
    `/profiles?select=${many(28, () => 'full_name::json')}`,
    'The request has 28 selections of one column, at most 10',
  ],
  [
    'a regular expression within a cast',
    '/profiles?select=full_name::jsonpath',
    'A cast from text to jsonpath is not available',
  ],
  ['a number of 131,072 digits', '/profiles?select=full_name::numeric', 'A cast from text to numeric is not available'],
  ['numbers of 131,072 digits', '/profiles?select=full_name::jsonb', 'A cast from text to jsonb is not available'],
  ['names of the catalog', '/profiles?select=full_name::regclass', 'A cast from text to regclass is not available'],
  [
    'conditions that multiply',
    `/leads?select=id,customers(leads(customers(name)))&${['customers', 'customers.leads', 'customers.leads.customers'].map((path) => many(14, () => `${path}=not.is.null`, '&')).join('&')}&${many(14, () => 'customers.leads.customers.name=not.is.null', '&')}`,
    'The request has 44548 conditions, repeated for embedded resources, at most 700',
  ],
])('the query is rejected with 400: %s', async (_, target, message) => {
  expect(await ask(target, { token: stranger.token })).toMatchObject({
    status: 400,
    body: { code: 'PGRST100', message, details: null },
  });
});

test('a stranger’s body is limited to 64 KiB', async () => {
  expect(await rename(stranger, 'A'.repeat(65_536))).toMatchObject({
    status: 413,
    body: { code: 'PGRST102', message: 'The request body is larger than 65536 bytes' },
  });
});

describe('long texts of a user with a role', () => {
  const post = (name: string, body: unknown) => ask(`/rpc/${name}`, { method: 'POST', token: admin.token, body });

  test('a name of 3 MB is not stored', async () => {
    expect(await rename(admin, 'A'.repeat(3 * 1024 * 1024))).toMatchObject({
      status: 400,
      body: {
        code: '23514',
        message: 'new row for relation "profiles" violates check constraint "profiles_full_name_length"',
      },
    });
  });

  test.each(['search_leads', 'search_companies', 'count_leads', 'company_totals'])(
    'a search term of 900 kB is rejected: %s',
    async (name) => {
      expect(await post(name, { term: 'ab '.repeat(300_000) })).toMatchObject({
        status: 400,
        body: { code: '22001', message: 'The search term is too long: 900000 characters, at most 200' },
      });
    },
  );

  test.each([
    ['jsonb, of 500,001 values', 'headers', 500_000, 'The argument headers has more than 500000 values'],
    ['json, of 5,000,001 values', 'rows', 5_000_000, 'The request body has more than 5000000 values'],
  ])('an argument of type %s is rejected before PostgreSQL reads it', async (_, name, values, message) => {
    const others = { customer_id: admin.id, file_name: 'a.csv', import_type: 'leads', first_row: 2, hash: 'a' };
    const lists = { headers: '[]', mapping: '{}', errors: '[]', rows: '[]', [name]: `[${'1,'.repeat(values - 1)}1]` };
    const members = Object.entries(lists).map(([key, list]) => `"${key}":${list}`);
    const body = `${JSON.stringify(others).slice(0, -1)},${members}}`;
    expect(await post('import_rows', body)).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', details: null, hint: null, message },
    });
  });

  test('numbers of 131,072 digits are rejected as file headers', async () => {
    const headers = `[${'1e131071,'.repeat(6_000)}1]`;
    const body = `{"customer_id":"${admin.id}","import_type":"leads","headers":${headers}}`;
    expect(await post('saved_mapping', body)).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'The request body has a number with an exponent of more than 2 digits' },
    });
  });

  test('a number of 131,072 digits is rejected in an argument of the query string, and is none in a search term', async () => {
    const filter = `{"custom":{"a":[${'1e131071,'.repeat(1_000)}1]}}`;
    expect(
      await ask(`/rpc/count_leads?customers={${admin.id}}&filter=${filter}`, { token: stranger.token }),
    ).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'The argument filter has a number with an exponent of more than 2 digits' },
    });
    const args = { missing: 'email', customers: [admin.id], term: `a\u001e${filter}` };
    expect(
      await ask('/rpc/count_approved_leads_without', { method: 'POST', token: stranger.token, body: args }),
    ).toMatchObject({
      status: 400,
      body: { code: '22001', message: 'The search term is too long: 9022 characters, at most 200' },
    });
  });

  test('a key of a megabyte is not repeated in the response', async () => {
    const answer = await ask('/leads', { method: 'POST', token: admin.token, body: { ['k'.repeat(1_000_000)]: 1 } });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'A key of the body has 1000000 characters, at most 200' },
    });
  });
});
