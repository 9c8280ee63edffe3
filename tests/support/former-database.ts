// A database of the last schema before the initial migration, with rows in every table of schemas public and private. It was made by the 136 first
// migrations, then upgraded with a baseline and those up to 20261130120000 (commit 5127fbab); one of its constraints is not validated. Dumped by
// `pg_dump --inserts` of PostgreSQL 15, without the lines that make `postgres` an owner or start with a backslash.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asOwner, createDatabase } from './cluster.ts';

const DUMP = path.resolve(import.meta.dirname, '../fixtures/former-schema.sql.gz');

/** The address of such a database on the server of `url`, which may be cloned. */
export async function makeFormerDatabase(url: string): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `leadlight_former_${randomBytes(4).toString('hex')}`;
  const created = await createDatabase(url, name);
  await asOwner(created, (owner) => owner.query(gunzipSync(readFileSync(DUMP)).toString()));
  const drop = () => asOwner(url, async (owner) => void (await owner.query(`drop database ${name} with (force)`)));
  return { name, url: created, drop };
}
