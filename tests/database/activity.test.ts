import { beforeAll, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();
beforeAll(async () => {
  const owner = await world.connect();
  await owner.query('alter table public.activity disable trigger append_only');
  await owner.query('delete from public.activity');
  await owner.query('alter table public.activity enable trigger append_only');
  await owner.end();
});

const recorded = async ({ actAs, query }: Transaction) => {
  await actAs('owner');
  return query(
    `select actor_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values
     from public.activity order by created_at, customer_name, action desc`,
  );
};

test('a statement is recorded as one row for each customer that it changes', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await transaction.query(`update public.leads set is_approved = true, notes = 'seen'`);
    const common = {
      actor_id: world.id('admin'),
      action: 'update',
      subject: 'leads',
      row_count: 1,
      changed_columns: ['notes', 'is_approved'],
      new_values: { is_approved: true },
    };
    expect(await recorded(transaction)).toEqual([
      { ...common, customer_name: 'acme', row_ids: [world.id('acme lead')] },
      { ...common, customer_name: 'globex', row_ids: [world.id('globex lead')] },
    ]);
  });
});

test('a statement that changes nothing is not recorded', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await transaction.query('update public.leads set is_approved = is_approved');
    await transaction.query('delete from public.campaigns where false');
    expect(await recorded(transaction)).toEqual([]);
  });
});

test('a statement that changes more than 1,000 rows is recorded by their number only', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await transaction.query(
      `insert into public.leads (customer_id, name) select $1, 'Lead ' || n from generate_series(1, 1001) n`,
      [world.id('acme')],
    );
    expect(await recorded(transaction)).toEqual([
      {
        actor_id: world.id('admin'),
        customer_name: 'acme',
        action: 'insert',
        subject: 'leads',
        row_count: 1001,
        row_ids: null,
        changed_columns: null,
        new_values: null,
      },
    ]);
  });
});

test('a deleted customer’s activity stays with its name, and the deletion of its rows is not recorded separately', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await transaction.query(`update public.campaigns set status = 'paused' where customer_id = $1`, [world.id('acme')]);
    await transaction.query('delete from public.customers where id = $1', [world.id('acme')]);
    const rows = await recorded(transaction);
    expect(
      rows.map(({ customer_name, action, subject, new_values }) => [customer_name, action, subject, new_values]),
    ).toEqual([
      ['acme', 'update', 'campaigns', { status: 'paused' }],
      ['acme', 'delete', 'customers', null],
    ]);
  });
});

test('granting a role records the user and the role', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await transaction.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [
      world.id('stranger'),
    ]);
    const rows = await recorded(transaction);
    expect(rows.map(({ action, subject, row_ids, new_values }) => [action, subject, row_ids, new_values])).toEqual([
      ['insert', 'user_roles', [world.id('stranger')], { role: 'admin' }],
    ]);
  });
});

test('activity of no customer has the default of customer_id, which the feed shows as none', async () => {
  await world.transaction(async (transaction) => {
    const none = '00000000-0000-0000-0000-000000000000';
    await transaction.query(`alter table public.activity alter column customer_id set default '${none}'`);
    await transaction.actAs('admin');
    await transaction.query(`insert into public.user_roles (user_id, role) values ($1, 'customer')`, [
      world.id('stranger'),
    ]);
    expect(await transaction.query('select customer_id from public.activity')).toEqual([{ customer_id: none }]);
    expect(await transaction.query('select customer_id, customer_name from public.activity_feed()')).toEqual([
      { customer_id: null, customer_name: null },
    ]);
  });
});

test('a step’s change is recorded under its campaign’s customer, and renumbering is not recorded', async () => {
  await world.transaction(async (transaction) => {
    await transaction.query(
      `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values ($1, $2, 2, 'email')`,
      [world.id('acme'), world.id('acme campaign')],
    );
    await transaction.query('delete from public.campaign_steps where id = $1', [world.id('acme step')]);
    const rows = await recorded(transaction);
    expect(rows.map(({ customer_name, action, subject }) => [customer_name, action, subject])).toEqual([
      ['acme', 'insert', 'campaign_steps'],
      ['acme', 'delete', 'campaign_steps'],
    ]);
  });
});

test('restored rows are recorded as restored', async () => {
  await world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const deletion = '00000000-0000-4000-8000-0000000000d1';
    await actAs('admin');
    await query(`select public.delete_rows('leads', array[$1]::uuid[], $2)`, [world.id('acme lead'), deletion]);
    await query('select public.restore_deleted($1)', [deletion]);
    await query(`insert into public.leads (customer_id, name) values ($1, 'New')`, [world.id('acme')]);
    const rows = await recorded(transaction);
    expect(rows.map(({ action, subject, row_count }) => [action, subject, row_count]).sort()).toEqual([
      ['delete', 'leads', 1],
      ['insert', 'leads', 1],
      ['restore', 'leads', 1],
    ]);
  });
});

