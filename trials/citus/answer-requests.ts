// The requests whose answers are compared: what the lists, dashboards and panels read, and what users change.
import { idOf } from './answer-rows.ts';

export type Requester = 'admin' | 'member';
export type Answer = { status: number; body: unknown };
export type JsonObject = Record<string, unknown>;
/** Sends a request such as `POST /rpc/search_leads`. `:acme` and the like stand for ids, `:reason` for that of a reason. */
export type Send = (role: Requester, request: string, body?: JsonObject) => Promise<Answer>;
/** Lists of rows that have no order are compared sorted. */
export type ComparedRequest = { name: string; run(send: Send): Promise<unknown>; isUnordered?: boolean };

export const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const leadsOf = (name: string, first: number, last: number) => range(first, last).map((n) => `:${name} lead ${n}`);

/** Lists whose rows may have the same place. */
const UNORDERED = /activity_feed|_history|undo_lead_decisions|\/decisions|\/campaign_steps\?/;

const single = (role: Requester, request: string, body?: JsonObject): ComparedRequest => ({
  name: `${role}: ${request} ${body ? JSON.stringify(body).slice(0, 200) : ''}`,
  isUnordered: UNORDERED.test(request),
  run: (send) => send(role, request, body),
});

const rpc = (role: Requester, name: string, body: JsonObject = {}) => single(role, `POST /rpc/${name}`, body);

/** All pages of a search in an order. */
const pages = (role: Requester, table: 'leads' | 'companies', given: JsonObject): ComparedRequest => ({
  name: `${role}: pages of search_${table} ${JSON.stringify(given)}`,
  run: async (send) => {
    const found: unknown[] = [];
    let after: JsonObject = {};
    for (;;) {
      const { status, body } = await send(role, `POST /rpc/search_${table}`, { ...given, ...after, page_size: 20 });
      if (status !== 200) return { status, body };
      const rows = body as JsonObject[];
      found.push(...rows.map(({ id, name }) => [id, name]));
      const last = rows.at(-1);
      if (rows.length < 20 || !last) return found;
      const text = given.sort === 'company' ? last.company : last.name;
      after = {
        before_id: last.id,
        ...(given.sort === 'newest' ? { before_created_at: last.created_at } : { after_text: text ?? '' }),
      };
    }
  },
});

const TERMS = ['', 'anna', 'MULLER mark', 'ø', 'acme', 'lead7@acme.example', '%', 'söhne zola'];
const SCOPES = [undefined, [':acme'], [':acme', ':globex'], [':globex', ':initech']];

const HISTORY = 'select=action,subject,row_count,row_name,changed_columns,new_values,is_certain';
const FEED = 'select=action,subject,row_count,row_name';

const searches = (role: Requester, term: string, customers?: string[]) => {
  const given = { term, ...(customers && { customers }) };
  const ids = leadsOf('acme', 1, 40);
  return [
    ...['newest', 'name', 'company'].map((sort) => pages(role, 'leads', { ...given, sort })),
    ...['newest', 'name'].map((sort) => pages(role, 'companies', { ...given, sort })),
    ...['lead_totals', 'company_totals', 'count_leads', 'count_companies'].map((name) => rpc(role, name, given)),
    rpc(role, 'lead_totals', { ...given, estimate: true }),
    ...[true, false].map((suppressed) => rpc(role, 'count_leads', { ...given, filter: { suppressed } })),
    rpc(role, 'lead_totals', { ...given, reason: ':reason' }),
    rpc(role, 'count_leads_among', { ...given, ids }),
    rpc(role, 'count_approved_leads_without', { ...given, missing: 'email' }),
    rpc(role, 'approved_leads_without?select=id,name', { ...given, missing: 'company' }),
    rpc(role, 'search_customers?select=id,name&order=name', { term }),
    rpc(role, 'search_campaigns?select=id,name&order=name', { term }),
    rpc(role, 'search_users?select=full_name,email&order=email', { term }),
  ];
};

const ofStatus = (role: Requester, status: string, sort: string) => [
  pages(role, 'leads', { term: '', status, sort }),
  pages(role, 'leads', { term: 'anna', status, sort, audience_name: 'Buyers', customers: [':globex'] }),
];

