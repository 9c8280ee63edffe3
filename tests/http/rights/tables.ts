// The rights matrix of tables and views: what each role gets for which request. The columns are those of roles.ts.

/** `none`: no row; `both` and `all`: the rows of these customers; a number: that many rows; `denied` and `policy`: PostgreSQL's errors. */
export type Cells = readonly string[];

/** A method and a query. UPSERT merges on the key that it names. `:acme lead` and the like stand for ids. */
export type Rule = readonly [request: string, body: Record<string, unknown> | null, cells: Cells];

/** `whose` is the column with the row's owner. */
export type Table = { whose: string; rules: readonly Rule[] };

const allGet = (cell: string): Cells => Array(7).fill(cell);
const allDenied = allGet('denied');
const adminsSee = (cell: string): Cells => [cell, 'none', 'none', 'none', 'none', 'none', 'denied'];
const adminsChange = (cell: string): Cells => [cell, '0', '0', '0', '0', '0', 'denied'];
const adminsAdd = (cell: string): Cells => [cell, 'policy', 'policy', 'policy', 'policy', 'policy', 'denied'];
const membersSee = (cell: string): Cells => [cell, 'acme', 'globex', 'none', 'none', 'none', 'denied'];
const membersChange = (cell: string): Cells => [cell, '1', '1', '0', '0', '0', 'denied'];
const acmeAdds: Cells = ['1', '1', 'policy', 'policy', 'policy', 'policy', 'denied'];
const globexAdds: Cells = ['1', 'policy', '1', 'policy', 'policy', 'policy', 'denied'];
const guarded = (cell: string, message: string): Cells => [cell, ...Array(5).fill(message), 'denied'];

const leadGuard = 'Members can change only the decision about a lead';
const companyGuard = 'Members can change only the decision about a company';
const campaignGuard = 'Members can change only name and status of a campaign';
const fixed = (row: string) => `The customer of a ${row} cannot be changed`;

/** `key` is the conflict key of the upsert. */
const readOnly = (whose: string, key: string, row: Record<string, unknown>, seen: Cells, query = ''): Table => ({
  whose,
  rules: [
    [`GET ${query}`, null, seen],
    ['POST', row, allDenied],
    [`UPSERT ${key}`, row, allDenied],
    ['PATCH', row, allDenied],
    ['DELETE', null, allDenied],
  ],
});

/** The ids are not readable, so the other columns are named. */
const counters = (query: string, seen: Cells): Table => {
  const { whose, rules } = readOnly('customer_id', 'customer_id,id', { customer_id: ':globex', total: 1 }, seen, query);
  return { whose, rules: [...rules, ['GET ', null, allDenied]] };
};

