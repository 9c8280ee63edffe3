// Tokens that every endpoint must reject: not signed by the server's key, expired or not yet valid, or without a live session.
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto';
import type { JWK } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Claims, claimsOfUser, openSigner, type Signer, seconds } from './signing.ts';
import { world } from './world.ts';

let signer: Signer;
let published: JWK;
/** The claims of the real admin's token. */
let claims: Claims;
let real: string;
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(async () => {
  signer = await openSigner(world.server);
  claims = claimsOfUser(world.id('admin'));
  real = await signer.sign(claims);
  published = (await world.request('anonymous', 'GET /auth/v1/.well-known/jwks.json')).body.keys[0];
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (header: Claims, body: Claims = claims) =>
  `${part({ typ: 'JWT', kid: signer.kid, ...header })}.${part(body)}`;

function byForeignKey(header: Claims = {}, key: KeyObject = foreign.privateKey, hash = 'sha256'): string {
  const text = unsigned({ alg: 'ES256', ...header });
  return `${text}.${signBytes(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function bySecret(secret: string, alg = 'HS256'): string {
  const text = unsigned({ alg });
  return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`;
}

/** The real token with changed claims. */
function altered(changes: Claims): string {
  const [header, , signature] = real.split('.');
  return `${header}.${part({ ...claims, ...changes })}.${signature}`;
}

const pem = () => createPublicKey({ key: published as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
const foreignJwk = () => foreign.publicKey.export({ format: 'jwk' });
const tokenSignature = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url');

/** An ECDSA signature in DER form. */
function der(signature: Buffer): Buffer {
  const whole = [signature.subarray(0, 32), signature.subarray(32)].map((half) =>
    Buffer.concat([Buffer.from([2, 33, 0]), half]),
  );
  return Buffer.concat([Buffer.from([0x30, 70]), ...whole]);
}

type Forged = readonly [title: string, token: () => string | Promise<string>];

/** Tokens that no key of the server has signed. */
const forged: readonly Forged[] = [
  ...['none', 'None', 'NONE', '', 'nOnE'].map((alg): Forged => [`alg '${alg}'`, () => `${unsigned({ alg })}.`]),
  ['no signature', () => `${unsigned({ alg: 'ES256' })}.`],
  ['two parts', () => unsigned({ alg: 'ES256' })],
  ['a signature of zeros', () => `${unsigned({ alg: 'ES256' })}.${Buffer.alloc(64).toString('base64url')}`],
  ['the public key’s PEM as a secret', () => bySecret(String(pem()))],
  ['the public key’s JSON as a secret', () => bySecret(JSON.stringify(published))],
  ['the public key’s x as a secret', () => bySecret(String(published.x))],
  ['the publishable key as a secret', () => bySecret(world.server.publishableKey)],
  ['the key’s id as a secret', () => bySecret(signer.kid)],
  ['an empty secret', () => bySecret('', 'HS512')],
  ['another key under the same id', () => byForeignKey()],
  ['another key in the header', () => byForeignKey({ jwk: foreignJwk() })],
  [
    'another key by URL (jku, x5u)',
    () => byForeignKey({ jku: `${world.server.url}/config.json`, x5u: world.server.url }),
  ],
  [
    'another algorithm',
    () => byForeignKey({ alg: 'ES384' }, generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey, 'sha384'),
  ],
  ['a key id that is a path', () => byForeignKey({ kid: '../../../../dev/null' })],
  ['a key id that is SQL', () => byForeignKey({ kid: `' or true --` })],
  ['a key id that is a list', () => byForeignKey({ kid: [signer.kid] })],
  ['no key id', () => byForeignKey({ kid: undefined })],
  ['an unknown key id, signed by the real key', () => signer.sign(claims, { kid: randomUUID() })],
  ['a critical header (crit)', () => byForeignKey({ crit: ['exp'], b64: false })],
  ['the role raised to service_role', () => altered({ role: 'service_role' })],
  ['another user’s id', () => altered({ sub: world.id('neighbour') })],
  ['aal2 written over aal1', () => altered({ aal: 'aal2' })],
  ['a later expiry', () => altered({ exp: seconds() + 999_999 })],
  [
    'a signature as DER',
    () => `${real.split('.').slice(0, 2).join('.')}.${der(tokenSignature(real)).toString('base64url')}`,
  ],
  ['a fourth part', () => `${real}.x`],
  ['a truncated signature', () => real.slice(0, -8)],
  ['the published key itself', () => part(published)],
];

/** Claims of tokens that the server's key signs, but that are expired, not yet valid, or for a role that tokens cannot have. */
const invalid: [title: string, changes: () => Claims][] = [
  ['expired for a minute', () => ({ exp: seconds() - 60 })],
  ['without an expiry', () => ({ exp: undefined })],
  ['with an expiry that is text', () => ({ exp: '2100-01-01' })],
  ['not yet valid', () => ({ nbf: seconds() + 600 })],
  ['of the role postgres', () => ({ role: 'postgres' })],
  ['of the server’s login role', () => ({ role: 'authenticator' })],
  ['of the accounts’ role', () => ({ role: 'supabase_auth_admin' })],
  ['of a predefined role', () => ({ role: 'pg_read_all_data' })],
  ['of no role', () => ({ role: undefined })],
  ['of an empty role', () => ({ role: '' })],
  ['of a list of roles', () => ({ role: ['authenticated', 'service_role'] })],
  ['of a role in capitals', () => ({ role: 'SERVICE_ROLE' })],
  ['of a role with SQL', () => ({ role: `authenticated'; set role postgres; --` })],
];

const invalidTokens = [
  ...forged,
  ...invalid.map(([title, changes]): Forged => [title, () => signer.sign({ ...claims, ...changes() })]),
];

test('every endpoint accepts the real token', async () => {
  expect((await world.request('admin', 'GET /rest/v1/leads', { token: real })).body).toHaveLength(3);
  expect((await world.request('admin', 'GET /auth/v1/user', { token: real })).status).toBe(200);
  expect((await world.request('admin', 'POST /functions/v1/import-csv-data', { token: real, body: {} })).status).toBe(
    400,
  );
});

test.each(invalidTokens)('every endpoint rejects a token: %s', async (_, makeToken) => {
  const token = await makeToken();
  const rows = await world.request('anonymous', 'GET /rest/v1/leads', { token });
  expect([rows.status, rows.body.code]).toEqual([401, expect.stringMatching(/^PGRST30[13]$/)]);
  const call = await world.request('anonymous', 'POST /rest/v1/rpc/read_invitation', { token, body: { token: 'x' } });
  expect(call.status).toBe(401);
  const account = await world.request('anonymous', 'GET /auth/v1/user', { token });
  expect([account.status, account.body.error_code]).toEqual([403, 'bad_jwt']);
  expect((await world.request('anonymous', 'GET /auth/v1/admin/users', { token })).status).toBe(403);
  for (const name of ['import-csv-data', 'send-invitation']) {
    expect((await world.request('anonymous', `POST /functions/v1/${name}`, { token, body: {} })).status).toBe(401);
  }
});

describe('signed tokens without a live session', () => {
  test.each<[string, () => Claims]>([
    ['no subject', () => ({ sub: undefined })],
    ['a subject that is not an id', () => ({ sub: 'admin' })],
    ['an empty subject', () => ({ sub: '' })],
    ['an unknown subject', () => ({ sub: randomUUID() })],
    ['the subject of another session', () => ({ sub: world.id('admin'), session_id: world.id('member') })],
    ['no session', () => ({ session_id: undefined })],
    ['a session that is not an id', () => ({ session_id: 'x' })],
    ['an unknown session', () => ({ session_id: randomUUID() })],
  ])('a signed token without a live session reads no row: %s', async (_, changes) => {
    const token = await signer.sign({ ...claims, ...changes() });
    for (const table of ['leads', 'customers', 'profiles', 'user_roles', 'customer_users', 'activity']) {
      const { status, body } = await world.request('anonymous', `GET /rest/v1/${table}`, { token });
      expect(status === 200 ? body : []).toEqual([]);
      expect(status).toBeLessThan(500);
    }
    expect((await world.request('anonymous', 'GET /auth/v1/user', { token })).status).toBeGreaterThanOrEqual(400);
    const call = await world.request('anonymous', 'POST /functions/v1/import-csv-data', { token, body: {} });
    expect(call.status).toBeGreaterThanOrEqual(400);
  });

  test('a signed token reads no row for a banned or a deleted user', async () => {
    const leads = async () => (await world.request('anonymous', 'GET /rest/v1/leads', { token: memberToken })).body;
    const memberToken = await signer.sign(claimsOfUser(world.id('neighbour')));
    const change = (what: string) => world.sql(`update auth.users set ${what} where id = $1`, [world.id('neighbour')]);
    await change(`banned_until = now() + interval '1 hour'`);
    expect(await leads()).toEqual([]);
    const rights = new Map<string, unknown[]>();
    for (const table of ['public.customer_users', 'public.user_roles']) {
      rights.set(table, await world.sql(`select * from ${table} where user_id = $1`, [world.id('neighbour')]));
    }
    await change(`banned_until = null, deleted_at = now()`);
    expect(await leads()).toEqual([]);
    // A deletion takes the user's roles and memberships, which the other tests need.
    await change('deleted_at = null');
    expect((await world.request('neighbour', 'GET /rest/v1/leads')).body).toEqual([]);
    for (const [table, stored] of [...rights].reverse()) {
      await world.sql(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(stored),
      ]);
    }
    expect((await world.request('neighbour', 'GET /rest/v1/leads')).body).toHaveLength(1);
  });
});

test('a token outside the Authorization header is ignored', async () => {
  const otherHeaders: Record<string, string>[] = [
    { apikey: real },
    { cookie: `access_token=${real}` },
    { 'x-api-key': real },
    { authorization: `Basic ${real}` },
  ];
  for (const headers of otherHeaders) {
    expect((await world.request('anonymous', 'GET /rest/v1/leads', { headers })).status).toBe(401);
  }
  expect(
    (await world.request('anonymous', `GET /rest/v1/customers?apikey=${real}&access_token=${real}`)).status,
  ).not.toBe(200);
});

test('claims in other headers are ignored', async () => {
  const headers = {
    role: 'service_role',
    'request.jwt.claims': JSON.stringify(claims),
    'x-forwarded-user': world.id('admin'),
    'x-impersonation-id': world.id('acme impersonation'),
  };
  expect((await world.request('anonymous', 'GET /rest/v1/leads', { headers })).status).toBe(401);
  expect((await world.request('stranger', 'GET /rest/v1/leads', { headers })).body).toEqual([]);
});
