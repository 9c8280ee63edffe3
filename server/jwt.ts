// Signs and verifies access tokens (ES256), and identifies the caller of a request.
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose';
import type { DatabasePool } from './database/connections/pool.ts';
import { ALGORITHM, createMissingKeys, KEYS_CHANNEL, readSigningKeys, type SigningKey } from './signing-keys.ts';

export type Claims = {
  role: string;
  exp: number;
  sub?: string;
  session_id?: string;
  aal?: 'aal1' | 'aal2';
  [claim: string]: unknown;
};

type DatabaseRole = 'anon' | 'authenticated' | 'service_role';

/** The database role of a token, and the claims that the policies read. */
export type TokenIdentity = { role: DatabaseRole; claims: Partial<Claims> };

export class InvalidToken extends Error {
  readonly reason: 'expired' | 'invalid';
  constructor(reason: 'expired' | 'invalid', message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Keys = Awaited<ReturnType<typeof openKeys>>;

const CLOCK_SKEW_SECONDS = 30;

/** Minimum time between two reloads for an unknown key id, so that forged ids cannot cause a query each. */
const RELOAD_INTERVAL_MS = 5_000;

/** Verifying takes 0.1 ms, as long as the rest of a small request. */
const CACHED_TOKENS = 1_000;

/**
 * Loads the keys of the database (auth.signing_keys, auth.api_keys), and creates missing ones under a lock, so that all instances use the same.
 * Learns of a new key by NOTIFY, or from the first token that it signed.
 */
export async function openKeys(database: DatabasePool) {
  const publishableKey = await createMissingKeys(database);
  const verified = new Map<string, Claims>();
  let stored = readSigningKeys(database);
  let readAt = Date.now();
  await stored;

  function reload(known: SigningKey[]): void {
    readAt = Date.now();
    verified.clear();
    stored = readSigningKeys(database).catch(() => known);
  }
  database.listen(KEYS_CHANNEL, () => void stored.then(reload));

  async function findKey(kid: string | undefined): Promise<CryptoKey> {
    const known = await stored;
    if (!known.some((key) => key.kid === kid) && Date.now() - readAt > RELOAD_INTERVAL_MS) reload(known);
    const key = (await stored).find((candidate) => candidate.kid === kid);
    if (!key) throw new InvalidToken('invalid', `no key with the id '${kid ?? ''}'`);
    return key.publicKey;
  }

  async function verifySignature(token: string): Promise<Claims> {
    const { payload } = await jwtVerify<Claims>(token, (header) => findKey(header.kid), {
      algorithms: [ALGORITHM],
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp', 'role'],
    });
    const [oldest] = verified.keys();
    if (oldest && verified.size >= CACHED_TOKENS) verified.delete(oldest);
    verified.set(token, payload);
    return payload;
  }

  return {
    /** `sb_publishable_…`. As a bearer token it means the anonymous role. */
    publishableKey,
    /** Returns a compact JWT with `kid`. The claims include `exp`. */
    async sign(claims: Claims): Promise<string> {
      const known = await stored;
      const signing = known.find(({ signsFrom }) => signsFrom <= Date.now()) ?? known.at(-1);
      if (!signing) throw new Error('auth.signing_keys is empty: start the server again to make a key');
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: signing.kid })
        .sign(signing.privateKey);
    },
    /** Returns the claims of a token. Throws InvalidToken. */
    async verify(token: string): Promise<Claims> {
      const known = verified.get(token);
      if (known && known.exp + CLOCK_SKEW_SECONDS > Date.now() / 1000) return known;
      return verifySignature(token).catch(throwInvalidToken);
    },
    jwks: async () => ({ keys: (await stored).map((key) => key.published) }),
  };
}

function throwInvalidToken(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw new InvalidToken('expired', 'token is expired');
  if (error instanceof errors.JOSEError) throw new InvalidToken('invalid', error.message);
  throw error;
}

const isRole = (role: unknown): role is DatabaseRole =>
  role === 'anon' || role === 'authenticated' || role === 'service_role';

/** Returns the caller of an Authorization header; anonymous without one, or with the publishable key. Throws InvalidToken for any other invalid token. */
export async function readCaller(authorization: string | undefined, keys: Keys): Promise<TokenIdentity> {
  const bearer = readBearerToken(authorization);
  if (!bearer || bearer === keys.publishableKey) return { role: 'anon', claims: { role: 'anon' } };
  const claims = await keys.verify(bearer);
  if (!isRole(claims.role)) throw new InvalidToken('invalid', `no role '${claims.role}'`);
  return { role: claims.role, claims };
}

/** Returns the token of `Bearer <token>`. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