export const tables: Record<string, Table> = {
  user_roles: {
    whose: 'user_id',
    rules: [
      ['GET', null, ['roles', 'own', 'own', 'none', 'own', 'none', 'denied']],
      ['POST', { user_id: ':stranger', role: 'admin' }, adminsAdd('1')],
      ['UPSERT user_id,role', { user_id: ':neighbour', role: 'customer' }, adminsAdd('1')],
      ['PATCH ?role=eq.customer', { role: 'admin' }, adminsChange('4')],
      ['DELETE ?role=eq.customer', null, adminsChange('4')],
    ],
  },
  profiles: {
    whose: 'id',
    rules: [
      ['GET', null, ['everyone', 'own', 'own', 'own', 'own', 'none', 'denied']],
      ['POST', { id: ':acme', email: 'x@example.test' }, allDenied],
      ['UPSERT id', { id: ':neighbour', full_name: 'Taken' }, allDenied],
      ['PATCH', { full_name: 'New Name' }, ['1', '1', '1', '1', '1', '0', 'denied']],
      ['PATCH', { email: 'x@example.test' }, allDenied],
      ['DELETE', null, allDenied],
    ],
  },
  customers: {
    whose: 'id',
    rules: [
      ['GET', null, membersSee('all')],
      ['POST', { name: 'Umbrella' }, adminsAdd('1')],
      ['UPSERT id', { id: ':globex', name: 'Taken' }, adminsAdd('1')],
      ['PATCH', { is_active: true }, adminsChange('3')],
      ['DELETE', null, adminsChange('3')],
    ],
  },
  customer_users: {
    whose: 'user_id',
    rules: [
      ['GET', null, ['members', 'own', 'own', 'none', 'own', 'none', 'denied']],
      ['POST', { user_id: ':stranger', customer_id: ':globex' }, adminsAdd('1')],
      ['UPSERT user_id,customer_id', { user_id: ':former', customer_id: ':acme', is_active: true }, adminsAdd('1')],
      ['PATCH', { is_active: true }, adminsChange('7')],
      ['DELETE', null, adminsChange('7')],
    ],
  },
  invitations: {
    whose: 'customer_id',
    rules: [
      ['GET', null, adminsSee('both')],
      ['POST', { customer_id: ':globex', email: 'x@example.test' }, adminsAdd('1')],
      ['POST', { customer_id: ':globex', email: 'x@example.test', token: 'chosen' }, allDenied],
      ['UPSERT token', { customer_id: ':globex', email: 'x@example.test', token: 'chosen' }, allDenied],
      ['PATCH', { email: 'x@example.test' }, adminsChange('2')],
      ['PATCH', { customer_id: ':acme' }, allDenied],
      ['PATCH', { token: 'chosen' }, allDenied],
      ['DELETE', null, adminsChange('2')],
    ],
  },
  imports: readOnly('customer_id', 'id', { id: ':globex import', file_name: 'x.csv' }, adminsSee('both')),
  import_chunks: readOnly(
    'import_id',
    'import_id,first_row',
    { import_id: ':globex import', first_row: 2, hash: 'x' },
    adminsSee('both'),
  ),
  import_errors: readOnly(
    'import_id',
    'import_id,row',
    { import_id: ':globex import', row: 2, error: 'x' },
    adminsSee('both'),
  ),
  import_mappings: readOnly('customer_id', 'id', { id: ':globex mapping', mapping: {} }, adminsSee('both')),
  leads: {
    whose: 'customer_id',
    rules: [
      ['GET', null, membersSee('all')],
      ['POST', { customer_id: ':acme', name: 'Bea' }, adminsAdd('1')],
      ['POST', { customer_id: ':globex', name: 'Bea' }, adminsAdd('1')],
      ['UPSERT id', { id: ':globex lead', customer_id: ':globex', name: 'Taken' }, guarded('1', leadGuard)],
      ['UPSERT id', { id: ':globex lead', customer_id: ':acme', name: 'Taken' }, guarded(fixed('lead'), leadGuard)],
      ['PATCH', { is_approved: false }, membersChange('3')],
      ['PATCH', { is_approved: false, rejection_note: 'x' }, membersChange('3')],
      ['PATCH', { notes: 'x' }, guarded('3', leadGuard)],
      ['PATCH', { customer_id: ':acme', is_approved: true }, guarded(fixed('lead'), leadGuard)],
      ['DELETE', null, adminsChange('3')],
    ],
  },
  companies: {
    whose: 'customer_id',
    rules: [
      ['GET', null, membersSee('both')],
      ['POST', { customer_id: ':acme', name: 'Umbrella' }, adminsAdd('1')],
      ['POST', { customer_id: ':globex', name: 'Umbrella' }, adminsAdd('1')],
      ['UPSERT id', { id: ':globex company', customer_id: ':globex', name: 'Taken' }, guarded('1', companyGuard)],
      [
        'UPSERT id',
        { id: ':globex company', customer_id: ':acme', name: 'Taken' },
        guarded(fixed('company'), companyGuard),
      ],
      ['PATCH', { is_approved: false }, membersChange('2')],
      ['PATCH', { is_approved: false, rejection_note: 'x' }, membersChange('2')],
      ['PATCH', { size: '1-10' }, guarded('2', companyGuard)],
      ['PATCH', { customer_id: ':acme', is_approved: true }, guarded(fixed('company'), companyGuard)],
      ['DELETE', null, adminsChange('2')],
    ],
  },
  rejection_reasons: {
    whose: 'name',
    rules: [
      ['GET ?subject=eq.companies&name=eq.Other', null, ['Other', 'Other', 'Other', 'none', 'none', 'none', 'denied']],
      ['POST', { name: 'Duplicate', position: 9 }, adminsAdd('1')],
      ['POST', { subject: 'companies', name: 'Duplicate', position: 9 }, adminsAdd('1')],
      ['UPSERT id', { id: ':globex', name: 'Taken', position: 9 }, allDenied],
      ['PATCH ?subject=eq.companies&name=eq.Other', { retired_at: '2026-01-01' }, adminsChange('1')],
      ['PATCH', { subject: 'companies' }, allDenied],
      ['PATCH', { created_at: '2026-01-01' }, allDenied],
      ['DELETE', null, allDenied],
    ],
  },
  decisions: readOnly('customer_id', 'id', { id: ':globex decision', is_approved: true }, membersSee('all')),
  campaigns: {
    whose: 'customer_id',
    rules: [
      ['GET', null, membersSee('both')],
      ['POST', { customer_id: ':acme', name: 'Again' }, acmeAdds],
      ['POST', { customer_id: ':globex', name: 'Again' }, globexAdds],
      ['UPSERT id', { id: ':globex campaign', customer_id: ':acme', name: 'Taken' }, allDenied],
      ['POST', { id: ':initech', customer_id: ':acme', name: 'Again' }, allDenied],
      ['PATCH', { name: 'Again', status: 'paused' }, membersChange('2')],
      ['PATCH', { customer_id: ':acme' }, guarded(fixed('campaign'), campaignGuard)],
      ['DELETE', null, membersChange('2')],
    ],
  },
  campaign_steps: {
    whose: 'campaign_id',
    rules: [
      ['GET', null, membersSee('both')],
      ['POST', { campaign_id: ':acme campaign', step_number: 2, step_type: 'email' }, acmeAdds],
      ['POST', { campaign_id: ':globex campaign', step_number: 2, step_type: 'email' }, globexAdds],
      [
        'UPSERT id',
        { id: ':globex step', campaign_id: ':acme campaign', step_number: 1, step_type: 'email' },
        allDenied,
      ],
      ['PATCH', { delay_days: 4 }, membersChange('2')],
      ['PATCH', { campaign_id: ':acme campaign' }, allDenied],
      ['PATCH', { customer_id: ':acme' }, allDenied],
      ['PATCH', { step_number: 9 }, allDenied],
      ['DELETE', null, membersChange('2')],
    ],
  },
  comments: {
    whose: 'customer_id',
    rules: [
      ['GET', null, membersSee('both')],
      ['GET ?is_internal=is.true', null, adminsSee('both')],
      ['POST', { customer_id: ':acme', lead_id: ':acme lead', body: 'Yes' }, acmeAdds],
      ['POST', { customer_id: ':globex', campaign_id: ':globex campaign', body: 'Yes' }, globexAdds],
      ['POST', { customer_id: ':acme', lead_id: ':acme lead', body: 'Yes', is_internal: true }, adminsAdd('1')],
      ['POST', { customer_id: ':acme', lead_id: ':acme lead', body: 'Yes', author_id: ':member' }, allDenied],
      ['UPSERT id', { id: ':globex comment', customer_id: ':acme', lead_id: ':acme lead', body: 'Taken' }, allDenied],
      ['PATCH', { deleted_at: '2026-01-01' }, ['1', '1', '1', '0', '0', '0', 'denied']],
      ['PATCH', { body: 'No' }, allDenied],
      ['DELETE', null, allDenied],
    ],
  },
  comment_reads: readOnly(
    'customer_id',
    'comment_id,user_id',
    { customer_id: ':acme', comment_id: ':acme comment', user_id: ':member' },
    ['acme', 'none', 'none', 'none', 'none', 'none', 'denied'],
  ),
  impersonations: {
    whose: 'customer_id',
    rules: [
      ['GET', null, adminsSee('both')],
      ['POST', { customer_id: ':acme' }, adminsAdd('1')],
      ['POST', { customer_id: ':acme', admin_id: ':colleague' }, adminsAdd('policy')],
      ['UPSERT id', { id: ':acme impersonation', customer_id: ':globex' }, allDenied],
      ['PATCH', { ended_at: '2100-01-01' }, adminsChange('1')],
      ['PATCH', { expires_at: 'infinity' }, allDenied],
      ['DELETE', null, allDenied],
    ],
  },
  activity: readOnly('customer_id', 'id', { id: ':globex', row_count: 1 }, adminsSee('all')),
  audience_summary: readOnly('customer_id', 'customer_id', { name: 'x' }, membersSee('all')),
  campaign_counts: readOnly('customer_id', 'customer_id', { customer_id: ':globex' }, membersSee('both')),
  customer_counts: readOnly('customer_id', 'customer_id', { customer_id: ':globex' }, membersSee('all')),
  lead_counters: counters('?select=customer_id,audience,total,approved,reviewed', membersSee('all')),
  company_counters: counters('?select=customer_id,total,approved,reviewed', membersSee('both')),
};

/** Expands the abbreviation in a cell. */
export function expandCell(cell: string, { table, role }: { table: string; role: string }): string {
  const isView = ['audience_summary', 'campaign_counts', 'customer_counts'].includes(table);
  const words: Record<string, string> = {
    both: 'acme globex',
    all: 'acme globex initech',
    own: table === 'user_roles' && role === 'unassigned' ? 'none' : role,
    roles: 'admin colleague departed former halfway member neighbour suspended',
    members: 'departed former halfway member neighbour suspended unassigned',
    everyone: 'admin colleague departed former halfway member neighbour stranger suspended unassigned',
    denied: `permission denied for ${isView ? 'view' : 'table'} ${table}`,
    policy: `new row violates row-level security policy for table "${table}"`,
  };
  return words[cell] ?? cell;
}