const audiences = (role: Requester, customers?: string[]) => {
  const given = customers ? { customers } : {};
  return [
    rpc(role, 'audience_totals', given),
    rpc(role, 'audience_totals', { ...given, after_total: 30, after_name: 'Buyers', page_size: 2 }),
    rpc(role, 'audience_names', { ...given, term: 'grö' }),
  ];
};

const records = (role: Requester, number: number) => [
  rpc(role, `lead_history?${HISTORY}`, { lead: `:acme lead ${number}` }),
  rpc(role, `company_history?${HISTORY}`, { company: `:acme company ${number}` }),
  rpc(role, 'lead_company', { customer_id: ':acme', lead_id: `:acme lead ${number}` }),
  rpc(role, 'company_leads', { customer_id: ':acme', company_id: `:acme company ${number}` }),
  rpc(role, 'lead_hand_offs', { customer_id: ':acme', lead_id: `:acme lead ${number}` }),
];

const marked = (role: Requester, customers?: string[]) =>
  ['newest', 'company'].flatMap((sort) =>
    [true, false].map((suppressed) =>
      pages(role, 'leads', { term: '', sort, filter: { suppressed }, ...(customers && { customers }) }),
    ),
  );

/** Requests by which the lists, dashboards and panels read. */
export const READS: ComparedRequest[] = (['admin', 'member'] as const).flatMap((role) => [
  ...TERMS.flatMap((term, index) => searches(role, term, SCOPES[index % SCOPES.length])),
  ...['to_review', 'approved', 'rejected'].flatMap((status) =>
    ['newest', 'name', 'company'].flatMap((sort) => ofStatus(role, status, sort)),
  ),
  pages(role, 'leads', { term: '', sort: 'name', status: 'rejected', reason: ':reason' }),
  pages(role, 'leads', { term: '', sort: 'price' }),
  ...SCOPES.flatMap((customers) => marked(role, customers)),
  ...[
    'leads?select=id,name,company,audience,is_approved,created_at,customers(name)&order=created_at.desc,id.desc&limit=50',
    'leads?select=customers()&limit=3',
    'leads?select=id,name&audience=eq.Buyers&is_approved=is.null&order=created_at.desc,id.desc&limit=50',
    'companies?select=id,name,is_approved,customers(name)&order=created_at.desc,id.desc&limit=50',
    'imports?select=id,file_name,successful_rows,error_rows,undone_at,remaining_leads,customers(name)&order=file_name',
    'import_errors?select=row,error,cells&order=row',
    'campaigns?select=id,name,status,updated_at,customers(name),campaign_counts(*)&order=name',
    'campaign_steps?select=id,step_number,subject,message_content&order=campaign_id,step_number',
    'customer_counts?order=customer_id',
    'campaign_counts?order=customer_id',
    'audience_summary?order=customer_id,name',
    'decisions?select=lead_id,company_id,is_approved,rejection_note&order=lead_id,decided_at',
    'comments?select=body,is_internal,deleted_at,comment_reads(comment_id)&order=body',
    'lead_counters?select=customer_id,total.sum(),approved.sum(),reviewed.sum()&order=customer_id',
  ].map((path) => single(role, `GET /${path}`)),
  ...SCOPES.flatMap((customers) => audiences(role, customers)),
  ...['customer_progress?order=name', 'decisions_per_week?order=week', 'needs_attention', 'recent_deletions'].map(
    (name) => rpc(role, name),
  ),
  rpc(role, 'rejections_by_audience'),
  rpc(role, 'rejections_by_audience', { since: '2020-01-01' }),
  rpc(role, 'customer_report?order=part,week,name', { customer_id: ':acme' }),
  rpc(role, 'customer_report?order=part,week,name', { customer_id: ':acme', from_week: '2020-01-01' }),
  ...range(1, 4).flatMap((number) => records(role, number)),
  rpc(role, `activity_feed?${FEED},changed_columns,customer_name`),
  rpc(role, `activity_feed?${FEED}`, { customer: ':acme' }),
  rpc(role, 'leads_of_rejected_companies', { ids: leadsOf('acme', 1, 90) }),
  rpc(role, 'comment_counts', { row_ids: leadsOf('acme', 1, 5) }),
  rpc(role, 'count_missing_fields', { customer_id: ':acme' }),
  rpc(role, 'approved_lead_values?select=name,variable_values', { customer_id: ':acme' }),
  ...['title', 'icebreaker', 'company_industry'].flatMap((variable) => [
    rpc(role, 'longest_lead_values?select=name', { customer_id: ':acme', uses: { [variable]: { times: 2 } } }),
    rpc(role, 'count_approved_leads_without', { customers: [':acme'], missing: variable }),
  ]),
]);

