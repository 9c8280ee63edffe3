// The rights matrix of tables and views: requests, each with what an administrator gets. What other roles get follows from tools/policies/rights.ts.
import { type Access, expectedAccess, isView, type Request } from '../../support/expected-access.ts';
import { type Role, requester } from './roles.ts';

/** The outcome for each column of roles.ts. */
export type Cells = readonly string[];

/**
 * `both` and `all`: the rows of these customers; a number: that many rows; `policy`: PostgreSQL's error. A request that is denied to all has no outcome.
 * An outcome that depends on more than rights is given for the role.
 */
type Outcome = string | Partial<Record<Role, string>>;

/** A method and a query. UPSERT merges on the key that it names. `:acme lead` and the like stand for ids. */
export type Rule = readonly [request: string, body: Record<string, unknown> | null, outcome?: Outcome];

/** `whose` is the column with the row's owner. */
export type Table = { whose: string; rules: readonly Rule[] };

const noProfile = { guest: '0', 'ended guest': '0' };
const noComments = {
  viewer: '0',
  reviewer: '0',
  stranger: '0',
  former: '0',
  suspended: '0',
  unassigned: '0',
  ...noProfile,
};
const noColumns = {
  admin: 'none',
  impersonator: 'none',
  viewer: 'none',
  reviewer: 'none',
  stranger: 'none',
  former: 'none',
  suspended: 'none',
  unassigned: 'none',
};
const hasPreferences = 'duplicate key value violates unique constraint "mail_preferences_pkey"';
const firstPreferences = { admin: '1', impersonator: '1', member: hasPreferences, neighbour: hasPreferences };
const fixed = (row: string) => `The customer of a ${row} cannot be changed`;

/** `key` is the conflict key of the upsert. */
const readOnly = (whose: string, key: string, row: Record<string, unknown>, seen: Outcome, query = ''): Table => ({
  whose,
  rules: [
    [`GET ${query}`, null, seen],
    ['POST', row],
    [`UPSERT ${key}`, row],
    ['PATCH', row],
    ['DELETE', null],
  ],
});

/** The ids are not readable, so the other columns are named. */
const counters = (query: string, seen: Outcome): Table => {
  const { whose, rules } = readOnly('customer_id', 'customer_id,id', { customer_id: ':globex', total: 1 }, seen, query);
  return { whose, rules: [...rules, ['GET ', null]] };
};