test.each([
  ['the approval of leads', 'leads', [null, true]],
  ['the rejection of leads', 'leads', [null, false]],
  ['an approval of rejected companies', 'companies', [false, true]],
  ['a reset of approved companies', 'companies', [true, null]],
])('an undo of %s is recorded with the value that it replaced', async (_, table, [before, after]) => {
  await world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const one = table === 'leads' ? 'lead' : 'company';
    const decide = (decision: unknown) => query(`update public.${table} set is_approved = $1`, [decision]);
    await query(`alter table public.${table} disable trigger user`);
    await decide(before);
    await query(`alter table public.${table} enable trigger user`);
    await actAs('member');
    await decide(after);
    await query(`select public.undo_${one}_decisions(array[$1]::uuid[])`, [world.id(`acme ${one}`)]);
    await query(`update public.${table} set rejection_note = 'Later' where is_approved is false`);
    const rows = await recorded(transaction);
    expect(rows.filter(({ action }) => action === 'undo')).toMatchObject([
      {
        actor_id: world.id('member'),
        subject: table,
        row_count: 1,
        changed_columns: ['is_approved'],
        new_values: { is_approved: before, undone: after },
      },
    ]);
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'undo',
      'update',
      ...(before === false ? ['update'] : []),
    ]);
  });
});

test('a change of a name of a user or a reason is recorded without the names', async () => {
  await world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const [reason] = await query<{ id: string }>(
      `select id from public.rejection_reasons where subject = 'leads' and name = 'Other'`,
    );
    await actAs('member');
    await query(`update public.profiles set full_name = 'Agency' where id = $1`, [world.id('member')]);
    await query(`update public.profiles set full_name = 'Agency' where id = $1`, [world.id('member')]);
    await actAs('admin');
    await query(`update public.rejection_reasons set name = 'Perfect' where id = $1`, [reason?.id]);
    await query(`update public.rejection_reasons set position = 99 where id = $1`, [reason?.id]);
    const [added] = await query<{ id: string }>(
      `insert into public.rejection_reasons (name, position) values ('Another', 99) returning id`,
    );
    const common = { action: 'update', row_count: 1, new_values: null, customer_name: null };
    const byAdmin = { ...common, actor_id: world.id('admin'), subject: 'rejection_reasons' };
    const rows = await recorded(transaction);
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          ...common,
          actor_id: world.id('member'),
          subject: 'profiles',
          row_ids: [world.id('member')],
          changed_columns: ['full_name'],
        },
        { ...byAdmin, row_ids: [reason?.id], changed_columns: ['name'] },
        { ...byAdmin, action: 'insert', row_ids: [added?.id], changed_columns: null },
      ]),
    );
    await actAs('admin');
    const feed = await query('select subject, row_name from public.activity_feed()');
    expect(feed.map(({ subject, row_name }) => `${subject}: ${row_name}`).sort()).toEqual([
      'profiles: member@example.test',
      'rejection_reasons: Another',
      'rejection_reasons: Perfect',
    ]);
  });
});

test('a name that changes with the account is recorded without a user', async () => {
  await world.transaction(async (transaction) => {
    await transaction.query(`update auth.users set raw_user_meta_data = '{"full_name": "The Agency"}' where id = $1`, [
      world.id('member'),
    ]);
    expect(await recorded(transaction)).toMatchObject([
      { actor_id: null, subject: 'profiles', row_ids: [world.id('member')], changed_columns: ['full_name'] },
    ]);
  });
});

