import { describe, expect, test } from 'vitest';
import { cells, cellsByRole, ruledCallers, ruledTables } from './rights.ts';
import { callers, setUpWorld } from './world.ts';

const world = setUpWorld();

/** The statements of the specification on the rights to a table. */
const STATEMENTS: Record<string, string> = {
  campaign_steps: ' (S0.2, S1.10, S6.10, S6.21, S6.22, S6.26)',
  campaigns: ' (S0.2, S1.10, S6.10, S6.21, S6.22, S6.26)',
  companies: ' (S0.2, S1.10, S6.10, S6.21, S6.22, S6.24, S6.25)',
  customer_users: ' (S6.10, S6.21, S6.22, S6.27, S6.28)',
  customers: ' (S0.2, S1.10, S6.10, S6.21, S6.22, S6.27)',
  impersonations: ' (S6.32)',
  imports: ' (S6.23, S6.27)',
  invitations: ' (S6.21, S6.22, S6.29)',
  leads: ' (S0.2, S6.11, S6.21, S6.22, S6.24, S6.25)',
  profiles: ' (S6.21, S6.23, S6.27, S6.28)',
  user_roles: ' (S1.10, S6.10, S6.21, S6.22, S6.27, S6.28)',
};

describe.each(ruledTables.map((name) => [`${name}${STATEMENTS[name] ?? ''}`, name]))('the rights on %s', (_, name) => {
  test.each(cells.filter(({ table }) => table === name))('$statement', async ({ text, expected }) => {
    expect(await world.outcomes(text, [], { by: ruledCallers })).toEqual(expected);
  });
});

test('viewers and reviewers have fewer rights than approvers to leads, companies, campaigns, steps and review links only', () => {
  const found = cellsByRole.map(({ table, role }) => `${role} ${table}`);
  const ofApprovers = ['campaign_steps', 'campaigns', 'colleague_requests', 'review_links'];
  const expected = ofApprovers.flatMap((table) => [`reviewer ${table}`, `viewer ${table}`]);
  expect([...new Set(found)].sort()).toEqual([...expected, 'viewer companies', 'viewer leads'].sort());
});

test.each(cellsByRole)('the rights of a $role on $table: $statement', async ({ text, role, expected }) => {
  expect(await world.outcomeInRole(role, text)).toBe(expected);
});

test('the matrix covers every table and view of schema public', async () => {
  const rows = await world.transaction(({ query }) =>
    query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`,
    ),
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...ruledTables].sort());
});

test('the service sees every row and can write what admins write', async () => {
  const found: Record<string, string> = {};
  for (const table of ['leads', 'companies', 'campaigns', 'imports', 'invitations', 'impersonations']) {
    found[table] = await world.transaction(async ({ actAs, outcome }) => {
      await actAs('service');
      return outcome(`select customer_id from public.${table}`);
    });
  }
  expect(new Set(Object.values(found))).toEqual(new Set(['acme globex']));
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('service');
    expect(
      await outcome(`insert into public.leads (customer_id, name) values ($1, 'Bea') returning customer_id`, [
        world.id('acme'),
      ]),
    ).toBe('acme');
    expect(await outcome(`update public.activity set row_count = 2`)).toBe(
      '42501 permission denied for table activity',
    );
    expect(await outcome(`delete from public.imports`)).toBe('42501 permission denied for table imports');
  });
});

test('no user can make themselves an admin (S6.31)', async () => {
  for (const caller of ['member', 'neighbour', 'stranger'] as const) {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs(caller, { claims: { user_metadata: { role: 'admin' }, app_metadata: { role: 'admin' } } });
      expect(
        await outcome(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [world.id(caller)]),
      ).toBe('42501 new row violates row-level security policy for table "user_roles"');
      expect(await outcome('select private.is_admin()')).toBe('false');
    });
  }
});

test('only the owner can read the tables of schemas auth and private', async () => {
  for (const caller of callers) {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs(caller);
      for (const table of ['users', 'sessions', 'refresh_tokens', 'signing_keys', 'api_keys', 'rate_limits']) {
        expect(await outcome(`select * from auth.${table}`)).toBe(`42501 permission denied for table ${table}`);
      }
      expect(await outcome('select * from private.settings')).toMatch(
        /^42501 permission denied for (schema private|table settings)$/,
      );
    });
  }
});