export const tables: Record<string, Table> = {
  user_roles: {
    whose: 'user_id',
    rules: [
      ['GET', null, 'roles'],
      ['POST', { user_id: ':stranger', role: 'admin' }, '1'],
      ['UPSERT user_id,role', { user_id: ':neighbour', role: 'customer' }, '1'],
      ['PATCH ?role=eq.customer', { role: 'admin' }, '6'],
      ['DELETE ?role=eq.customer', null, '6'],
    ],
  },
  profiles: {
    whose: 'id',
    rules: [
      ['GET', null, 'everyone'],
      ['POST', { id: ':acme', email: 'x@example.test' }],
      ['UPSERT id', { id: ':neighbour', full_name: 'Taken' }],
      ['PATCH', { full_name: 'New Name' }, { admin: '1', impersonator: '1', ...noProfile }],
      ['PATCH', { email: 'x@example.test' }],
      ['DELETE', null],
    ],
  },
  customers: {
    whose: 'id',
    rules: [
      ['GET', null, 'all'],
      ['POST', { name: 'Umbrella' }, '1'],
      ['UPSERT id', { id: ':globex', name: 'Taken' }, '1'],
      ['PATCH', { is_active: true }, '3'],
      ['DELETE', null, '3'],
    ],
  },
  customer_users: {
    whose: 'user_id',
    rules: [
      ['GET', null, 'members'],
      ['POST', { user_id: ':stranger', customer_id: ':globex' }, '1'],
      ['UPSERT user_id,customer_id', { user_id: ':former', customer_id: ':acme', is_active: true }, '1'],
      ['PATCH', { is_active: true }, '9'],
      ['DELETE', null, '9'],
    ],
  },
  invitations: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { customer_id: ':globex', email: 'x@example.test' }, '1'],
      ['POST', { customer_id: ':globex', email: 'x@example.test', token: 'chosen' }],
      ['UPSERT token', { customer_id: ':globex', email: 'x@example.test', token: 'chosen' }],
      ['PATCH', { email: 'x@example.test' }, '2'],
      ['PATCH', { customer_id: ':acme' }],
      ['PATCH', { token: 'chosen' }],
      ['DELETE', null, '2'],
    ],
  },
  review_links: readOnly('customer_id', 'id', { id: ':globex link', role: 'reviewer' }, 'both'),
  colleague_requests: readOnly('customer_id', 'id', { id: ':globex request', email: 'x' }, 'both'),
  imports: readOnly('customer_id', 'id', { id: ':globex import', file_name: 'x.csv' }, 'both'),
  import_chunks: readOnly(
    'import_id',
    'import_id,first_row',
    { import_id: ':globex import', first_row: 2, hash: 'x' },
    'both',
  ),
  import_errors: readOnly('import_id', 'import_id,row', { import_id: ':globex import', row: 2, error: 'x' }, 'both'),
  import_matches: readOnly('customer_id', 'id', { id: ':globex match', former: {}, given: {} }, 'both'),
  import_mappings: readOnly('customer_id', 'id', { id: ':globex mapping', mapping: {} }, 'both'),
  leads: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'all'],
      ['POST', { customer_id: ':acme', name: 'Bea' }, '1'],
      ['POST', { customer_id: ':globex', name: 'Bea' }, '1'],
      ['UPSERT id', { id: ':globex lead', customer_id: ':globex', name: 'Taken' }, '1'],
      ['UPSERT id', { id: ':globex lead', customer_id: ':acme', name: 'Taken' }, fixed('lead')],
      ['PATCH', { is_approved: false }, '3'],
      ['PATCH', { is_approved: false, rejection_note: 'x' }, '3'],
      ['PATCH', { notes: 'x' }, '3'],
      ['PATCH', { custom: { icebreaker: 'x' } }, '3'],
      ['PATCH', { customer_id: ':acme', is_approved: true }, fixed('lead')],
      ['DELETE', null, '3'],
    ],
  },
  companies: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { customer_id: ':acme', name: 'Umbrella' }, '1'],
      ['POST', { customer_id: ':globex', name: 'Umbrella' }, '1'],
      ['UPSERT id', { id: ':globex company', customer_id: ':globex', name: 'Taken' }, '1'],
      ['UPSERT id', { id: ':globex company', customer_id: ':acme', name: 'Taken' }, fixed('company')],
      ['PATCH', { is_approved: false }, '2'],
      ['PATCH', { is_approved: false, rejection_note: 'x' }, '2'],
      ['PATCH', { size: '1-10' }, '2'],
      ['PATCH', { custom: { icebreaker: 'x' } }, '2'],
      ['PATCH', { customer_id: ':acme', is_approved: true }, fixed('company')],
      ['DELETE', null, '2'],
    ],
  },
  rejection_reasons: {
    whose: 'name',
    rules: [
      ['GET ?subject=eq.companies&name=eq.Other', null, 'Other'],
      ['POST', { name: 'Duplicate', position: 9 }, '1'],
      ['POST', { subject: 'companies', name: 'Duplicate', position: 9 }, '1'],
      ['UPSERT id', { id: ':globex', name: 'Taken', position: 9 }],
      ['PATCH ?subject=eq.companies&name=eq.Other', { retired_at: '2026-01-01' }, '1'],
      ['PATCH', { subject: 'companies' }],
      ['PATCH', { created_at: '2026-01-01' }],
      ['DELETE', null],
    ],
  },
  custom_fields: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { customer_id: ':acme', table_name: 'leads', key: 'funding', label: 'Funding' }, '1'],
      ['UPSERT id', { id: ':globex field', customer_id: ':globex', label: 'Taken' }],
      ['PATCH ?is_internal=is.false', { label: 'Opener' }, '2'],
      ['PATCH', { is_internal: false }],
      ['DELETE', null],
    ],
  },
  internal_values: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { customer_id: ':acme', company_id: ':acme company', custom: { score: '7' } }, '1'],
      ['UPSERT lead_id,customer_id', { customer_id: ':globex', lead_id: ':globex lead', custom: { score: '7' } }, '1'],
      ['PATCH', { custom: {} }, '2'],
      ['PATCH', { lead_id: null }],
      ['DELETE', null],
    ],
  },
  list_columns: {
    whose: 'customer_id',
    rules: [
      ['GET', null, { ...noColumns, member: 'acme', neighbour: 'globex' }],
      ['POST', { customer_id: ':acme', table_name: 'companies', keys: ['icebreaker'] }, '1'],
      ['UPSERT customer_id,user_id,table_name', { customer_id: ':acme', table_name: 'leads', keys: [] }, '1'],
      ['PATCH', { keys: [] }, { ...noComments, admin: '0', impersonator: '0', member: '1', neighbour: '1' }],
      ['PATCH', { user_id: ':admin' }],
      ['DELETE', null],
    ],
  },
  mail_preferences: {
    whose: 'user_id',
    rules: [
      ['GET ?select=user_id,digest', null, { ...noColumns, member: 'member', neighbour: 'neighbour' }],
      ['GET ?select=unsubscribe_token', null],
      ['POST', { digest: 'daily' }, firstPreferences],
      ['POST', { user_id: ':neighbour', digest: 'daily' }],
      ['UPSERT user_id', { user_id: ':neighbour', digest: 'daily' }],
      ['PATCH', { digest: 'weekly' }, { ...noComments, admin: '0', impersonator: '0', member: '1', neighbour: '1' }],
      ['PATCH', { unsubscribe_token: 'x' }],
      ['DELETE', null],
    ],
  },
  do_not_contact: readOnly(
    'customer_id',
    'id',
    { customer_id: ':acme', kind: 'email', value: 'a@b.example', source: 'form' },
    'both',
  ),
  agency_do_not_contact: readOnly(
    'reason',
    'id',
    { kind: 'email', value: 'a@b.example', source: 'form' },
    'secret',
    '?select=id,kind,reason',
  ),
  decisions: readOnly('customer_id', 'id', { id: ':globex decision', is_approved: true }, 'all'),
  campaigns: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { customer_id: ':acme', name: 'Again' }, '1'],
      ['POST', { customer_id: ':globex', name: 'Again' }, '1'],
      ['UPSERT id', { id: ':globex campaign', customer_id: ':acme', name: 'Taken' }],
      ['POST', { id: ':initech', customer_id: ':acme', name: 'Again' }],
      ['PATCH', { name: 'Again', status: 'paused' }, '2'],
      ['PATCH', { customer_id: ':acme' }, fixed('campaign')],
      ['DELETE', null, '2'],
    ],
  },
  campaign_steps: {
    whose: 'campaign_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { campaign_id: ':acme campaign', step_number: 2, step_type: 'email' }, '1'],
      ['POST', { campaign_id: ':globex campaign', step_number: 2, step_type: 'email' }, '1'],
      ['UPSERT id', { id: ':globex step', campaign_id: ':acme campaign', step_number: 1, step_type: 'email' }],
      ['PATCH', { delay_days: 4 }, '2'],
      ['PATCH', { campaign_id: ':acme campaign' }],
      ['PATCH', { customer_id: ':acme' }],
      ['PATCH', { step_number: 9 }],
      ['DELETE', null, '2'],
    ],
  },
  campaign_contents: readOnly('customer_id', 'campaign_id,customer_id', { customer_id: ':globex', steps: 0 }, 'both'),
  campaign_versions: readOnly('customer_id', 'id', { id: ':globex version', status: 'approved' }, 'both'),
  step_suggestions: readOnly('customer_id', 'id', { id: ':globex suggestion', status: 'accepted' }, 'both'),
  sending_tools: {
    whose: 'name',
    rules: [
      ['GET', null, 'Homemade'],
      ['POST', { name: 'Another', definition: {} }, '1'],
      ['UPSERT id', { id: ':globex', name: 'Another', definition: {} }],
      ['PATCH', { definition: {} }, '1'],
      ['PATCH', { created_at: '2026-01-01' }],
      ['DELETE', null, '1'],
    ],
  },
  hand_offs: readOnly('customer_id', 'id', { id: ':globex batch', state: 'void' }, 'both'),
  hand_off_rows: readOnly('customer_id', 'hand_off_id,place', { hand_off_id: ':globex batch', place: 2 }, 'both'),
  handed_off_leads: readOnly(
    'customer_id',
    'customer_id,hand_off_id,lead_id',
    { customer_id: ':globex', hand_off_id: ':globex batch' },
    'both',
  ),
  result_uploads: readOnly('customer_id', 'id', { id: ':globex upload', contacted: 2 }, 'both'),
  hand_off_results: readOnly(
    'customer_id',
    'customer_id,hand_off_id,lead_id,kind',
    { customer_id: ':globex', hand_off_id: ':globex batch', lead_id: ':globex lead', kind: 'replied' },
    'both',
  ),
  comments: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['GET ?is_internal=is.true', null, 'both'],
      ['POST', { customer_id: ':acme', lead_id: ':acme lead', body: 'Yes' }, '1'],
      ['POST', { customer_id: ':globex', campaign_id: ':globex campaign', body: 'Yes' }, '1'],
      ['POST', { customer_id: ':acme', lead_id: ':acme lead', body: 'Yes', is_internal: true }, '1'],
      ['POST', { customer_id: ':acme', lead_id: ':acme lead', body: 'Yes', author_id: ':member' }],
      ['UPSERT id', { id: ':globex comment', customer_id: ':acme', lead_id: ':acme lead', body: 'Taken' }],
      ['PATCH', { deleted_at: '2026-01-01' }, { admin: '1', impersonator: '1', ...noComments }],
      ['PATCH', { body: 'No' }],
      ['DELETE', null],
    ],
  },
  comment_reads: readOnly(
    'customer_id',
    'comment_id,user_id',
    { customer_id: ':acme', comment_id: ':acme comment', user_id: ':member' },
    { admin: 'acme', impersonator: 'acme' },
  ),
  impersonations: {
    whose: 'customer_id',
    rules: [
      ['GET', null, 'both'],
      ['POST', { customer_id: ':acme' }, '1'],
      ['POST', { customer_id: ':acme', admin_id: ':colleague' }, 'policy'],
      ['UPSERT id', { id: ':acme impersonation', customer_id: ':globex' }],
      ['PATCH', { ended_at: '2100-01-01' }, '1'],
      ['PATCH', { expires_at: 'infinity' }],
      ['DELETE', null],
    ],
  },
  activity: readOnly('customer_id', 'id', { id: ':globex', row_count: 1 }, 'all'),
  audience_summary: readOnly('customer_id', 'customer_id', { name: 'x' }, 'all'),
  campaign_counts: readOnly('customer_id', 'customer_id', { customer_id: ':globex' }, 'both'),
  campaign_reviews: readOnly('customer_id', 'customer_id', { customer_id: ':globex' }, 'both'),
  customer_counts: readOnly('customer_id', 'customer_id', { customer_id: ':globex' }, 'all'),
  lead_counters: counters('?select=customer_id,audience,total,approved,reviewed', 'all'),
  company_counters: counters('?select=customer_id,total,approved,reviewed', 'both'),
};

