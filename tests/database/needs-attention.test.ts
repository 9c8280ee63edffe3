import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** The items that need attention, as one line for each reason and customer. Rows of the test world are removed first. */
async function attention(prepare: (transaction: Transaction) => Promise<unknown>): Promise<string[]> {
  return world.transaction(async (transaction) => {
    await transaction.query('update public.invitations set mailed_at = now()');
    await transaction.query('delete from public.comments; delete from public.colleague_requests');
    await prepare(transaction);
    await transaction.actAs('admin');
    const rows = await transaction.query<{ line: string }>(
      `select concat_ws(' | ', customer_name, amount, reason) as line from public.needs_attention()`,
    );
    return rows.map(({ line }) => line);
  });
}

const leads =
  (count: number, age: string, approval: string, customer = 'acme') =>
  (transaction: Transaction) =>
    transaction.query(
      `insert into public.leads (customer_id, name, is_approved, created_at)
     select $1, 'Lead ' || n, ${approval}, now() - interval '${age}' from generate_series(1, ${count}) n`,
      [world.id(customer)],
    );
const invitations = (change: string) => (transaction: Transaction) =>
  transaction.query(`update public.invitations set ${change} where customer_id = $1`, [world.id('acme')]);
const imported = (errors: number, age: string) => (transaction: Transaction) =>
  transaction.query(
    `update public.imports set total_rows = $2, error_rows = $2, created_at = now() - interval '${age}' where customer_id = $1`,
    [world.id('acme'), errors],
  );

test('only an admin can read what needs attention', async () => {
  const rejected = 'PT403 Only an administrator can see what needs attention';
  expect(await world.outcomes('select customer_id from public.needs_attention()')).toEqual({
    admin: 'acme acme globex globex globex',
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function needs_attention',
  });
});

test.each<[what: string, prepare: (transaction: Transaction) => Promise<unknown>, lines: string[]]>([
  ['nothing', async () => undefined, []],
  ['leads not reviewed for eight days', leads(3, '8 days', 'null'), ['acme | 3 | leads waiting']],
  ['leads of six days', leads(3, '6 days', 'null'), []],
  [
    'a campaign whose newest version has changes requested',
    async ({ query }) => {
      const decided = `update public.campaign_versions set status = 'changes_requested', decided_at = now() where customer_id = $1`;
      await query(decided, [world.id('acme')]);
    },
    ['acme | 1 | copy changes requested'],
  ],
  [
    'a campaign that is in review again after changes were requested',
    async ({ query }) => {
      await query(`update public.campaign_versions set status = 'changes_requested', decided_at = now()`);
      await query(
        `insert into public.campaign_versions (customer_id, campaign_id, number, steps, content_hash, reason, requested_at, status)
         select customer_id, campaign_id, 2, steps, content_hash, reason, now(), 'in_review' from public.campaign_versions`,
      );
    },
    [],
  ],
  [
    'duplicates until they are kept',
    async (transaction) => {
      await leads(4, '1 day', 'null')(transaction);
      const original = `(select id from public.leads where name = 'Lead 1' and customer_id = $1)`;
      await transaction.query(
        `update public.leads set duplicate_of = ${original}, duplicate_keys = '{email_key}', is_separate = name = 'Lead 3'
         where name in ('Lead 2', 'Lead 3') and customer_id = $1`,
        [world.id('acme')],
      );
      await transaction.query(
        `insert into public.companies (customer_id, name, duplicate_of, duplicate_keys)
         values ($1, 'Twice', $2, '{domain_key}')`,
        [world.id('acme'), world.id('acme company')],
      );
    },
    ['acme | 1 | duplicate companies', 'acme | 1 | duplicate leads'],
  ],
  [
    'copy that a member has approved, until it is launched',
    async ({ query }) => {
      await query(
        `update public.campaign_versions set status = 'approved', decided_at = now() where customer_id = $1`,
        [world.id('acme')],
      );
      await query(
        `update public.campaign_versions set status = 'approved', decided_at = now(), launched_at = now() where customer_id = $1`,
        [world.id('globex')],
      );
    },
    ['acme | 1 | copy approved'],
  ],
  [
    'unread comments of members',
    async ({ query }) => {
      for (const [column, row, author] of [
        ['lead_id', 'acme lead', 'member'],
        ['company_id', 'acme company', 'member'],
        ['company_id', 'acme company', 'member'],
        ['step_id', 'acme step', 'member'],
        ['campaign_id', 'acme campaign', 'colleague'],
      ] as const)
        await query(
          `insert into public.comments (customer_id, ${column}, author_id, body) values ($1, $2, $3, 'Why?')`,
          [world.id('acme'), world.id(row), world.id(author)],
        );
    },
    ['acme | 1 | comments on campaigns', 'acme | 1 | comments on companies', 'acme | 1 | comments on leads'],
  ],
  [
    'colleagues that guests have asked for, until they are declined',
    async ({ query }) => {
      await query(
        `insert into public.colleague_requests (customer_id, link_id, email, status)
         select $1, $2, name || '@x.example', status from (values ('bob', 'asked'), ('cleo', 'asked'), ('dan', 'declined')) made (name, status)`,
        [world.id('acme'), world.id('guest')],
      );
    },
    ['acme | 2 | colleagues asked for'],
  ],
  ['leads that were rejected', leads(3, '8 days', 'false'), []],
  ['leads that were approved', leads(3, '8 days', 'true'), []],
  ['more leads than the limit of the count', leads(1200, '8 days', 'null'), ['acme | 1000 | leads waiting']],
  ['an invitation that was not emailed', invitations('mailed_at = null'), ['acme | 1 | invitations not mailed']],
  [
    'leads that have changed since the decision',
    async (transaction) => {
      await leads(3, '8 days', 'true')(transaction);
      await transaction.query(`update public.leads set title = 'CEO' where name in ('Lead 1', 'Lead 2')`);
      await transaction.query(`update public.leads set is_approved = false where name = 'Lead 2'`);
    },
    ['acme | 1 | leads changed'],
  ],
  [
    'an invitation that was not mailed and is over',
    invitations('mailed_at = null, expires_at = now()'),
    ['acme | 1 | invitations not mailed'],
  ],
  [
    'an invitation that ends tomorrow',
    invitations(`expires_at = now() + interval '1 day'`),
    ['acme | 1 | invitations expiring'],
  ],
  ['an invitation that expires in three days', invitations(`expires_at = now() + interval '3 days'`), []],
  ['an expired invitation', invitations(`expires_at = now() - interval '1 day'`), []],
  [
    'an invitation that was accepted',
    invitations(`accepted_at = now(), mailed_at = null, expires_at = now() + interval '1 day'`),
    [],
  ],
  ['an import with errors', imported(4, '1 day'), ['acme | 1 | imports with errors']],
  [
    'an import whose errors are rows on a do-not-contact list',
    async (transaction) => {
      await imported(1, '1 day')(transaction);
      await transaction.query(`update public.import_errors set error = 'On the do-not-contact list: acme.com'`);
    },
    [],
  ],
  ['an import with errors of eight days ago', imported(4, '8 days'), []],
  ['an import without errors', imported(0, '1 day'), []],
  [
    'an undone import with errors',
    async (transaction) => {
      await imported(4, '1 day')(transaction);
      await transaction.query('update public.imports set undone_at = now()');
    },
    [],
  ],
])('the list of what needs attention has the right lines for %s', async (_, prepare, lines) => {
  expect(await attention(prepare)).toEqual(lines);
});