test('the activity records who adds, removes and restores do-not-contact entries', async () => {
  await world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await query(`insert into public.agency_do_not_contact (kind, value, source) values ('erased', 'x', 'erased')`);
    await actAs('member');
    const entries = JSON.stringify(
      ['ada@x.test', 'x.test'].map((value) => ({ kind: value === 'x.test' ? 'domain' : 'email', value })),
    );
    const add = (more: string) =>
      query(`select public.add_do_not_contact($1, $2 ${more}) -> 'ids' as ids`, [entries, world.id('acme')]);
    await add(', dry_run => true');
    const [{ ids } = {}] = await add('');
    const remove = (more = '') => query(`select public.remove_do_not_contact($1, $2 ${more})`, [ids, world.id('acme')]);
    await remove();
    await remove(', true');
    await actAs('admin');
    await query('select public.add_do_not_contact($1)', [JSON.stringify([{ kind: 'domain', value: 'y.test' }])]);
    await query('select public.remove_do_not_contact(array[$1::uuid])', [world.id('agency entry')]);
    const common = { row_count: 2, changed_columns: null, new_values: null };
    const ofMember = { ...common, actor_id: world.id('member'), customer_name: 'acme', subject: 'do_not_contact' };
    const ofAdmin = {
      ...common,
      actor_id: world.id('admin'),
      customer_name: null,
      subject: 'agency_do_not_contact',
      row_count: 1,
    };
    const rows = await recorded(transaction);
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(
      expect.arrayContaining([
        ...['insert', 'delete', 'restore'].map((action) => ({
          ...ofMember,
          action,
          row_ids: expect.arrayContaining(ids as string[]),
        })),
        { ...ofAdmin, action: 'insert', row_ids: [expect.any(String)] },
        { ...ofAdmin, action: 'delete', row_ids: [world.id('agency entry')] },
      ]),
    );
    await actAs('admin');
    expect(
      await query(`select action, subject, row_name from public.activity_feed() where row_count = 1 order by action`),
    ).toEqual([
      { action: 'delete', subject: 'agency_do_not_contact', row_name: 'rival.example' },
      { action: 'insert', subject: 'agency_do_not_contact', row_name: 'y.test' },
    ]);
  });
});

test('the activity records who adds, renames, removes and restores a custom field', async () => {
  await world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('admin');
    const [field] = await query<{ id: string }>(
      `insert into public.custom_fields (customer_id, table_name, key, label) values ($1, 'leads', 'tier', 'Tier') returning id`,
      [world.id('acme')],
    );
    for (const change of [
      `label = 'Level'`,
      'removed_at = now()',
      'removed_at = now()',
      'removed_at = null',
      `label = 'Level'`,
    ])
      await query(`update public.custom_fields set ${change} where id = $1`, [field?.id]);
    const common = {
      actor_id: world.id('admin'),
      customer_name: 'acme',
      subject: 'custom_fields',
      row_count: 1,
      row_ids: [field?.id],
      changed_columns: null,
      new_values: null,
    };
    const rows = await recorded(transaction);
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...common, action: 'insert' },
        { ...common, action: 'update', changed_columns: ['label'] },
        { ...common, action: 'delete' },
        { ...common, action: 'restore' },
      ]),
    );
    await actAs('admin');
    expect(await query('select distinct row_name from public.activity_feed()')).toEqual([{ row_name: 'Level' }]);
  });
});

test('a change of the sign-off is recorded with its value', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await transaction.query('update public.customers set needs_sign_off = true where id = $1', [world.id('acme')]);
    expect(await recorded(transaction)).toMatchObject([
      { actor_id: world.id('admin'), changed_columns: ['needs_sign_off'], new_values: { needs_sign_off: true } },
    ]);
  });
});

test('the texts of a row are not recorded', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await transaction.query(`update public.campaign_steps set message_content = 'A secret'`);
    const rows = await recorded(transaction);
    expect(rows).toMatchObject([{ changed_columns: ['message_content'], new_values: null }]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});

test.each([
  ['update public.activity set row_count = 2'],
  ['delete from public.activity'],
  ['truncate public.activity'],
])('not even the owner can %s', async (text) => {
  await world.transaction(async ({ outcome }) => {
    expect(await outcome(text)).toBe('42501 Activity cannot be changed or deleted');
  });
});

const headers = (name: string) => ({ 'x-impersonation-id': world.id(name) });
const impersonations: [name: string, change: string, named: () => Record<string, unknown>, counts: boolean][] = [
  ['their own, open one', '', () => headers('acme impersonation'), true],
  ['none', '', () => ({}), false],
  ['another admin’s', '', () => headers('globex impersonation'), false],
  ['an ended one', 'update public.impersonations set ended_at = now()', () => headers('acme impersonation'), false],
  ['an expired one', 'update public.impersonations set expires_at = now()', () => headers('acme impersonation'), false],
  [
    'one of another customer',
    `update public.impersonations set customer_id = (select id from public.customers where name = 'globex')`,
    () => headers('acme impersonation'),
    false,
  ],
  ['what is no id', '', () => ({ 'x-impersonation-id': `' or true --` }), false],
];

test.each(impersonations)('a change by an admin whose request names %s', async (_, change, named, counts) => {
  await world.transaction(async (transaction) => {
    if (change) await transaction.query(change);
    await transaction.actAs('admin', { headers: named() });
    await transaction.query('update public.leads set is_approved = true where id = $1', [world.id('acme lead')]);
    await transaction.actAs('owner');
    expect(await transaction.query('select impersonation_id from public.activity')).toEqual([
      { impersonation_id: counts ? world.id('acme impersonation') : null },
    ]);
  });
});
