// A database with all migrations that the baseline replaces, and a few rows in every table. The dump was made from the last commit with these:
// PostgreSQL 15 applied auth-schema*.sql and the migrations, recorded with their checksums; rows were added as by requests; then
// `pg_dump --inserts`, without the lines that name the owner or start with a backslash.
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
