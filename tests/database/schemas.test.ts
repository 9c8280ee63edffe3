import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ownScripts } from '#server/database/setup/migrate.ts';
import { readObjects } from '#server/database/setup/objects.ts';
import { openOwner } from '#server/database/setup/owner.ts';
import { readSchemas, schemaStatements } from '../../tools/schema/schemas.ts';
import { createDatabase, queryAsOwner } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';

const name = `schemas_${randomBytes(4).toString('hex')}`;
let url: string;
beforeAll(async () => {
  url = await createDatabase(inject('cluster').url, name);
  for (const { sql } of ownScripts) await queryAsOwner(url, sql);
  // A hosted project gives its roles every right to new objects.
  await changeDefaultRights('grant', 'to');
  for (const { sql } of readSchemas()) await queryAsOwner(url, sql);
  await changeDefaultRights('revoke', 'from');
});

async function changeDefaultRights(verb: 'grant' | 'revoke', preposition: 'to' | 'from'): Promise<void> {
  const roles = 'anon, authenticated, service_role';
  for (const objects of ['tables', 'functions', 'sequences']) {
    await queryAsOwner(
      url,
      `alter default privileges in schema public ${verb} all on ${objects} ${preposition} ${roles}`,
    );
  }
}

afterAll(() => queryAsOwner(inject('cluster').url, `drop database if exists ${name} with (force)`));

test('a database of supabase/schemas has the same objects as one of the migrations', async () => {
  const migrated = await cloneDatabase();
  const [expected, found] = [await openOwner(migrated.url)(readObjects), await openOwner(url)(readObjects)];
  await migrated.drop();
  expect(found.size).toBeGreaterThan(2000);
  const differing = [...new Set([...expected.keys(), ...found.keys()])].filter(
    (object) => expected.get(object) !== found.get(object),
  );
  expect(differing.map((object) => [object, found.get(object)])).toEqual(
    differing.map((object) => [object, expected.get(object)]),
  );
});

test('a database of supabase/schemas has the same rows as one of the migrations', async () => {
  const rowsIn = (database: string) =>
    queryAsOwner(
      database,
      `select 'setting' as kind, to_jsonb(settings) as row from private.settings
       union all select 'reason', to_jsonb(reason) - 'id' - 'created_at' from public.rejection_reasons reason
       union all select 'secret', to_jsonb(octet_length(secret)) from private.contact_secret
       order by 1, 2`,
    );
  const migrated = await cloneDatabase();
  const [expected, found] = [await rowsIn(migrated.url), await rowsIn(url)];
  await migrated.drop();
  expect(found.length).toBeGreaterThan(10);
  expect(found).toEqual(expected);
});

test('the schemas define each object once: nothing is replaced, dropped or renamed', () => {
  const statements = schemaStatements().map((text) => text.replace(/^(?:--.*\n)+/, ''));
  expect(statements.length).toBeGreaterThan(1000);
  expect(
    statements.filter((text) => /^(?:create or replace|drop) |^alter \w+ \S+ (?:rename|drop) /.test(text)),
  ).toEqual([]);
});
