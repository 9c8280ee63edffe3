// The rights matrix: each statement with its outcome for an administrator. What others get follows from tools/policies/rights.ts.
import { isDeepStrictEqual } from 'node:util';
import type { MemberRole } from '#domain/member-roles.ts';
import type { Verb } from '../../tools/policies/rights.ts';
import { type Access, expectedAccess, isView, type Request, type Requester } from '../support/expected-access.ts';
import { type Caller, callers, guestCallers } from './world.ts';

export type Cell = { table: string; statement: string; text: string; expected: Record<Caller, string> };

export const ruledCallers = [...callers, ...guestCallers] as const;
type RuledCaller = (typeof ruledCallers)[number];

const requesters: Record<RuledCaller, Requester> = {
  admin: { token: 'live', isAdmin: true },
  member: { token: 'live', customer: 'acme' },
  neighbour: { token: 'live', customer: 'globex' },
  stranger: { token: 'live' },
  anonymous: {},
  guest: {
    token: 'live',
    guest: { customer: 'acme', audiences: ['guests', 'guests with campaigns', 'guests of all audiences'] },
  },
  'audience guest': { token: 'live', guest: { customer: 'acme', audiences: ['guests'] } },
  'ended guest': { token: 'live' },
};

const policyError = (table: string) => `42501 new row violates row-level security policy for table "${table}"`;

const hasPreferences = '23505 duplicate key value violates unique constraint "mail_preferences_pkey"';

const both = 'acme globex';
const everyone = 'admin colleague member neighbour stranger';
const stepOfOther =
  '23503 insert or update on table "campaign_steps" violates foreign key constraint "campaign_steps_campaign_id_fkey"';

/**
 * `whose` is the column or expression by which outcomes name a row. A statement that is denied to all has no outcome. Where an outcome depends on more
 * than rights, it is given for the caller.
 */
type Statement = [statement: string, outcome?: string | Partial<Record<RuledCaller, string>>];
type Table = { whose: string; statements: Statement[] };

const readOnly = (whose: string, select: Statement[1]): Table => ({
  whose,
  statements: [['select', select], ['insert default values'], ['update set {first} = {first}'], ['delete']],
});

