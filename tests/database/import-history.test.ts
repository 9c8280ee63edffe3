import { expect, test } from 'vitest';
import { callers, setUpWorld } from './world.ts';

const world = setUpWorld();

/** The outcome of a statement for each person. */
async function outcomes(statement: string, values: unknown[] = []) {
  const found: Record<string, string> = {};
  for (const person of callers) {
    found[person] = await world.transaction(async ({ actAs, outcome }) => {
      await actAs(person);
      return outcome(statement, values);
    });
  }
  return found;
}

const onlyAdmins = (answer: string, refusal: string, procedure: string) => ({
  admin: answer,
  member: refusal,
  neighbour: refusal,
  stranger: refusal,
  anonymous: `42501 permission denied for function ${procedure}`,
});

test('only an admin undoes an import', async () => {
  expect(await outcomes('select id from public.undo_import($1)', [world.id('acme import')])).toEqual(
    onlyAdmins('acme import', 'PT403 Only an administrator can undo an import', 'undo_import'),
  );
});

test('an import that is not there cannot be undone', async () => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    expect(await outcome('select public.undo_import(gen_random_uuid())')).toBe('PT404 There is no such import');
  });
});

test('what undoing writes is nobody’s to write', async () => {
  for (const person of ['admin', 'member'] as const) {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs(person);
      expect(await outcome('update public.imports set undone_at = now()')).toBe(
        '42501 permission denied for table imports',
      );
    });
  }
});

test('only an admin is told the mapping that is remembered for a customer and a set of headers', async () => {
  const statement = `select mapping from public.saved_mapping($1, 'leads', '["Name"]')`;
  expect(await outcomes(statement, [world.id('acme')])).toEqual({
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

test('only an admin is told the version of the database', async () => {
  const { rows } = await (async () => {
    const owner = await world.connect();
    const found = await owner.query(
      `select current_setting('server_version') as database, count(*)::int as migrations, max(version) as last_migration
       from supabase_migrations.schema_migrations`,
    );
    await owner.end();
    return found;
  })();
  expect(await outcomes('select to_json(told)::text from public.system_version() told')).toEqual(
    onlyAdmins(
      JSON.stringify(rows[0]),
      'PT403 Only an administrator can see the version of the database',
      'system_version',
    ),
  );
});

test('a database that the Supabase CLI has not set up tells its version alone', async () => {
  await world.transaction(async ({ actAs, outcome, query }) => {
    await query('alter table supabase_migrations.schema_migrations rename to elsewhere');
    await actAs('admin');
    expect(await outcome('select migrations from public.system_version()')).toBe('null');
  });
});
