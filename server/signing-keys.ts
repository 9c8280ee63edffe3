import { randomBytes } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Accounts, Query } from './database/connections/pool.ts';

/** Notifies the other instances of a new key. */
export const KEYS_CHANNEL = 'signing_keys';

/** A new key signs only after this time, when every instance has loaded it. */
const ACTIVATION_SECONDS = 10;

export const ALGORITHM = 'ES256';

export type SigningKey = {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  published: JWK;
  signsFrom: number;
};

/** Creates missing keys under a lock, for instances that start at the same time. Returns the publishable key. */
export function createMissingKeys(database: Pick<Accounts, 'transaction'>): Promise<string> {
  return database.transaction(async (query) => {
    await query('lock table auth.signing_keys in share row exclusive mode');
    const { rowCount } = await query('select from auth.signing_keys limit 1');
    if (rowCount === 0) await createSigningKey(query);
    return publishableKey(query);
  });
}

/** Adds a signing key. The existing ones still verify. */
export function addSigningKey(database: Pick<Accounts, 'transaction'>): Promise<void> {
  return database.transaction(async (query) => {
    await createSigningKey(query);
    await query(`notify ${KEYS_CHANNEL}`);
  });
}

async function createSigningKey(query: Query): Promise<void> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await query('insert into auth.signing_keys (kid, private_jwk) values ($1, $2)', [kid, jwk]);
}

async function publishableKey(query: Query): Promise<string> {
  await query(`insert into auth.api_keys (name, key) values ('publishable', $1) on conflict (name) do nothing`, [
    `sb_publishable_${randomBytes(24).toString('base64url')}`,
  ]);
  const { rows } = await query<{ key: string }>(`select key from auth.api_keys where name = 'publishable'`);
  return rows[0]?.key ?? '';
}

/** Returns all keys, newest first. `signsFrom` is a time of this process's clock. */
export async function readSigningKeys(database: Pick<Accounts, 'transaction'>): Promise<SigningKey[]> {
  const { rows } = await database.transaction((query) =>
    query<{ kid: string; private_jwk: JWK; age: number }>(
      'select kid, private_jwk, extract(epoch from now() - created_at)::float8 as age from auth.signing_keys order by created_at desc, kid',
    ),
  );
  const from = (age: number) => Date.now() + (ACTIVATION_SECONDS - age) * 1000;
  return Promise.all(
    rows.map(async ({ kid, private_jwk: jwk, age }) => ({
      ...(await importSigningKey(kid, jwk)),
      signsFrom: from(age),
    })),
  );
}

async function importSigningKey(kid: string, { d, ...publicJwk }: JWK): Promise<Omit<SigningKey, 'signsFrom'>> {
  return {
    kid,
    privateKey: (await importJWK({ ...publicJwk, d }, ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey,
    published: { ...publicJwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] },
  };
}