const tables: Record<string, Table> = {
  user_roles: {
    whose: 'user_id',
    statements: [
      ['select', 'admin colleague member neighbour'],
      [`insert (user_id, role) values (:stranger, 'customer')`, 'stranger'],
      [`insert (user_id, role) values (:stranger, 'admin')`, 'stranger'],
      [`update set role = 'admin' where role = 'customer'`, 'member neighbour'],
      [`delete where role = 'customer'`, 'member neighbour'],
    ],
  },
  profiles: {
    whose: 'id',
    statements: [
      ['select', everyone],
      [`insert (id, email) values (gen_random_uuid(), 'x@example.test')`],
      [`update set full_name = 'New Name'`, everyone],
      [`update set email = 'x@example.test'`],
      ['delete'],
    ],
  },
  customers: {
    whose: 'id',
    statements: [
      ['select', both],
      [`insert (name) values ('Initech')`, 'new'],
      [`update set name = 'Initech'`, both],
      ['delete', both],
    ],
  },
  customer_users: {
    whose: 'user_id',
    statements: [
      ['select', 'member neighbour'],
      ['insert (user_id, customer_id) values (:stranger, :acme)', 'stranger'],
      ['update set is_active = false', 'member neighbour'],
      ['delete', 'member neighbour'],
    ],
  },
  invitations: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      [`insert (customer_id, email) values (:acme, 'x@example.test')`, 'acme'],
      [`insert (customer_id, email, token) values (:acme, 'x@example.test', 'chosen')`],
      ['update set accepted_at = now()', both],
      [`update set token = 'chosen'`],
      ['update set customer_id = :acme'],
      ['update set mailed_at = now()'],
      ['delete', both],
    ],
  },
  review_links: readOnly('customer_id', {
    admin: 'acme acme acme globex',
    member: 'acme acme acme',
  }),
  colleague_requests: readOnly('customer_id', both),
  imports: readOnly('customer_id', both),
  import_chunks: readOnly('customer_id', both),
  import_errors: readOnly('customer_id', both),
  import_matches: readOnly('customer_id', both),
  import_mappings: readOnly('customer_id', both),
  leads: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      [`insert (customer_id, name) values (:acme, 'Bea')`, 'acme'],
      ['update set is_approved = true', both],
      [
        `update set is_approved = false, rejection_reason_id = (select id from public.rejection_reasons where subject = 'leads' and name = 'Other'), rejection_note = 'x'`,
        both,
      ],
      [`update set audience = 'Buyers'`, both],
      [`update set custom = '{"icebreaker": "Hello"}'`, both],
      ['update set decided_values = null', both],
      ['update set is_separate = true', both],
      ['update set duplicate_of = id', both],
      [`update set is_approved = true, notes = 'x'`, both],
      ['delete', both],
    ],
  },
  companies: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      [`insert (customer_id, name) values (:acme, 'Initech')`, 'acme'],
      ['update set is_approved = false', both],
      [
        `update set is_approved = false, rejection_reason_id = (select id from public.rejection_reasons where subject = 'companies' and name = 'Other'), rejection_note = 'x'`,
        both,
      ],
      [`update set size = '1-10'`, both],
      [`update set custom = '{"icebreaker": "Hello"}'`, both],
      ['update set decided_values = null', both],
      ['update set is_separate = true', both],
      ['delete', both],
    ],
  },
  rejection_reasons: {
    whose: 'name',
    statements: [
      [`select where name = 'Wrong role'`, 'Wrong role'],
      [`insert (name, position) values ('Duplicate', 9)`, 'Duplicate'],
      [`insert (subject, name, position) values ('companies', 'Duplicate', 9)`, 'Duplicate'],
      [`insert (id, name, position) values (gen_random_uuid(), 'Duplicate', 9)`],
      [`update set retired_at = now() where name = 'Wrong role'`, 'Wrong role'],
      [`update set subject = 'companies'`],
      ['update set created_at = now()'],
      ['delete'],
    ],
  },
  custom_fields: {
    whose: 'customer_id',
    statements: [
      ['select', 'acme acme globex globex'],
      [
        `insert (customer_id, table_name, key, label, is_internal) values (:acme, 'leads', 'funding', 'Funding', true)`,
        'acme',
      ],
      [`insert (id, customer_id, table_name, key, label) values (gen_random_uuid(), :acme, 'leads', 'x', 'x')`],
      [`update set label = 'Opener' where not is_internal`, both],
      ['update set removed_at = now() where not is_internal', both],
      ['update set is_internal = false'],
      [`update set key = 'x'`],
      ['delete'],
    ],
  },
  internal_values: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      [`insert (customer_id, company_id, custom) values (:acme, :acme company, '{"score": "7"}')`, 'acme'],
      [`update set custom = '{}'`, both],
      ['update set lead_id = null'],
      ['delete'],
    ],
  },
  list_columns: {
    whose: 'customer_id',
    statements: [
      ['select', { admin: 'none', member: 'acme', neighbour: 'globex', stranger: 'none' }],
      [
        `insert (customer_id, table_name, keys) values (:acme, 'companies', '{icebreaker}')`,
        {
          admin: 'acme',
          member: 'acme',
          neighbour: policyError('list_columns'),
          stranger: policyError('list_columns'),
        },
      ],
      [`insert (customer_id, user_id, table_name, keys) values (:acme, :colleague, 'companies', '{}')`],
      [`update set keys = '{}'`, { admin: 'none', member: 'acme', neighbour: 'globex', stranger: 'none' }],
      ['update set customer_id = :acme'],
      ['delete'],
    ],
  },
  mail_preferences: {
    whose: 'user_id',
    statements: [
      ['select', { admin: 'none', member: 'member', neighbour: 'neighbour', stranger: 'none' }],
      [
        `insert (digest) values ('daily')`,
        {
          admin: 'admin',
          member: hasPreferences,
          neighbour: hasPreferences,
          stranger: policyError('mail_preferences'),
        },
      ],
      [`insert (user_id, digest) values (:colleague, 'daily')`],
      [`update set digest = 'weekly'`, { admin: 'none', member: 'member', neighbour: 'neighbour', stranger: 'none' }],
      [`update set unsubscribe_token = 'x'`],
      ['delete'],
    ],
  },
  do_not_contact: readOnly('customer_id', both),
  agency_do_not_contact: readOnly('reason', 'secret'),
  decisions: readOnly('customer_id', both),
  campaigns: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      [`insert (customer_id, name) values (:acme, 'Again')`, 'acme'],
      [`insert (id, customer_id, name) values (gen_random_uuid(), :acme, 'Again')`],
      [`update set name = 'Again', status = 'paused'`, both],
      ['update set customer_id = customer_id', both],
      ['delete', both],
    ],
  },
  campaign_steps: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      [`insert (campaign_id, step_number, step_type) values (:acme campaign, 2, 'linkedin_message')`, 'acme'],
      [`insert (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 2, 'email')`, 'acme'],
      [
        `insert (customer_id, campaign_id, step_number, step_type) values (:acme, :globex campaign, 2, 'email')`,
        { admin: stepOfOther, member: stepOfOther },
      ],
      [`insert (campaign_id, step_number, step_type) values (gen_random_uuid(), 2, 'email')`, { admin: stepOfOther }],
      [`insert (id, campaign_id, step_number, step_type) values (gen_random_uuid(), :acme campaign, 2, 'email')`],
      ['update set delay_days = 4', both],
      ['update set step_number = 9'],
      ['update set campaign_id = campaign_id'],
      ['update set customer_id = customer_id'],
      ['delete', both],
    ],
  },
  campaign_contents: readOnly('customer_id', both),
  campaign_versions: readOnly('customer_id', both),
  step_suggestions: readOnly('customer_id', both),
  sending_tools: {
    whose: 'name',
    statements: [
      ['select', 'Homemade'],
      [`insert (name, definition) values ('Another', '{}')`, 'Another'],
      [`insert (id, name, definition) values (gen_random_uuid(), 'Another', '{}')`],
      [`update set definition = '{}'`, 'Homemade'],
      ['update set created_at = now()'],
      ['delete', 'Homemade'],
    ],
  },
  hand_offs: readOnly('customer_id', both),
  hand_off_rows: readOnly('customer_id', both),
  handed_off_leads: readOnly('customer_id', both),
  result_uploads: readOnly('customer_id', both),
  hand_off_results: readOnly('customer_id', both),
  comments: {
    whose: 'customer_id',
    statements: [
      ['select', 'acme acme globex globex'],
      [`insert (customer_id, lead_id, body) values (:acme, :acme lead, 'Yes')`, 'acme'],
      [
        `insert (customer_id, step_id, body) values (:acme, :acme step, 'Yes')`,
        { admin: 'acme', 'audience guest': policyError('comments') },
      ],
      [`insert (customer_id, lead_id, body, is_internal) values (:acme, :acme lead, 'Yes', true)`, 'acme'],
      [
        `insert (customer_id, campaign_id, version_id, version_step_id, body) values (:acme, :acme campaign, :acme version, :acme version step, 'Yes')`,
        { admin: 'acme', 'audience guest': policyError('comments') },
      ],
      [`insert (customer_id, lead_id, body, author_id) values (:acme, :acme lead, 'Yes', :colleague)`],
      ['update set deleted_at = now()', { admin: 'acme', member: 'acme', neighbour: 'globex' }],
      [`update set body = 'No'`],
      ['update set is_internal = false'],
      ['delete'],
    ],
  },
  comment_reads: readOnly('customer_id', { admin: 'acme' }),
  impersonations: {
    whose: 'customer_id',
    statements: [
      ['select', both],
      ['insert (customer_id) values (:acme)', 'acme'],
      ['insert (customer_id, admin_id) values (:acme, :colleague)', policyError('impersonations')],
      ['update set ended_at = now()', 'acme'],
      [`update set expires_at = 'infinity'`],
      ['delete'],
    ],
  },
  activity: {
    whose: 'distinct customer_id',
    statements: [
      ['select where customer_id is not null', both],
      [`insert (action, subject, row_count) values ('insert', 'leads', 1)`],
      ['update set row_count = 1'],
      ['delete'],
    ],
  },
  audience_summary: readOnly('customer_id', both),
  campaign_counts: readOnly('customer_id', both),
  campaign_reviews: readOnly('customer_id', both),
  customer_counts: readOnly('customer_id', both),
  lead_counters: readOnly('customer_id', both),
  company_counters: readOnly('customer_id', both),
};

