// The table of docs/security.md says what members of each role may do. Each of its cells is tried.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { MemberRole } from '#domain/member-roles.ts';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Act = {
  /** Done before by this caller, as an approver; `self` is the caller of the act. */
  before?: [by: Caller | 'self', statement: string][];
  /** Each does the act. One that is refused fails or returns no row. */
  statements: string[];
};

const newest =
  '(select id from public.campaign_versions where campaign_id = :acme campaign order by number desc limit 1)';
const newestStep =
  '(select steps -> 0 ->> $$id$$ from public.campaign_versions where campaign_id = :acme campaign order by number desc limit 1)::uuid';
const newestSuggestion = `(select id from public.step_suggestions where message_content = 'Better')`;
const review = 'select public.request_review(:acme, :acme campaign)';
const suggest = `select public.suggest_wording(:acme, ${newest}, ${newestStep}, 'Better')`;
const signOff = `select 'done' from public.decide_version(:acme, :acme version, 'approved', 'By phone')`;
const decide = (table: string) =>
  `update public.${table} set is_approved = false where customer_id = :acme returning id`;
const undo = [
  'select public.undo_lead_decisions(array[:acme lead]::uuid[])',
  'select public.undo_company_decisions(array[:acme company]::uuid[])',
];
const onCampaign = 'where id = :acme campaign returning id';
const onSteps = 'where campaign_id = :acme campaign returning id';

const acts: Record<string, Act> = {
  'read leads, companies and campaigns': {
    statements: ['leads', 'companies', 'campaigns', 'campaign_versions', 'comments'].map(
      (table) => `select id from public.${table}`,
    ),
  },
  'export leads and do-not-contact entries': {
    statements: [
      `select id from public.search_leads('', array[:acme]::uuid[])`,
      'select id from public.search_do_not_contact(:acme)',
    ],
  },
  comment: {
    statements: [
      `insert into public.comments (customer_id, lead_id, body) values (:acme, :acme lead, 'Yes') returning id`,
      `insert into public.comments (customer_id, campaign_id, body) values (:acme, :acme campaign, 'Yes') returning id`,
    ],
  },
  'decide about leads and companies': { statements: ['leads', 'companies'].map(decide) },
  'undo an own decision': {
    before: [
      ['self', decide('leads')],
      ['self', decide('companies')],
    ],
    statements: undo,
  },
  'undo another user’s decision': {
    before: [
      ['colleague', decide('leads')],
      ['colleague', decide('companies')],
    ],
    statements: undo,
  },
  'suggest wording': { before: [['colleague', review]], statements: [suggest] },
  'withdraw an own suggestion': {
    before: [
      ['colleague', review],
      ['self', suggest],
    ],
    statements: [`select 'done' from public.decide_suggestion(:acme, ${newestSuggestion}, false)`],
  },
  'accept or decline a suggestion': {
    before: [
      ['colleague', review],
      ['colleague', suggest],
    ],
    statements: ['true', 'false'].map(
      (accepted) => `select 'done' from public.decide_suggestion(:acme, ${newestSuggestion}, ${accepted})`,
    ),
  },
  'create a campaign': {
    statements: [
      `insert into public.campaigns (customer_id, name) values (:acme, 'Another') returning id`,
      `select id from public.duplicate_campaign(:acme campaign, 'Copy')`,
    ],
  },
  'edit a campaign and its steps': {
    statements: [
      `update public.campaigns set name = 'Another' ${onCampaign}`,
      `insert into public.campaign_steps (campaign_id, step_number, step_type) values (:acme campaign, 2, 'email') returning id`,
      `update public.campaign_steps set message_content = 'Hello' ${onSteps}`,
      `delete from public.campaign_steps ${onSteps}`,
      'select id from public.reorder_steps(:acme campaign, array[:acme step]::uuid[])',
      'select public.restore_version(:acme, :acme version)',
    ],
  },
  'delete a campaign': { statements: [`delete from public.campaigns ${onCampaign}`] },
  'launch, pause and complete a campaign': {
    statements: ['active', 'paused', 'completed'].map(
      (status) => `update public.campaigns set status = '${status}' ${onCampaign}`,
    ),
  },
  'ask for a review of a campaign': { statements: [review] },
  'sign off a campaign, or request changes': {
    statements: [signOff, signOff.replace('approved', 'changes_requested')],
  },
  'take back an own sign-off': {
    before: [['self', signOff]],
    statements: [`select 'done' from public.take_back_decision(:acme, :acme version)`],
  },
  'add and remove do-not-contact entries': {
    statements: [
      `select public.add_do_not_contact('[{"kind": "company", "value": "Rival"}]', :acme) ->> 'repeated'`,
      'select public.remove_do_not_contact(array[:acme entry]::uuid[], :acme)',
    ],
  },
  'send, extend and revoke review links': {
    statements: [
      'select token from public.review_links where customer_id = :acme',
      `select (public.create_review_link(:acme, 'ada@acme.example')).email`,
      `select public.extend_review_link(:guest, now() + interval '3 days')`,
      'select email from public.begin_review_email(:guest)',
      'select public.confirm_review_email(:guest)',
      'select public.revoke_review_link(:guest)',
    ],
  },
  'answer a guest who asks for a colleague': {
    statements: [
      'select email from public.colleague_requests where customer_id = :acme',
      'select public.decline_colleague_request(:acme request)',
    ],
  },
  'set the day by which a customer is to review': {
    statements: [`update public.customers set review_by = '2026-12-04' where id = :acme returning id`],
  },
};

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/security.md'), 'utf8');
const [, heads = '', body = ''] = /\n\| act \|(.*)\|\n\| ---.*\n((?:\|.*\n)+)/.exec(page) ?? [];
const columns = heads.split('|').map((head) => head.trim());
const cells = body
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [, act = '', ...answers] = line.split('|').map((cell) => cell.trim());
    return columns.map((role, index) => ({ role, act, answer: answers[index] ?? '' }));
  });

