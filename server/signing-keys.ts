// In charge of the keys that the database keeps: makes those that are missing, reads those that are there. Signs and verifies nothing.
import { randomBytes } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database, Query } from './database/pool.ts';

type Accounts = Pick<Database, 'transaction'>;

/** Where copies of the server hear of a new key. */
export const KEYS_CHANNEL = 'signing_keys';

/** A new key signs only after so long, when every copy has read it: no copy refuses what another has signed. */
const SETTLING_SECONDS = 10;

export const ALGORITHM = 'ES256';

export type SigningKey = {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  published: JWK;
  signsFrom: number;
};

/** Makes what is missing under a lock, so that copies of the server that start at once agree; answers the publishable key. */
export function makeMissingKeys(database: Accounts): Promise<string> {
  return database.transaction(async (query) => {
    await query('lock table auth.signing_keys in share row exclusive mode');
    const { rowCount } = await query('select from auth.signing_keys limit 1');
    if (rowCount === 0) await makeSigningKey(query);
    return publishableKey(query);
  });
}

/** Adds a key beside those that are there, which go on verifying what they have signed. */
export function addSigningKey(database: Accounts): Promise<void> {
  return database.transaction(async (query) => {
    await makeSigningKey(query);
    await query(`notify ${KEYS_CHANNEL}`);
  });
}

async function makeSigningKey(query: Query): Promise<void> {
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

/** Newest first: all of them verify. `signsFrom` is a moment of this process's own clock. */
export async function readSigningKeys(database: Accounts): Promise<SigningKey[]> {
  const { rows } = await database.transaction((query) =>
    query<{ kid: string; private_jwk: JWK; age: number }>(
      'select kid, private_jwk, extract(epoch from now() - created_at)::float8 as age from auth.signing_keys order by created_at desc, kid',
    ),
  );
  const from = (age: number) => Date.now() + (SETTLING_SECONDS - age) * 1000;
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