test('the most urgent row of a reason comes first', async () => {
  const lines = await attention(async (transaction) => {
    await leads(1, '8 days', 'null')(transaction);
    await leads(2, '9 days', 'null', 'globex')(transaction);
    await imported(1, '2 days')(transaction);
  });
  expect(lines).toEqual(['acme | 1 | imports with errors', 'globex | 2 | leads waiting', 'acme | 1 | leads waiting']);
});

test('an inactive customer needs no attention', async () => {
  const lines = await attention(async (transaction) => {
    await leads(1, '8 days', 'null')(transaction);
    await invitations('mailed_at = null')(transaction);
    await imported(1, '2 days')(transaction);
    await transaction.query('update public.customers set is_active = false');
  });
  expect(lines).toEqual([]);
});

test('a dismissed item appears again when something newer is added, and to others all the time', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await query('update public.invitations set mailed_at = now()');
    await query('delete from public.comments; delete from public.colleague_requests');
    await leads(2, '8 days', 'null')(transaction);
    await imported(1, '1 day')(transaction);
    const seenBy = async (caller: 'admin' | 'colleague') => {
      await actAs(caller);
      return (await query<{ reason: string }>('select reason from public.needs_attention() order by 1')).map(
        ({ reason }) => reason,
      );
    };
    const dismiss = async (reason: string, dismissed = true) => {
      await actAs('admin');
      await query('select public.dismiss_attention($1, $2, $3)', [world.id('acme'), reason, dismissed]);
    };
    const both = ['imports with errors', 'leads waiting'];
    await dismiss('leads waiting');
    await dismiss('leads waiting');
    expect(await seenBy('admin')).toEqual(['imports with errors']);
    expect(await seenBy('colleague')).toEqual(both);
    await dismiss('leads waiting', false);
    expect(await seenBy('admin')).toEqual(both);

    await dismiss('leads waiting');
    await dismiss('imports with errors');
    expect(await seenBy('admin')).toEqual([]);
    await actAs('owner');
    await query(`update private.attention_dismissals set dismissed_at = now() - interval '2 days'`);
    expect(await seenBy('admin')).toEqual(both);
  }));

test('only an administrator can dismiss, and only a known reason', async () => {
  const rejected = 'PT403 Only an administrator can dismiss what needs attention';
  const call = `select public.dismiss_attention('${world.id('acme')}', 'leads waiting')`;
  const { admin, ...others } = await world.outcomes(call);
  expect(admin).not.toContain('PT403');
  expect(others).toEqual({
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function dismiss_attention',
  });
  expect((await world.outcomes(call.replace('leads waiting', 'nothing'))).admin).toMatch(/^23514 /);
});

test.each(['handed off leads', 'duplicate leads', 'duplicate companies', 'copy approved', 'comments on leads'])(
  'an administrator can dismiss %s',
  async (reason) => {
    const call = `select public.dismiss_attention('${world.id('acme')}', '${reason}')`;
    expect((await world.outcomes(call)).admin).not.toContain('23514');
  },
);
