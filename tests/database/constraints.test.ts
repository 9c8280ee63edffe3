import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const violates = (table: string, constraint: string) =>
  `23514 new row for relation "${table}" violates check constraint "${constraint}"`;
const twice = (constraint: string) => `23505 duplicate key value violates unique constraint "${constraint}"`;
const blank = `e' \\t\\u00a0\\u2003'`;

const rejected: [statement: string, error: string][] = [
  [`customers (name) values ('')`, violates('customers', 'customers_name_check')],
  [`customers (name) values (${blank})`, violates('customers', 'customers_name_check')],
  [`leads (customer_id, name) values (:acme, ${blank})`, violates('leads', 'leads_name_check')],
  [
    'leads (customer_id) values (:acme)',
    '23502 null value in column "name" of relation "leads" violates not-null constraint',
  ],
  [`leads (customer_id, name, audience) values (:acme, 'A', '')`, violates('leads', 'leads_audience_check')],
  [
    `leads (customer_id, name, audience) values (:acme, 'A', repeat('a', 101))`,
    violates('leads', 'leads_audience_check'),
  ],
  [`companies (customer_id, name) values (:acme, ' ')`, violates('companies', 'companies_name_check')],
  [
    `companies (customer_id, name, employee_count) values (:acme, 'A', -1)`,
    violates('companies', 'companies_employee_count_check'),
  ],
  [`campaigns (customer_id, name) values (:acme, ' ')`, violates('campaigns', 'campaigns_name_check')],
  [
    `campaigns (customer_id, name, status) values (:acme, 'A', 'archived')`,
    violates('campaigns', 'campaigns_status_check'),
  ],
  [
    `campaign_steps (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 2, 'fax')`,
    violates('campaign_steps', 'campaign_steps_step_type_check'),
  ],
  [
    `campaign_steps (customer_id, campaign_id, step_number, step_type, delay_days) values (:acme, :acme campaign, 2, 'email', -1)`,
    violates('campaign_steps', 'campaign_steps_delay_days_check'),
  ],
  [`user_roles (user_id, role) values (:stranger, 'owner')`, violates('user_roles', 'user_roles_role_check')],
  [`user_roles (user_id, role) values (:admin, 'admin')`, twice('user_roles_pkey')],
  [`customer_users (user_id, customer_id) values (:member, :acme)`, twice('customer_users_user_id_customer_id_key')],
  [`invitations (customer_id, email) values (:acme, 'no-address')`, violates('invitations', 'invitations_email_check')],
  [`invitations (customer_id, email) values (:acme, 'a b@c.de')`, violates('invitations', 'invitations_email_check')],
  [
    `imports (customer_id, file_name, import_type) values (:acme, 'a.csv', 'contacts')`,
    violates('imports', 'imports_import_type_check'),
  ],
  [
    `imports (customer_id, file_name, import_type, total_rows) values (:acme, 'a.csv', 'leads', 2)`,
    violates('imports', 'imports_total_rows_check'),
  ],
];

test.each(rejected)('a row that breaks a constraint is rejected: insert into %s', async (statement, error) => {
  const text = world.withIds(statement);
  await world.transaction(async ({ outcome }) => {
    expect(await outcome(`insert into public.${text}`)).toBe(error);
  });
});

test('only an email step can have a subject (S3.17)', async () => {
  const error = violates('campaign_steps', 'campaign_steps_subject_check');
  await world.transaction(async ({ outcome }) => {
    const found: Record<string, string> = {};
    for (const type of ['linkedin_connection', 'linkedin_message', 'email']) {
      found[type] = await outcome(
        `insert into public.campaign_steps (customer_id, campaign_id, step_type, subject) values ($1, $2, $3, 'Hi') returning subject`,
        [world.id('acme'), world.id('acme campaign'), type],
      );
    }
    expect(found).toEqual({ linkedin_connection: error, linkedin_message: error, email: 'Hi' });
    expect(await outcome(`update public.campaign_steps set step_type = 'linkedin_message' where subject = 'Hi'`)).toBe(
      error,
    );
  });
});

test('deleting a customer deletes all its data and nothing else', async () => {
  await world.transaction(async ({ actAs, query, outcome }) => {
    await actAs('admin');
    await query('delete from public.customers where id = $1', [world.id('acme')]);
    await actAs('owner');
    for (const table of [
      'leads',
      'companies',
      'campaigns',
      'customer_users',
      'invitations',
      'imports',
      'import_mappings',
      'impersonations',
    ]) {
      expect([table, await outcome(`select customer_id from public.${table}`)]).toEqual([table, 'globex']);
    }
    expect(await outcome('select id from public.campaign_steps')).toBe('globex step');
    expect(await outcome('select count(*) from public.import_errors')).toBe('1');
    expect(await outcome('select id from public.profiles')).toBe('admin colleague member neighbour stranger');
  });
});

test('updating a lead or a company sets updated_at', async () => {
  await world.transaction(async ({ actAs, query }) => {
    for (const table of ['leads', 'companies']) {
      await query(`alter table public.${table} disable trigger set_decision_on_update`);
      await query(`update public.${table} set updated_at = '2020-01-01'`);
      await query(`alter table public.${table} enable trigger set_decision_on_update`);
      await actAs('member');
      expect(
        await query(`update public.${table} set is_approved = true returning updated_at = now() as is_now`),
      ).toEqual([{ is_now: true }]);
      await actAs('owner');
    }
  });
});

test('customers are sorted alphabetically, whatever their case and accents', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(`insert into public.customers (name) values ('Zeta'), ('alpha'), ('Éclair'), ('beta')`);
    await actAs('admin');
    const rows = await query<{ name: string }>('select name from public.customers order by name');
    expect(rows.map(({ name }) => name)).toEqual(['acme', 'alpha', 'beta', 'Éclair', 'globex', 'Zeta']);
  });
});