const setRole = ({ actAs, query }: Transaction, role: string) =>
  actAs('owner').then(() =>
    query('update public.customer_users set role = $1 where user_id = $2', [role, world.id('member')]),
  );

/** `yes`, `no`, or an error that has another reason than the role. */
const described = (outcome: string) =>
  /^(none$|42501 |PT403 )/.test(outcome) ? 'no' : /^[A-Z\d]{5} /.test(outcome) ? outcome : 'yes';

/** Whether the caller of this column may do it by this statement. */
const tryAct = (role: string, before: Act['before'], statement: string) =>
  world.transaction(async (transaction) => {
    const caller = role === 'administrator' ? 'admin' : 'member';
    for (const [by, text] of before ?? []) {
      await transaction.actAs(by === 'self' ? caller : by);
      await transaction.query(world.withIds(text));
    }
    if (caller === 'member') await setRole(transaction, role);
    await transaction.actAs(caller);
    return described(await transaction.outcome(world.withIds(statement)));
  });

test('the table of roles in docs/security.md has every act and role, and each cell is yes or no', () => {
  expect([...new Set(cells.map(({ act }) => act))]).toEqual(Object.keys(acts));
  expect(columns).toEqual(['viewer', 'reviewer', 'approver', 'administrator']);
  expect([...new Set(cells.map(({ answer }) => answer))].sort()).toEqual(['no', 'yes']);
});

const titled = cells.map((cell) => ({
  ...cell,
  title: `${/^a/.test(cell.role) ? 'an' : 'a'} ${cell.role} may ${cell.answer === 'yes' ? '' : 'not '}${cell.act}`,
}));

test.each(titled)('$title', async ({ role, act, answer }) => {
  const { statements = [], before } = acts[act] ?? {};
  const found: [string, string][] = [];
  for (const statement of statements) found.push([statement, await tryAct(role, before, statement)]);
  expect(found).toEqual(statements.map((statement) => [statement, answer]));
});

