import { beforeAll, expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();
beforeAll(async () => {
  const owner = await world.connect();
  await owner.query('alter table public.activity disable trigger append_only');
  await owner.query('delete from public.activity');
  await owner.query('alter table public.activity enable trigger append_only');
  await owner.end();
});

const rejected = 'PT403 Only an administrator can see the activity';
const readers: [who: Caller, outcome: string][] = [
  ['admin', '1'],
  ['colleague', '1'],
  ['member', rejected],
  ['neighbour', rejected],
  ['stranger', rejected],
  ['anonymous', '42501 permission denied for function'],
  ['service', '42501 permission denied for function'],
];

test.each(readers)('reading the feed and a row’s history as the %s gives %s', async (who, expected) => {
  await world.transaction(async ({ actAs, query, outcome }) => {
    await actAs('admin');
    await query('update public.leads set is_approved = true where id = $1', [world.id('acme lead')]);
    await actAs(who);
    expect(await outcome('select count(*) from public.activity_feed()')).toContain(expected);
    expect(await outcome('select count(*) from public.lead_history($1)', [world.id('acme lead')])).toContain(expected);
    const ofCompany = await outcome('select count(*) from public.company_history($1)', [world.id('acme company')]);
    expect(ofCompany).toContain(expected === '1' ? '0' : expected);
  });
});

const changes = [
  'insert into public.activity default values',
  'update public.activity set row_count = 2',
  'delete from public.activity',
];
const everyone: Caller[] = ['admin', 'member', 'stranger', 'anonymous', 'service'];

test.each(everyone)('the %s cannot change recorded activity', async (who) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs(who);
    for (const change of [...changes, 'truncate public.activity']) {
      expect(await outcome(change)).toBe('42501 permission denied for table activity');
    }
  });
});

const readAsAdmin = async (
  { actAs, query }: Transaction,
  text = 'select * from public.activity_feed()',
  values?: unknown[],
) => {
  await actAs('admin');
  return query(text, values);
};

test('the feed names the user, the changed row, and whether the user was impersonating', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await transaction.query(`update public.leads set is_approved = true`);
    await transaction.actAs('admin', { headers: { 'x-impersonation-id': world.id('acme impersonation') } });
    await transaction.query(`update public.campaigns set status = 'paused' where customer_id = $1`, [world.id('acme')]);
    const rows = await readAsAdmin(transaction);
    const common = { customer_id: world.id('acme'), customer_name: 'acme', action: 'update', row_count: 1 };
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...common,
        subject: 'leads',
        row_name: 'Ada of acme',
        actor_name: 'The member',
        actor_email: 'member@example.test',
        is_impersonated: false,
        new_values: { is_approved: true },
      }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...common,
        subject: 'campaigns',
        row_name: 'Hello acme',
        actor_name: 'The admin',
        is_impersonated: true,
      }),
    );
  });
});

test('the feed names the changed row of every table, unless it is deleted', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    const id = (name: string) => [world.id(name)];
    await transaction.query('update public.companies set is_approved = true where id = $1', id('acme company'));
    await transaction.query('update public.campaign_steps set delay_days = 9 where id = $1', id('acme step'));
    await transaction.query('update public.invitations set accepted_at = now() where id = $1', id('acme invitation'));
    await transaction.query('update public.customer_users set is_active = false where id = $1', id('acme membership'));
    await transaction.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, id('stranger'));
    await transaction.query('delete from public.leads where id = $1', id('acme lead'));
    await transaction.query(`update public.customers set name = 'Initech' where id = $1`, id('globex'));
    const rows = await readAsAdmin(transaction);
    expect(Object.fromEntries(rows.map(({ subject, row_name }) => [subject, row_name]))).toEqual({
      companies: 'acme Works',
      campaign_steps: 'Hello acme',
      invitations: 'stranger@example.test',
      customer_users: 'member@example.test',
      user_roles: 'stranger@example.test',
      leads: null,
      customers: null,
    });
  });
});

