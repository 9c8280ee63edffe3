import { beforeAll, describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Caller = Parameters<Transaction['actAs']>[0];

/** 'acme | leads | acme lead | comment' for each waiting row of a caller, after `prepare` has acted as the owner. */
async function waiting(
  caller: Caller,
  prepare: (transaction: Transaction) => Promise<unknown> = async () => undefined,
  args = '',
): Promise<string[]> {
  return world.transaction(async (transaction) => {
    await transaction.query('delete from public.comments; delete from public.colleague_requests');
    await transaction.query('update public.campaign_versions set status = null, requested_at = null');
    await prepare(transaction);
    await transaction.actAs(caller);
    const rows = await transaction.query<{ line: string }>(
      world.withIds(
        `select concat_ws(' | ', customer_id, subject, row_id, reason) as line from public.waiting_rows(${args}) order by 1`,
      ),
    );
    return rows.map(({ line }) =>
      line.replace(/[0-9a-f-]{36}/g, (id) => names.find((name) => world.id(name) === id) ?? 'another'),
    );
  });
}

let names: string[];
beforeAll(() => {
  names = [
    'acme',
    'globex',
    'acme lead',
    'acme company',
    'acme campaign',
    'globex lead',
    'globex campaign',
    'acme request',
  ];
});

type Comment = { on?: string; by?: string; row?: string; changes?: string };

const commented =
  ({ on = 'lead_id', by = 'member', row = ':acme lead', changes = '' }: Comment = {}) =>
  async ({ query }: Transaction) => {
    await query(
      world.withIds(
        `insert into public.comments (customer_id, ${on}, author_id, body) values (:acme, ${row}, :${by}, 'Why?')`,
      ),
    );
    if (changes) await query(`update public.comments set ${changes}`);
  };

const version =
  (change: string) =>
  ({ query }: Transaction) =>
    query(world.withIds(`update public.campaign_versions set ${change} where customer_id = :acme`));

const LEAD = 'acme | leads | acme lead | comment';

describe('comments', () => {
  test.each<[string, Comment, lines: string[]]>([
    ['a member’s comment on a lead', {}, [LEAD]],
    [
      'a member’s comment on a company',
      { on: 'company_id', row: ':acme company' },
      ['acme | companies | acme company | comment'],
    ],
    [
      'a member’s comment on a campaign',
      { on: 'campaign_id', row: ':acme campaign' },
      ['acme | campaigns | acme campaign | comment'],
    ],
    [
      'a member’s comment on a step',
      { on: 'step_id', row: ':acme step' },
      ['acme | campaigns | acme campaign | comment'],
    ],
    ['a deleted comment', { changes: `deleted_at = now(), body = ''` }, []],
    ['a comment of 91 days ago', { changes: `created_at = now() - interval '91 days'` }, []],
    ['an administrator’s comment', { by: 'colleague' }, []],
    ['a comment of the service', { changes: 'author_id = null' }, []],
  ])('%s waits for an administrator', async (_, comment, lines) => {
    expect(await waiting('admin', commented(comment))).toEqual(lines);
  });

  test('comments wait until they are read, for each administrator', async () => {
    const read = async (transaction: Transaction) => {
      await commented()(transaction);
      await transaction.actAs('admin');
      await transaction.query('select public.mark_comments_read(array(select id from public.comments))');
      await transaction.actAs('owner');
    };
    expect(await waiting('admin', read)).toEqual([]);
    expect(await waiting('colleague', read)).toEqual([LEAD]);
  });

  test('comments of others wait for a member, unless they are internal or of another customer', async () => {
    expect(await waiting('member', commented())).toEqual([]);
    expect(await waiting('member', commented({ by: 'admin' }))).toEqual([LEAD]);
    expect(await waiting('member', commented({ by: 'admin', changes: 'is_internal = true' }))).toEqual([]);
    expect(await waiting('neighbour', commented({ by: 'admin' }))).toEqual([]);
    expect(await waiting('neighbour', commented({ by: 'admin' }), 'array[:acme]::uuid[]')).toEqual([]);
  });

  test('comments are limited to the newest thousand', async () => {
    const many = async (transaction: Transaction) => {
      await commented({ changes: `created_at = now() - interval '1 day'` })(transaction);
      await transaction.query(
        world.withIds(
          `insert into public.comments (customer_id, company_id, author_id, body) select :acme, :acme company, :member, 'x' from generate_series(1, 1000)`,
        ),
      );
    };
    expect(await waiting('admin', many)).toEqual(['acme | companies | acme company | comment']);
  });
});

describe('versions', () => {
  const requested = `status = 'in_review', requested_at = now(), decided_at = null`;
  const approved = `status = 'approved', requested_at = now(), decided_at = now(), launched_at = null`;
  test.each<[string, change: string, admin: string[], member: string[]]>([
    ['a request for review', requested, [], ['acme | campaigns | acme campaign | in_review']],
    ['an approval', approved, ['acme | campaigns | acme campaign | approved'], []],
    ['an approval on behalf of the customer', `${approved}, on_behalf = true, note = 'By phone'`, [], []],
    ['an approval of launched copy', `${approved.replace('launched_at = null', 'launched_at = now()')}`, [], []],
    [
      'an approval of 91 days ago',
      approved.replace('decided_at = now()', `decided_at = now() - interval '91 days'`),
      [],
      [],
    ],
    [
      'a request for changes',
      `status = 'changes_requested', requested_at = now(), decided_at = now()`,
      ['acme | campaigns | acme campaign | changes_requested'],
      [],
    ],
  ])('%s waits for whoever acts next', async (_, change, admin, member) => {
    expect(await waiting('admin', version(change))).toEqual(admin);
    expect(await waiting('member', version(change))).toEqual(member);
  });

  test('an administrator sees what waits for members with as_member', async () => {
    expect(await waiting('admin', version(requested), 'array[:acme]::uuid[], true')).toEqual([
      'acme | campaigns | acme campaign | in_review',
    ]);
  });

  test('an older version waits for nobody', async () => {
    const superseded = async (transaction: Transaction) => {
      await version(requested)(transaction);
      await transaction.query(
        `insert into public.campaign_versions (customer_id, campaign_id, number, steps, content_hash, reason)
         select customer_id, campaign_id, 2, steps, content_hash, reason from public.campaign_versions`,
      );
    };
    expect(await waiting('member', superseded)).toEqual([]);
  });
});

test('a colleague whom a guest has asked for waits for approvers of the customer until there is an answer', async () => {
  const asked = (status: string) => (transaction: Transaction) =>
    transaction.query(
      `insert into public.colleague_requests (id, customer_id, link_id, email, status) values ($1, $2, $3, 'bob@b.example', $4)`,
      [world.id('acme request'), world.id('acme'), world.id('guest'), status],
    );
  const lines = ['acme | review links | acme request | asked'];
  expect(await waiting('member', asked('asked'))).toEqual(lines);
  expect(await waiting('member', asked('declined'))).toEqual([]);
  expect(await waiting('neighbour', asked('asked'))).toEqual([]);
  expect(await waiting('guest', asked('asked'))).toEqual([]);
  expect(await waiting('admin', asked('asked'))).toEqual([]); // their dashboard says it
  expect(await waiting('admin', asked('asked'), 'array[:acme]::uuid[], true')).toEqual(lines);
  const asReviewer = async (transaction: Transaction) => {
    await asked('asked')(transaction);
    await transaction.query(`update public.customer_users set role = 'reviewer'`);
  };
  expect(await waiting('member', asReviewer)).toEqual([]);
});

test('a list can be limited to rows with unread comments', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await query('delete from public.comments');
    await query(world.withIds(`insert into public.leads (customer_id, name) values (:acme, 'Another')`));
    await commented()(transaction);
    const found = async (caller: Caller) => {
      await actAs(caller);
      return (await query<{ id: string }>(`select id from public.search_leads('', filter => '{"unread": true}')`)).map(
        ({ id }) => id,
      );
    };
    expect(await found('admin')).toEqual([world.id('acme lead')]);
    expect(await found('member')).toEqual([]);
  }));

