import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const onlyAdmins = (answer: string, error: string, procedure: string) => ({
  admin: answer,
  member: error,
  neighbour: error,
  stranger: error,
  anonymous: `42501 permission denied for function ${procedure}`,
});

test('only an admin can undo an import', async () => {
  expect(await world.outcomes('select id from public.undo_import($1)', [world.id('acme import')])).toEqual(
    onlyAdmins('acme import', 'PT403 Only an administrator can undo an import', 'undo_import'),
  );
});

test('undoing an import that does not exist is an error', async () => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    expect(await outcome('select public.undo_import(gen_random_uuid())')).toBe('PT404 There is no such import');
  });
});

test('no caller can write what undoing writes', async () => {
  for (const caller of ['admin', 'member'] as const) {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs(caller);
      expect(await outcome('update public.imports set undone_at = now()')).toBe(
        '42501 permission denied for table imports',
      );
    });
  }
});

test('only an admin can read the saved mapping of a customer and a set of headers', async () => {
  const statement = `select mapping from public.saved_mapping($1, 'leads', '["Name"]')`;
  expect(await world.outcomes(statement, [world.id('acme')])).toEqual({
    ...onlyAdmins('[object Object]', 'none', 'saved_mapping'),
  });
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    const recall = (type: string, headers: string) =>
      outcome('select mapping from public.saved_mapping($1, $2, $3)', [world.id('acme'), type, headers]);
    expect(await recall('companies', '["Name"]')).toBe('none');
    expect(await recall('leads', '["Email", "Name"]')).toBe('none');
  });
});

test('only an admin can read the version of the database (S2.95)', async () => {
  const { rows } = await (async () => {
    const owner = await world.connect();
    const found = await owner.query(
      `select current_setting('server_version') as database, count(*)::int as migrations, max(version) as last_migration
       from supabase_migrations.schema_migrations`,
    );
    await owner.end();
    return found;
  })();
  expect(await world.outcomes('select to_json(version)::text from public.system_version() version')).toEqual(
    onlyAdmins(
      JSON.stringify(rows[0]),
      'PT403 Only an administrator can see the version of the database',
      'system_version',
    ),
  );
});

test('a database without the Supabase CLI’s table reports its version only', async () => {
  await world.transaction(async ({ actAs, outcome, query }) => {
    await query('alter table supabase_migrations.schema_migrations rename to elsewhere');
    await actAs('admin');
    expect(await outcome('select migrations from public.system_version()')).toBe('null');
  });
});