test('the feed covers one customer or all, newest first, and continues after any row', async () => {
  await world.transaction(async (transaction) => {
    await transaction.query(
      `insert into public.activity (created_at, customer_id, action, subject, row_count)
       select now() - n / 2 * interval '1 minute', case when n % 2 = 0 then $1::uuid else $2::uuid end, 'delete', 'leads', n + 1
       from generate_series(0, 9) n`,
      [world.id('acme'), world.id('globex')],
    );
    const counts = async (text: string, values: unknown[] = []) =>
      (await readAsAdmin(transaction, text, values)).map(({ row_count }) => row_count);
    expect(await counts('select * from public.activity_feed($1)', [world.id('acme')])).toEqual([1, 3, 5, 7, 9]);
    const page = (more: string, values: unknown[] = []) =>
      readAsAdmin(transaction, `select id, created_at::text, row_count from public.activity_feed(${more})`, values);
    const all = await page('');
    expect(all).toHaveLength(10);
    const { created_at, id } = all[2] ?? {};
    expect(await page('null, $1, $2, 3', [created_at, id])).toEqual(all.slice(3, 6));
    expect(await page('page_size => -1')).toEqual([]);
  });
});

const history = (transaction: Transaction, lead: string) =>
  readAsAdmin(transaction, 'select * from public.lead_history($1)', [lead]);

test('a lead’s history contains its import, approvals and audiences, and nothing of other leads', async () => {
  await world.transaction(async (transaction) => {
    const lead = world.id('acme lead');
    await transaction.query('update public.leads set import_id = $1 where id = $2', [world.id('acme import'), lead]);
    await transaction.query('update public.imports set created_by = $1', [world.id('colleague')]);
    await transaction.query('alter table public.activity disable trigger append_only');
    await transaction.query('delete from public.activity');
    await transaction.actAs('admin');
    await transaction.query('update public.leads set is_approved = true');
    await transaction.query(`update public.leads set audience = 'Buyers' where id = $1`, [lead]);
    await transaction.query(`update public.leads set audience = 'Others' where id = $1`, [world.id('globex lead')]);
    const rows = await history(transaction, lead);
    expect(
      rows.map(({ subject, new_values, row_name, actor_name, is_certain }) => [
        subject,
        new_values ?? row_name,
        actor_name,
        is_certain,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['leads', { audience: 'Buyers' }, 'The admin', true],
        ['leads', { is_approved: true }, 'The admin', true],
        ['imports', 'leads.csv', 'The colleague', true],
      ]),
    );
    expect(rows).toHaveLength(3);
  });
});

test('a change of more than 1,000 leads of the customer is listed as uncertain', async () => {
  await world.transaction(async (transaction) => {
    await transaction.query(
      `insert into public.leads (customer_id, name) select $1, 'Lead ' || n from generate_series(1, 1000) n`,
      [world.id('acme')],
    );
    await transaction.query(`update public.leads set created_at = now() - interval '1 day'`);
    await transaction.query('alter table public.activity disable trigger append_only');
    await transaction.query('delete from public.activity');
    await transaction.actAs('admin');
    await transaction.query('update public.leads set is_approved = true where customer_id = $1', [world.id('acme')]);
    expect(await history(transaction, world.id('acme lead'))).toMatchObject([
      { action: 'update', row_count: 1001, is_certain: false, new_values: { is_approved: true } },
    ]);
    expect(await history(transaction, world.id('globex lead'))).toEqual([]);
  });
});

test('a company’s history contains its import and changes, and nothing of other companies or of leads', async () => {
  await world.transaction(async (transaction) => {
    const [company, lead] = [world.id('acme company'), world.id('acme lead')];
    const ofCompany = () => readAsAdmin(transaction, 'select * from public.company_history($1)', [company]);
    await transaction.query('update public.companies set import_id = $1 where id = $2', [
      world.id('acme import'),
      company,
    ]);
    await transaction.query('alter table public.activity disable trigger append_only');
    await transaction.query('delete from public.activity');
    await transaction.actAs('admin');
    await transaction.query('update public.leads set is_approved = true where id = $1', [lead]);
    await transaction.query('update public.companies set is_approved = false where id = $1', [company]);
    await transaction.query('update public.companies set is_approved = true where id = $1', [
      world.id('globex company'),
    ]);
    const rows = await ofCompany();
    expect(rows.map(({ subject, new_values, row_name }) => [subject, new_values ?? row_name])).toEqual(
      expect.arrayContaining([
        ['companies', { is_approved: false }],
        ['imports', 'leads.csv'],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ actor_name: 'The admin', is_certain: true })]),
    );
    await transaction.query('delete from public.companies where id = $1', [company]);
    expect((await ofCompany()).map(({ action }) => action).sort()).toEqual(['delete', 'update']);
  });
});