/** Every table and view of the matrix. */
export const ruledTables = Object.keys(tables);

function statementText(table: string, whose: string, statement: string): string {
  const [verb = '', ...words] = statement.split(' ');
  const rest = words.join(' ').replaceAll('{first}', whose);
  const returning = isView(table) ? '' : ` returning ${whose}`;
  switch (verb) {
    case 'select':
      return `select ${whose} from public.${table} ${rest}`;
    case 'insert':
      return `insert into public.${table} ${rest}${returning}`.replace('distinct ', '');
    case 'update':
      return `update public.${table} ${rest}${returning}`.replace('distinct ', '');
    default:
      return `delete from public.${table} ${rest}${returning}`.replace('distinct ', '');
  }
}

/** `:acme` in a new row is its customer. */
function statementRequest(table: string, whose: string, statement: string): Request {
  const [verb, ...words] = statement.split(' ') as [Verb, ...string[]];
  const rest = words.join(' ').replaceAll('{first}', whose);
  const inserted = /^\(([\w, ]+)\)/.exec(rest)?.[1]?.split(', ') ?? [];
  const [changes = ''] = rest.replace(/\([^()]*\)/g, '').split(' where ');
  const updated = [...changes.matchAll(/(\w+) = /g)].map(([, column = '']) => column);
  const columns = { select: [whose.replace('distinct ', '')], insert: inserted, update: updated, delete: [] }[verb];
  return { table, verbs: [verb], columns, mentioned: columns, customer: /:(acme|globex)\b/.exec(rest)?.[1] };
}