/** Expands the abbreviation in a cell. */
export function expandCell(cell: string, table: string): string {
  const words: Record<string, string> = {
    both: 'acme globex',
    all: 'acme globex initech',
    roles: 'admin colleague departed former halfway member neighbour reviewer suspended viewer',
    members: 'departed former halfway member neighbour reviewer suspended unassigned viewer',
    everyone: 'admin colleague departed former halfway member neighbour reviewer stranger suspended unassigned viewer',
    denied: `permission denied for ${isView(table) ? 'view' : 'table'} ${table}`,
    policy: `new row violates row-level security policy for table "${table}"`,
  };
  return words[cell] ?? cell;
}

function ruleRequest(table: string, [request, body]: Rule): Request {
  const [method = '', query = ''] = request.split(' ');
  const verbs = {
    GET: ['select'] as const,
    POST: ['insert'] as const,
    UPSERT: ['insert', 'update'] as const,
    PATCH: ['update'] as const,
    DELETE: ['delete'] as const,
  }[method];
  if (!verbs) throw new Error(`There is no method ${method}`);
  const parameters = new URLSearchParams(method === 'GET' ? query : '');
  const read = parameters.get('select')?.split(',') ?? 'all';
  return {
    table,
    verbs: [...verbs],
    columns: method === 'GET' ? read : Object.keys(body ?? {}),
    key: method === 'UPSERT' ? query.split(',') : [],
    mentioned: [...parameters.keys(), ...Object.keys(body ?? {})],
    customer: /":(acme|globex)\b/.exec(JSON.stringify(body))?.[1],
  };
}