const change = (role: Requester, table: string, ids: string[], body: JsonObject) =>
  single(role, `PATCH /${table}?id=in.(${ids})&select=id&order=id`, body);
const comment = (role: Requester, body: JsonObject) =>
  single(role, 'POST /comments?select=body,is_internal', { customer_id: ':acme', lead_id: ':acme lead 1', ...body });
const attention = (role: Requester, customer: string, reason: string, more = {}) =>
  rpc(role, 'dismiss_attention', { customer_id: customer, reason, ...more });
const deletion = idOf('deletion');
const csvData =
  'Name,Mail,Firm\nAda Lovelace,ada@acme.example,Acorn & Daughters\n,broken,\nAnna Schmidt 1,lead1@acme.example,Acorn\n';
const importing = (fileName: string, dryRun: boolean) =>
  single('admin', 'POST /functions/v1/import-csv-data', {
    customerId: ':acme',
    fileName,
    importType: 'leads',
    columnMapping: { Name: 'name', Mail: 'email', Firm: 'company' },
    csvData,
    dryRun,
  });
const rejected = { is_approved: false };

/** Requests by which review, campaigns, comments, imports and dashboards change rows. */
export const WRITES: ComparedRequest[] = [
  change('member', 'leads', leadsOf('acme', 1, 25), { is_approved: true }),
  change('member', 'leads', leadsOf('acme', 26, 40), {
    ...rejected,
    rejection_reason_id: ':reason',
    rejection_note: 'No',
  }),
  change('member', 'leads', leadsOf('initech', 1, 1), rejected),
  change('admin', 'leads', [...leadsOf('globex', 1, 12), ...leadsOf('initech', 1, 7)], rejected),
  change(
    'member',
    'companies',
    range(1, 6).map((n) => `:acme company ${n}`),
    rejected,
  ),
  change('admin', 'leads', leadsOf('acme', 50, 60), { audience: 'Moved' }),
  rpc('member', 'undo_lead_decisions', { ids: leadsOf('acme', 20, 30) }),
  rpc('admin', 'delete_rows', {
    table_name: 'leads',
    ids: [...leadsOf('globex', 5, 9), ...leadsOf('acme', 61, 63)],
    deletion,
  }),
  rpc('admin', 'restore_deleted', { deletion }),
  comment('member', { body: 'Why?' }),
  comment('admin', { body: 'Because', is_internal: true }),
  single('member', 'PATCH /campaigns?name=eq.Hello acme&select=name,status', { name: 'Hello again' }),
  single('admin', 'PATCH /campaigns?id=eq.:globex campaign&select=name,status', { status: 'active' }),
  rpc('member', 'reorder_steps?select=id,step_number', {
    campaign_id: ':acme campaign',
    step_ids: [3, 1, 2].map((step) => `:acme step ${step}`),
  }),
  rpc('member', 'duplicate_campaign?select=name,status', { campaign_id: ':acme campaign', name: 'A copy' }),
  single('member', 'DELETE /campaign_steps?id=eq.:globex step 2&select=id'),
  importing('more.csv', true),
  importing('more.csv', false),
  importing('more - errors.csv', false),
  rpc('admin', 'undo_preview', { import_id: ':globex import' }),
  rpc('admin', 'undo_import', { import_id: ':globex import' }),
  attention('admin', ':acme', 'leads waiting'),
  attention('admin', ':acme', 'leads waiting'),
  attention('admin', ':initech', 'imports with errors'),
  attention('admin', ':initech', 'imports with errors', { dismissed: false }),
  attention('member', ':acme', 'leads waiting'),
];
