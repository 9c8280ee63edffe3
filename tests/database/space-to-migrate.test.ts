import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { requireSpaceToMigrate } from '#server/database/setup/migrate.ts';
import { type Owner, openOwner } from '#server/database/setup/owner.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { createDatabase, queryAsOwner } from '../support/cluster.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';

let clone: Clone;
let owner: Owner;
beforeAll(async () => {
  clone = await cloneDatabase();
  owner = openOwner(clone.url);
});
afterAll(() => clone.drop());

const LOW = { directory: '/data', free: 300 * 2 ** 20, reserve: 2048 * 2 ** 20 };

test('a database that has all migrations starts on a disk below the reserve', () =>
  expect(requireSpaceToMigrate(owner, LOW)).resolves.toBeUndefined());

test('a new database is made on a disk below the reserve', async () => {
  const server = inject('cluster').url;
  const name = `leadlight_new_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(server, name);
  await expect(requireSpaceToMigrate(openOwner(url), LOW)).resolves.toBeUndefined();
  await queryAsOwner(server, `drop database ${name} with (force)`);
});

test('a database is not migrated on a disk below the reserve', async () => {
  const newest = 'select max(version) from supabase_migrations.schema_migrations';
  await queryAsOwner(clone.url, `delete from supabase_migrations.schema_migrations where version = (${newest})`);
  await expect(requireSpaceToMigrate(owner, LOW)).rejects.toEqual(
    new StartFailure(
      'The disk of /data has 300 MB free, and this version changes the database, which needs 2048 MB: free some space, or start the version before. No data is lost.',
    ),
  );
  await expect(requireSpaceToMigrate(owner, { ...LOW, free: LOW.reserve })).resolves.toBeUndefined();
});
