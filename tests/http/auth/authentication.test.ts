import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { type Account, call, errorResponse, NO_LIMITS, readClaims, signUp, sql } from './requests.ts';

let account: Account;
let claims: Record<string, unknown>;
let serverKey: { kid: string; private_jwk: JWK };

const server = setUpServer(NO_LIMITS);
beforeAll(async () => {
  account = await signUp(server);
  claims = readClaims(account.session.access_token);
  const [key] = await sql<typeof serverKey>(server, 'select kid, private_jwk from auth.signing_keys');
  if (!key) throw new Error('the server made no signing key');
  serverKey = key;
});

const now = () => Math.floor(Date.now() / 1000);

/** A token with other claims, signed with the server's key. */
async function signed(changes: Record<string, unknown>, jwk = serverKey.private_jwk, kid = serverKey.kid) {
  const token = new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid });
  return token.sign(await importJWK(jwk, 'ES256'));
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function ask(token: string | undefined, headers?: Record<string, string>) {
  const answer = await call(server, 'GET /user', { token, headers });
  return { status: answer.status, body: answer.body };
}

const badJwt = (why: string) =>
  errorResponse(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);

describe('requests to an endpoint for users', () => {
  const noAuthorization = errorResponse(401, 'no_authorization', 'This endpoint requires a valid Bearer token');

  test('an endpoint for users rejects a request without a bearer token', async () => {
    expect(await ask(undefined)).toEqual(noAuthorization);
    expect(await ask(undefined, { Authorization: 'Basic YTpi' })).toEqual(noAuthorization);
    expect(await ask(undefined, { Authorization: 'Bearer ' })).toEqual(noAuthorization);
  });

  test('an endpoint for users rejects a malformed token', async () => {
    expect(await ask('nonsense')).toEqual(badJwt('Invalid Compact JWS'));
  });

  test('an endpoint for users rejects a token with changed claims', async () => {
    const [header, , signature] = account.session.access_token.split('.');
    const forged = `${header}.${base64url({ ...claims, role: 'service_role' })}.${signature}`;
    expect(await ask(forged)).toEqual(badJwt('signature verification failed'));
  });

  test('an endpoint for users rejects a token of another key with the server’s key id', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const token = await signed({}, await exportJWK(privateKey));
    expect(await ask(token)).toEqual(badJwt('signature verification failed'));
  });

  test('an endpoint for users rejects a token of an unknown key', async () => {
    expect(await ask(await signed({}, serverKey.private_jwk, 'another'))).toEqual(
      badJwt("no key with the id 'another'"),
    );
  });

  test('an endpoint for users rejects a token without a signature', async () => {
    const token = `${base64url({ alg: 'none', typ: 'JWT', kid: serverKey.kid })}.${base64url(claims)}.`;
    expect((await ask(token)).body).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  });

  test('an endpoint for users rejects a token signed with the public key as an HMAC secret', async () => {
    const { keys } = (await call(server, 'GET /.well-known/jwks.json')).body as { keys: JWK[] };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: serverKey.kid })
      .sign(Buffer.from(JSON.stringify(keys[0])));
    expect((await ask(token)).body).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  });

  test('an endpoint for users rejects a token that expired longer ago than the clock tolerance', async () => {
    expect(await ask(await signed({ exp: now() - 60 }))).toEqual(badJwt('token is expired'));
    expect((await ask(await signed({ exp: now() - 10 }))).status).toBe(200);
  });

  test('an endpoint for users rejects a token without an expiry', async () => {
    expect((await ask(await signed({ exp: undefined }))).body).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  });

  test('an endpoint for users rejects an unknown role', async () => {
    expect(await ask(await signed({ role: 'postgres' }))).toEqual(badJwt("no role 'postgres'"));
  });

  test('an endpoint for users rejects the publishable key', async () => {
    expect(await ask(server.publishableKey)).toEqual(errorResponse(403, 'bad_jwt', 'invalid claim: missing sub claim'));
  });

  test('an endpoint for users rejects a subject that is not a UUID', async () => {
    expect(await ask(await signed({ sub: 'ada' }))).toEqual(
      errorResponse(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
    );
  });

  test('an endpoint for users rejects a deleted user', async () => {
    const gone = await signUp(server);
    await sql(server, 'delete from auth.users where id = $1', [gone.user.id]);
    expect(await ask(gone.session.access_token)).toEqual(
      errorResponse(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
    );
  });

  test.each([
    ['gone', { session_id: randomUUID() }],
    ['not named', { session_id: undefined }],
    ['no id', { session_id: 'mine' }],
  ])('an endpoint for users rejects a session that is %s', async (_, changes) => {
    expect(await ask(await signed(changes))).toEqual(
      errorResponse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
    );
  });

  test('an endpoint for users rejects another user’s session', async () => {
    const other = await signUp(server);
    const { session_id } = readClaims(other.session.access_token);
    expect((await ask(await signed({ session_id }))).body).toMatchObject({ error_code: 'session_not_found' });
  });

  test('an endpoint for users rejects a banned user until the ban ends', async () => {
    const banned = await signUp(server);
    await sql(server, `update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [banned.user.id]);
    expect(await ask(banned.session.access_token)).toEqual(errorResponse(403, 'user_banned', 'User is banned'));
    await sql(server, `update auth.users set banned_until = now() - interval '1 hour' where id = $1`, [banned.user.id]);
    expect((await ask(banned.session.access_token)).status).toBe(200);
  });
});

describe('requests to an endpoint for the service', () => {
  test.each(['GET /admin/users', 'POST /admin/generate_link', 'POST /invite'])(
    'an endpoint for the service rejects a user at %s',
    async (endpoint) => {
      const { status, body } = await call(server, endpoint, { token: account.session.access_token });
      expect({ status, body }).toEqual(errorResponse(403, 'not_admin', 'User not allowed'));
    },
  );

  test('an endpoint for the service rejects the publishable key', async () => {
    const { status, body } = await call(server, 'GET /admin/users', { token: server.publishableKey });
    expect({ status, body }).toEqual(errorResponse(403, 'not_admin', 'User not allowed'));
  });

  test('an endpoint for the service rejects a request without a bearer token', async () => {
    expect((await call(server, 'GET /admin/users')).status).toBe(401);
  });
});

test('a key added at runtime is loaded with the first token that it signed', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = randomUUID();
  await sql(server, 'insert into auth.signing_keys (kid, private_jwk) values ($1, $2)', [kid, jwk]);
  const token = await signed({}, jwk, kid);
  await expect.poll(async () => (await ask(token)).status, { timeout: 15_000, interval: 500 }).toBe(200);
  expect((await ask(account.session.access_token)).status).toBe(200);
  const { keys } = (await call(server, 'GET /.well-known/jwks.json')).body as { keys: JWK[] };
  expect(keys.map((key) => key.kid)).toEqual([kid, serverKey.kid]);
});