/** Throws for a statement whose outcome is missing, or that has one although it is denied to all. */
function expectedOutcomes(table: string, whose: string, [statement, outcomes]: Statement): Cell['expected'] {
  const request = statementRequest(table, whose, statement);
  const special = typeof outcomes === 'object' ? outcomes : {};
  const outcome = typeof outcomes === 'object' ? outcomes.admin : outcomes;
  if ((outcome === undefined) !== (expectedAccess(requesters.admin, request) === 'denied')) {
    throw new Error(`The description of the rights on ${table} contradicts the outcome of: ${statement}`);
  }
  const expected = ruledCallers.map((caller) => {
    const access = expectedAccess(requesters[caller], request);
    return [caller, special[caller] ?? spelled(access, request, { outcome: outcome ?? '', caller })];
  });
  return Object.fromEntries(expected) as Cell['expected'];
}

function spelled(access: Access, request: Request, { outcome, caller }: { outcome: string; caller: Caller }): string {
  const { table, verbs } = request;
  if (typeof access === 'object') return `42501 ${access.error}`;
  if (access === 'denied') return `42501 permission denied for ${isView(table) ? 'view' : 'table'} ${table}`;
  if (access === 'all') return outcome;
  if (access === 'own') return outcome.split(' ').includes(caller) ? caller : 'none';
  if (access === 'rejected') return policyError(table);
  if (access === 'nothing') return verbs[0] === 'insert' ? policyError(table) : 'none';
  const { customer, guest } = requesters[caller as RuledCaller];
  return verbs[0] === 'insert' ? outcome : (customer ?? guest?.customer ?? '');
}

type RoleCell = Omit<Cell, 'expected'> & { role: MemberRole; expected: string };

/** The outcomes for the member as a viewer and as a reviewer, where the rights are not those of an approver. */
function cellsOfRoles({ whose, statements }: Table, table: string): RoleCell[] {
  return statements.flatMap(([statement]) => {
    const request = statementRequest(table, whose, statement);
    const usual = expectedAccess(requesters.member, request);
    return (['viewer', 'reviewer'] as const).flatMap((role) => {
      const access = expectedAccess({ ...requesters.member, role }, request);
      if (isDeepStrictEqual(access, usual)) return [];
      const expected = spelled(access, request, { outcome: '', caller: 'member' });
      return [{ table, statement, text: statementText(table, whose, statement), role, expected }];
    });
  });
}

export const cellsByRole: RoleCell[] = Object.entries(tables).flatMap(([name, table]) => cellsOfRoles(table, name));

export const cells: Cell[] = Object.entries(tables).flatMap(([table, { whose, statements }]) =>
  statements.map((statement) => ({
    table,
    statement: statement[0],
    text: statementText(table, whose, statement[0]),
    expected: expectedOutcomes(table, whose, statement),
  })),
);