/** Throws for a request whose outcome is missing, or that has one although it is denied to all. */
export function expectedOutcome(table: string, rule: Rule, role: Role): string {
  const [, , outcomes] = rule;
  const request = ruleRequest(table, rule);
  const outcome = typeof outcomes === 'object' ? outcomes.admin : outcomes;
  if ((outcome === undefined) !== (expectedAccess(requester('admin'), request) === 'denied')) {
    throw new Error(`The description of the rights on ${table} contradicts the outcome of: ${rule[0]}`);
  }
  const special = typeof outcomes === 'object' ? outcomes[role] : undefined;
  const access = expectedAccess(requester(role), request);
  return special ?? spelled(access, request, { outcome: expandCell(outcome ?? '', table), role });
}

function spelled(
  access: Access,
  { table, verbs: [verb] }: Request,
  { outcome, role }: { outcome: string; role: Role },
) {
  if (typeof access === 'object') return access.error;
  if (access === 'denied') return expandCell('denied', table);
  if (access === 'all') return outcome;
  if (access === 'rejected') return expandCell('policy', table);
  if (verb === 'insert') return access === 'nothing' ? expandCell('policy', table) : outcome;
  if (verb !== 'select') return access === 'nothing' ? '0' : '1';
  const { customer, guest } = requester(role);
  if (access === 'of customer') return customer ?? guest?.customer ?? '';
  return access === 'own' && outcome.split(' ').includes(role) ? role : 'none';
}