test('the filter by unread comments of a member is also that of an administrator who views the app as one', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await query('delete from public.comments');
    await query(world.withIds(`insert into public.user_roles (user_id, role) values (:stranger, 'admin')`));
    await commented({ by: 'stranger' })(transaction);
    const found = async (caller: Caller, unread: string) => {
      await actAs(caller);
      const filter = `{"unread": ${unread}}`;
      return (await query<{ id: string }>(`select id from public.search_leads('', filter => $1)`, [filter])).map(
        ({ id }) => id,
      );
    };
    expect(await found('admin', 'true')).toEqual([]);
    expect(await found('admin', '"by member"')).toEqual([world.id('acme lead')]);
    expect(await found('member', '"by member"')).toEqual([world.id('acme lead')]);
  }));

test('a list can be limited to the rows that an import has updated, by an administrator and for one customer', () =>
  world.transaction(async ({ actAs, query, outcome }) => {
    await query('delete from public.import_matches');
    await query(world.withIds(`insert into public.leads (customer_id, name) values (:acme, 'Another')`));
    await query(
      world.withIds(
        `insert into public.import_matches (customer_id, import_id, lead_id, former, given)
         values (:acme, :acme import, :acme lead, '{"title": null}', '{"title": "CEO"}')`,
      ),
    );
    const filter = `jsonb_build_object('updated_by', :acme import::uuid)`;
    const search = (customers: string) =>
      outcome(world.withIds(`select id from public.search_leads('', customers => ${customers}, filter => ${filter})`));
    await actAs('admin');
    expect(await search('array[:acme]::uuid[]')).toBe('acme lead');
    expect(await search('array[:globex]::uuid[]')).toBe('none');
    expect(await search('null')).toBe('22023 A filter by an import that updated rows needs one customer');
    await actAs('member');
    expect(await search('array[:acme]::uuid[]')).toBe('none');
  }));
