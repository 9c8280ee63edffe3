import { importJWK, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import type { TestServer } from '../../support/server.ts';
import { sql } from '../auth/requests.ts';

export type Claims = Record<string, unknown>;

export type Signer = {
  kid: string;
  /** Signs a token; `header` overrides the defaults. */
  sign(claims: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>;
};

export const seconds = () => Math.floor(Date.now() / 1000);

/** The claims of a signed-in role. The population's sessions have the ids of their roles. */
export const claimsOfUser = (id: string): Claims => ({
  sub: id,
  session_id: id,
  role: 'authenticated',
  aud: 'authenticated',
  aal: 'aal1',
  iat: seconds(),
  exp: seconds() + 3600,
});

/** Signs with the server's own key, read from its database. */
export async function openSigner(server: TestServer): Promise<Signer> {
  const [stored] = await sql<{ kid: string; private_jwk: JWK }>(
    server,
    'select kid, private_jwk from auth.signing_keys',
  );
  if (!stored) throw new Error('the server made no signing key');
  const key = await importJWK(stored.private_jwk, 'ES256');
  return {
    kid: stored.kid,
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: stored.kid, ...header }).sign(key),
  };
}
