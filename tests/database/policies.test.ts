import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Privileges, rights, views } from '../../tools/policies/rights.ts';
import { distributedTables, isAdminSql, policySql } from '../../tools/policies/sql.ts';
import { cells, cellsByRole, ruledCallers } from './rights.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const storedPolicies = `
  select tablename, policyname, roles::text, cmd, qual, with_check from pg_policies where schemaname = 'public' order by tablename, policyname`;

const dropPolicies = `do $$ declare policy record; begin
  for policy in select polname, polrelid::regclass as relation from pg_policy where polrelid::regclass::text !~ '[.]' loop
    execute format('drop policy %I on %s', policy.polname, policy.relation);
  end loop;
end $$`;

test('the policies of the database are those of tools/policies/rights.ts', () =>
  world.transaction(async ({ query }) => {
    const stored = await query(storedPolicies);
    expect(stored.length).toBeGreaterThan(40);
    await query(dropPolicies);
    expect(await query(storedPolicies)).toEqual([]);
    await query(policySql('plain'));
    expect(await query(storedPolicies)).toEqual(stored);
  }));

const verbs = ['select', 'insert', 'update', 'delete'] as const;

/** `leads authenticated update name`, or `… *` for the whole table, which includes columns that are added later. */
const described = (table: string, role: string, privileges: Privileges) =>
  verbs.flatMap((verb) => {
    const columns = privileges[verb] ?? [];
    const names = columns === true || columns === 'all' ? ['*'] : columns;
    return names.map((column) => `${table} ${role} ${verb} ${column}`);
  });

test('no role has other rights to tables, views and columns than tools/policies/rights.ts describes', async () => {
  const stored = await world.transaction(({ query }) =>
    query<{ right: string }>(
      `select concat_ws(' ', relname, role, verb, attname) as right
       from pg_class, unnest(array['anon', 'authenticated', 'service_role']) role, unnest(array['select', 'insert', 'update', 'delete']) verb,
         lateral (
           select '*' as attname where has_table_privilege(role, pg_class.oid, verb)
           union all
           select attname from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and verb <> 'delete'
             and not has_table_privilege(role, pg_class.oid, verb) and has_column_privilege(role, pg_class.oid, attnum, verb)
         ) columns
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`,
    ),
  );
  const wanted = [
    ...rights.flatMap(({ table, users, service }) => [
      ...described(table, 'authenticated', users),
      ...described(table, 'service_role', service),
    ]),
    ...views.flatMap((view) =>
      ['authenticated', 'service_role'].flatMap((role) => described(view, role, { select: 'all' })),
    ),
  ];
  expect(stored.map(({ right }) => right).sort()).toEqual(wanted.sort());
});

test('the policies for Citus have no sub-select on a distributed table', () => {
  const sql = policySql('citus', distributedTables);
  expect(sql).toContain('private.request_customer_ids()');
  expect(sql).not.toMatch(/select\s+private|array\(/);
});

/** The triggers that ask for administrators do so by the same condition. */
const useCitusTriggers = `do $$ declare trigger record; begin
  for trigger in
    select tgname, tgrelid::regclass as relation, pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal and pg_get_triggerdef(oid) like '%private.is_admin()%'
  loop
    execute format('drop trigger %I on %s', trigger.tgname, trigger.relation);
    execute replace(trigger.definition, 'private.is_admin()', '${isAdminSql('citus')}');
  end loop;
end $$`;

/** Creates the objects of a distributed database, over the same rights instead of settings of the request. */
const useCitusForm = async (owner: pg.Client) => {
  await owner.query(`create function private.request_is_admin() returns boolean language sql stable security definer as 'select private.is_admin()';
    create function private.request_customer_ids() returns uuid[] language sql stable security definer as 'select array(select private.my_customer_ids())';
    create function private.request_review_customer_ids() returns uuid[] language sql stable security definer as 'select array(select private.my_review_customer_ids())';
    create function private.request_approval_customer_ids() returns uuid[] language sql stable security definer as 'select array(select private.my_approval_customer_ids())';
    create function private.request_user_id() returns uuid language sql stable security definer as 'select private.caller_id()';
    create function private.request_guest_customer_id() returns uuid language sql stable security definer as 'select private.guest_customer_id()';
    create function private.request_is_guest() returns boolean language sql stable security definer as 'select private.guest_customer_id() is not null';
    create function private.request_sees_audience(audience text default null) returns boolean language sql stable security definer
      as 'select private.guest_audience() is null or private.guest_audience() = audience';
    create function private.request_sees_lead(customer uuid, lead uuid) returns boolean language sql stable security definer
      as 'select exists (select from public.leads where customer_id = customer and id = lead and audience = private.guest_audience())';
    create function private.request_sees_company(customer uuid, key text) returns boolean language sql stable security definer
      as 'select exists (select from public.leads where customer_id = customer and private.index_key(private.text_key(company)) = key and audience = private.guest_audience())';
    create function private.request_guest_campaign_customer_id() returns uuid language sql stable security definer
      as 'select private.guest_campaign_customer_id()'`);
  await owner.query(dropPolicies);
  await owner.query(policySql('citus'));
  await owner.query(useCitusTriggers);
};

describe('policies for Citus', () => {
  const distributed = setUpWorld();
  beforeAll(async () => {
    const owner = await distributed.connect();
    await useCitusForm(owner);
    await owner.end();
  });
  test.each(cells.filter(({ table }) => distributedTables.includes(table)))(
    'the policies for Citus give the same rights on $table: $statement',
    async (cell) => {
      const expected = Object.fromEntries(ruledCallers.map((caller) => [caller, cell.expected[caller]]));
      expect(await distributed.outcomes(cell.text, [], { by: ruledCallers })).toEqual(expected);
    },
  );
  test.each(cellsByRole)(
    'the policies for Citus give a $role the same rights on $table: $statement',
    async ({ text, role, expected }) => {
      expect(await distributed.outcomeInRole(role, text)).toBe(expected);
    },
  );
});