test.each<[what: string, MemberRole, text: string, error: string]>([
  [
    'a decision of a viewer has the error of row-level security',
    'viewer',
    'update public.leads set is_approved = true',
    '42501 new row violates row-level security policy for table "leads"',
  ],
  [
    'a suggestion of a viewer has an error that says who may',
    'viewer',
    suggest,
    '42501 Only a reviewer or approver can do this',
  ],
  [
    'a sign-off of a reviewer has an error that says who may',
    'reviewer',
    signOff,
    '42501 Only an approver can do this',
  ],
  ['a deletion of a viewer finds no row', 'viewer', 'delete from public.campaigns returning id', 'none'],
  [
    'a decision of a viewer about rows of another customer finds no row',
    'viewer',
    'update public.leads set is_approved = true where customer_id = :globex returning id',
    'none',
  ],
])('%s', async (_, role, text, error) => {
  expect(await world.outcomeInRole(role, text)).toBe(error);
});

test('a role that is changed acts at the next statement, and is the role in one customer only', () =>
  world.transaction(async (transaction) => {
    const { actAs, query, outcome } = transaction;
    await query(`insert into public.customer_users (user_id, customer_id, role) values ($1, $2, 'viewer')`, [
      world.id('member'),
      world.id('globex'),
    ]);
    const decideAs = async (role: MemberRole, customer: string) => {
      await setRole(transaction, role);
      await query(`update public.customer_users set role = 'viewer' where customer_id = $1`, [world.id('globex')]);
      await actAs('member');
      return described(
        await outcome(
          world.withIds(`update public.leads set is_approved = true where customer_id = :${customer} returning id`),
        ),
      );
    };
    expect(await decideAs('approver', 'acme')).toBe('yes');
    expect(await decideAs('viewer', 'acme')).toBe('no');
    expect(await decideAs('reviewer', 'acme')).toBe('yes');
    expect(await decideAs('reviewer', 'globex')).toBe('no');
  }));

test('a version in review waits for approvers only', async () => {
  const waiting = `select row_id from public.waiting_rows() where reason = 'in_review'`;
  expect(await world.outcomeInRole('approver', waiting)).toBe('acme campaign');
  expect(await world.outcomeInRole('reviewer', waiting)).toBe('none');
});

test('a member is an approver unless the invitation has another role', async () => {
  const roleAfter = (columns: string, values: string) =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('admin');
      const [invited] = await query<{ token: string }>(
        world.withIds(
          `insert into public.invitations (customer_id, email${columns}) values (:acme, 'stranger@example.test'${values}) returning token`,
        ),
      );
      await actAs('stranger');
      await query('select public.accept_invitation($1)', [invited?.token]);
      const [membership] = await query<{ role: string }>('select role from public.customer_users');
      return membership?.role;
    });
  expect(await roleAfter('', '')).toBe('approver');
  expect(await roleAfter(', role', `, 'viewer'`)).toBe('viewer');
});

test('an invitation of a member leaves the role of the membership', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await setRole(transaction, 'reviewer');
    await actAs('admin');
    const [invited] = await query<{ token: string }>(
      world.withIds(
        `insert into public.invitations (customer_id, email) values (:acme, 'member@example.test') returning token`,
      ),
    );
    await actAs('member');
    await query('select public.accept_invitation($1)', [invited?.token]);
    expect(await query('select role from public.customer_users')).toEqual([{ role: 'reviewer' }]);
  }));

test('administrators change roles, which the activity records with the new role', () =>
  world.transaction(async ({ actAs, query, outcome }) => {
    const change = `update public.customer_users set role = 'viewer' where customer_id = $1 returning user_id`;
    await actAs('member');
    expect(await outcome(change, [world.id('acme')])).toBe('none');
    await actAs('admin');
    expect(await outcome(change, [world.id('acme')])).toBe('member');
    await actAs('owner');
    expect(
      await query(
        `select actor_id, action, changed_columns, new_values from public.activity where subject = 'customer_users'`,
      ),
    ).toContainEqual({
      actor_id: world.id('admin'),
      action: 'update',
      changed_columns: ['role'],
      new_values: { role: 'viewer' },
    });
    await actAs('admin');
    expect(await outcome(`update public.customer_users set role = 'owner'`)).toMatch(
      /^23514 .*customer_users_role_check/,
    );
  }));
