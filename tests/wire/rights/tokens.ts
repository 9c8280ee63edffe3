// Tokens that nobody should believe, at every door: what the key did not sign, what is over or not begun, and what it signed for nobody.
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
import { type Claims, claimsOfPerson, type Signer, seconds, signerOf } from './signing.ts';
import { world } from './world.ts';

let signer: Signer;
let published: JWK;
/** What the real admin's token says. */
let claims: Claims;
let real: string;
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(async () => {
  signer = await signerOf(world.server);
  claims = claimsOfPerson(world.id('admin'));
  real = await signer.sign(claims);
  published = (await world.ask('anonymous', 'GET /auth/v1/.well-known/jwks.json')).body.keys[0];
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

/** The real token's parts, of which one is another. */
function altered(changes: Claims): string {
  const [header, , signature] = real.split('.');
  return `${header}.${part({ ...claims, ...changes })}.${signature}`;
}

const pem = () => createPublicKey({ key: published as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
const foreignJwk = () => foreign.publicKey.export({ format: 'jwk' });
const signatureOf = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url');

/** An ECDSA signature as other libraries write it. */
function der(signature: Buffer): Buffer {
  const whole = [signature.subarray(0, 32), signature.subarray(32)].map((half) =>
    Buffer.concat([Buffer.from([2, 33, 0]), half]),
  );
  return Buffer.concat([Buffer.from([0x30, 70]), ...whole]);
}

type Forged = readonly [title: string, token: () => string | Promise<string>];

/** What nobody signed with a key of the server's. */
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
  ['another key by its address', () => byForeignKey({ jku: `${world.server.url}/config.json`, x5u: world.server.url })],
  [
    'another algorithm',
    () => byForeignKey({ alg: 'ES384' }, generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey, 'sha384'),
  ],
  ['a key’s id that is a path', () => byForeignKey({ kid: '../../../../dev/null' })],
  ['a key’s id that is SQL', () => byForeignKey({ kid: `' or true --` })],
  ['a key’s id that is a list', () => byForeignKey({ kid: [signer.kid] })],
  ['no key’s id', () => byForeignKey({ kid: undefined })],
  ['a key’s id that nobody has, though the key is real', () => signer.sign(claims, { kid: randomUUID() })],
  ['a header that must be understood', () => byForeignKey({ crit: ['exp'], b64: false })],
  ['the role raised to service_role', () => altered({ role: 'service_role' })],
  ['another person’s id', () => altered({ sub: world.id('neighbour') })],
  ['aal2 written over aal1', () => altered({ aal: 'aal2' })],
  ['a later end', () => altered({ exp: seconds() + 999_999 })],
  [
    'a signature as DER',
    () => `${real.split('.').slice(0, 2).join('.')}.${der(signatureOf(real)).toString('base64url')}`,
  ],
  ['something after the signature', () => `${real}.x`],
  ['a signature cut short', () => real.slice(0, -8)],
  ['the published key itself', () => part(published)],
];

/** What the server's key signed, but for another time or for a role that is not given by tokens. */
const refused: [title: string, changes: () => Claims][] = [
  ['over for a minute', () => ({ exp: seconds() - 60 })],
  ['without an end', () => ({ exp: undefined })],
  ['with an end in words', () => ({ exp: '2100-01-01' })],
  ['not begun', () => ({ nbf: seconds() + 600 })],
  ['of the role postgres', () => ({ role: 'postgres' })],
  ['of the server’s login', () => ({ role: 'authenticator' })],
  ['of the accounts’ role', () => ({ role: 'supabase_auth_admin' })],
  ['of the role of all roles', () => ({ role: 'pg_read_all_data' })],
  ['of no role', () => ({ role: undefined })],
  ['of an empty role', () => ({ role: '' })],
  ['of a list of roles', () => ({ role: ['authenticated', 'service_role'] })],
  ['of a role in capitals', () => ({ role: 'SERVICE_ROLE' })],
  ['of a role with SQL', () => ({ role: `authenticated'; set role postgres; --` })],
];

const refusedTokens = [
  ...forged,
  ...refused.map(([title, changes]): Forged => [title, () => signer.sign({ ...claims, ...changes() })]),
];

test('the real one opens every door', async () => {
  expect((await world.ask('admin', 'GET /rest/v1/leads', { token: real })).body).toHaveLength(3);
  expect((await world.ask('admin', 'GET /auth/v1/user', { token: real })).status).toBe(200);
  expect((await world.ask('admin', 'POST /functions/v1/import-csv-data', { token: real, body: {} })).status).toBe(400);
});

test.each(refusedTokens)('refused everywhere: %s', async (_, tokenOf) => {
  const token = await tokenOf();
  const rows = await world.ask('anonymous', 'GET /rest/v1/leads', { token });
  expect([rows.status, rows.body.code]).toEqual([401, expect.stringMatching(/^PGRST30[13]$/)]);
  const call = await world.ask('anonymous', 'POST /rest/v1/rpc/read_invitation', { token, body: { token: 'x' } });
  expect(call.status).toBe(401);
  const account = await world.ask('anonymous', 'GET /auth/v1/user', { token });
  expect([account.status, account.body.error_code]).toEqual([403, 'bad_jwt']);
  expect((await world.ask('anonymous', 'GET /auth/v1/admin/users', { token })).status).toBe(403);
  for (const door of ['import-csv-data', 'send-invitation']) {
    expect((await world.ask('anonymous', `POST /functions/v1/${door}`, { token, body: {} })).status).toBe(401);
  }
});

describe('signed, but for nobody', () => {
  test.each<[string, () => Claims]>([
    ['no subject', () => ({ sub: undefined })],
    ['a subject that is no id', () => ({ sub: 'admin' })],
    ['an empty subject', () => ({ sub: '' })],
    ['a subject of nobody', () => ({ sub: randomUUID() })],
    ['the subject of another session', () => ({ sub: world.id('admin'), session_id: world.id('member') })],
    ['no session', () => ({ session_id: undefined })],
    ['a session that is no id', () => ({ session_id: 'x' })],
    ['a session that is gone', () => ({ session_id: randomUUID() })],
  ])('%s: not a row', async (_, changes) => {
    const token = await signer.sign({ ...claims, ...changes() });
    for (const table of ['leads', 'customers', 'profiles', 'user_roles', 'customer_users', 'activity']) {
      const { status, body } = await world.ask('anonymous', `GET /rest/v1/${table}`, { token });
      expect(status === 200 ? body : []).toEqual([]);
      expect(status).toBeLessThan(500);
    }
    expect((await world.ask('anonymous', 'GET /auth/v1/user', { token })).status).toBeGreaterThanOrEqual(400);
    const call = await world.ask('anonymous', 'POST /functions/v1/import-csv-data', { token, body: {} });
    expect(call.status).toBeGreaterThanOrEqual(400);
  });

  test('a banned person, and one who is deleted', async () => {
    const leads = async () => (await world.ask('anonymous', 'GET /rest/v1/leads', { token: memberToken })).body;
    const memberToken = await signer.sign(claimsOfPerson(world.id('neighbour')));
    const change = (what: string) => world.sql(`update auth.users set ${what} where id = $1`, [world.id('neighbour')]);
    await change(`banned_until = now() + interval '1 hour'`);
    expect(await leads()).toEqual([]);
    await change(`banned_until = null, deleted_at = now()`);
    expect(await leads()).toEqual([]);
    await change('deleted_at = null');
    expect((await world.ask('neighbour', 'GET /rest/v1/leads')).body).toHaveLength(1);
  });
});

test('a token elsewhere than in the bearer is not looked at', async () => {
  const places: Record<string, string>[] = [
    { apikey: real },
    { cookie: `access_token=${real}` },
    { 'x-api-key': real },
    { authorization: `Basic ${real}` },
  ];
  for (const headers of places) {
    expect((await world.ask('anonymous', 'GET /rest/v1/leads', { headers })).status).toBe(401);
  }
  expect((await world.ask('anonymous', `GET /rest/v1/customers?apikey=${real}&access_token=${real}`)).status).not.toBe(
    200,
  );
});

test('claims in headers are nobody’s word', async () => {
  const headers = {
    role: 'service_role',
    'request.jwt.claims': JSON.stringify(claims),
    'x-forwarded-user': world.id('admin'),
    'x-impersonation-id': world.id('acme impersonation'),
  };
  expect((await world.ask('anonymous', 'GET /rest/v1/leads', { headers })).status).toBe(401);
  expect((await world.ask('stranger', 'GET /rest/v1/leads', { headers })).body).toEqual([]);
});
