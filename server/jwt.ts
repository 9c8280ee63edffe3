// In charge of tokens: signs with the newest key that every copy knows, verifies with any stored one, says who calls. Refuses every algorithm but ES256.
import { type CryptoKey, errors, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Database } from './database/pool.ts';
import { ALGORITHM, KEYS_CHANNEL, makeMissingKeys, readSigningKeys, type SigningKey } from './signing-keys.ts';

export type Claims = {
  role: string;
  exp: number;
  sub?: string;
  session_id?: string;
  aal?: 'aal1' | 'aal2';
  [claim: string]: unknown;
};

type Role = 'anon' | 'authenticated' | 'service_role';

/** Who sent a request: the role that the database is to act in, and the claims that its policies read. */
export type Caller = { role: Role; claims: Partial<Claims> };

export class InvalidToken extends Error {
  readonly reason: 'expired' | 'invalid';
  constructor(reason: 'expired' | 'invalid', message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Keys = {
  /** The app's public name for itself (`sb_publishable_…`); a bearer equal to it is the anonymous role. */
  publishableKey: string;
  /** A compact ES256 JWT with `kid`; the claims carry their own `exp`. */
  sign(claims: Claims): Promise<string>;
  /** The claims of a token that one of the keys signed. Throws InvalidToken. */
  verify(token: string): Promise<Claims>;
  jwks(): Promise<{ keys: JWK[] }>;
};

const CLOCK_SKEW_SECONDS = 30;

/** An unknown key id makes the keys be read again, but a stream of made-up ids must not become a stream of queries. */
const REREAD_AFTER_MS = 5_000;

/** Verifying costs a tenth of a millisecond, as much as the rest of a small request; so many tokens are remembered. */
const REMEMBERED_TOKENS = 1_000;

/**
 * The keys that the database keeps (auth.signing_keys, auth.api_keys), made at the first start under a lock, so that two copies of the server agree.
 * A key that is added is heard of at once, and found at the latest when the first token that it signed arrives.
 */
export async function openKeys(database: Database): Promise<Keys> {
  const publishableKey = await makeMissingKeys(database);
  const verified = new Map<string, Claims>();
  let stored = readSigningKeys(database);
  let readAt = Date.now();
  await stored;

  function reread(known: SigningKey[]): void {
    readAt = Date.now();
    verified.clear();
    stored = readSigningKeys(database).catch(() => known);
  }
  database.listen(KEYS_CHANNEL, () => void stored.then(reread));

  async function keyOf(kid: string | undefined): Promise<CryptoKey> {
    const known = await stored;
    if (!known.some((key) => key.kid === kid) && Date.now() - readAt > REREAD_AFTER_MS) {
      reread(known);
    }
    const key = (await stored).find((candidate) => candidate.kid === kid);
    if (!key) throw new InvalidToken('invalid', `no key with the id '${kid ?? ''}'`);
    return key.publicKey;
  }

  async function verifyAnew(token: string): Promise<Claims> {
    const { payload } = await jwtVerify<Claims>(token, (header) => keyOf(header.kid), {
      algorithms: [ALGORITHM],
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp', 'role'],
    });
    const [oldest] = verified.keys();
    if (oldest && verified.size >= REMEMBERED_TOKENS) verified.delete(oldest);
    verified.set(token, payload);
    return payload;
  }

  return {
    publishableKey,
    async sign(claims) {
      const known = await stored;
      const signing = known.find(({ signsFrom }) => signsFrom <= Date.now()) ?? known.at(-1);
      if (!signing) throw new Error('auth.signing_keys is empty: start the server again to make a key');
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: signing.kid })
        .sign(signing.privateKey);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && known.exp + CLOCK_SKEW_SECONDS > Date.now() / 1000) return known;
      return verifyAnew(token).catch(throwInvalidToken);
    },
    jwks: async () => ({ keys: (await stored).map((key) => key.published) }),
  };
}

function throwInvalidToken(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw new InvalidToken('expired', 'token is expired');
  if (error instanceof errors.JOSEError) throw new InvalidToken('invalid', error.message);
  throw error;
}

const isRole = (role: unknown): role is Role => role === 'anon' || role === 'authenticated' || role === 'service_role';

/** Who an Authorization header names; nobody, or the publishable key, is the anonymous role. Throws InvalidToken for any other bearer that no key signed. */
export async function callerOf(authorization: string | undefined, keys: Keys): Promise<Caller> {
  const bearer = bearerOf(authorization);
  if (!bearer || bearer === keys.publishableKey) return { role: 'anon', claims: { role: 'anon' } };
  const claims = await keys.verify(bearer);
  if (!isRole(claims.role)) throw new InvalidToken('invalid', `no role '${claims.role}'`);
  return { role: claims.role, claims };
}

/** The token of `Bearer <token>`; undefined for anything else. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
