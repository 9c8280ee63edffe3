// The same requests to a distributed and to a plain database with the same rows have the same answers.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../bench/support/leadlight.ts';

export type Side = { client: Client; base: string };

type Role = 'admin' | 'member';
type Answer = { status: number; body: unknown };
type Row = Record<string, unknown>;
/** Sends a request such as `POST /rpc/search_leads`. `:acme` and the like stand for ids, `:reason` for that of a reason. */
type Send = (role: Role, request: string, body?: Row) => Promise<Answer>;
/** Lists of rows that have no order are compared sorted. */
type Step = { name: string; run(send: Send): Promise<unknown>; isUnordered?: boolean };

const CUSTOMERS = ['acme', 'globex', 'initech'];
const DAY_MS = 86_400_000;
const member = { email: 'member@example.test', password: 'member-password' };

const idOf = (name: string) =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const withIds = (text: string, reason: string) =>
  text
    .replaceAll(':reason', reason)
    .replace(/:((?:acme|globex|initech)(?: [a-z]+)?(?: \d+)?)/g, (_, name) => idOf(name));

/** Rows with equal ids and times on both sides; of each customer 90 leads, 30 companies, an import with errors and a campaign. */
async function insertRows({ owner, request, admin }: Client, now: Date): Promise<void> {
  for (const [index, name] of CUSTOMERS.entries()) {
    const created = new Date(now.getTime() - (40 + index) * DAY_MS);
    const values = [idOf(name), name, now];
    await owner.query('insert into public.customers (id, name, created_at) values ($1, $2, $3)', [
      idOf(name),
      `${name} Müller & Söhne`,
      created,
    ]);
    await owner.query(
      `insert into public.imports (id, customer_id, file_name, import_type, total_rows, successful_rows, error_rows, created_at)
       values (md5($2 || ' import')::uuid, $1, $2 || '.csv', 'leads', 11, 10, 1, $3::timestamptz - interval '3 days')`,
      values,
    );
    await owner.query(
      `insert into public.companies (id, customer_id, name, industry, location, domain, created_at)
       select md5($2 || ' company ' || n)::uuid, $1, (array['Zürich Works', 'Acorn', 'Ørsted Labs', 'east & west'])[1 + n % 4] || ' ' || n,
         (array['Retail', 'Énergie', null])[1 + n % 3], 'City ' || n % 5, $2 || n || '.example', $3::timestamptz - n * interval '7 hours'
       from generate_series(1, 30) n`,
      values,
    );
    await owner.query(
      `insert into public.leads (id, customer_id, name, email, title, company, audience, import_id, created_at, is_approved, decided_at)
       select md5($2 || ' lead ' || n)::uuid, $1,
         (array['Ángela Müller', 'anna Schmidt', 'Øystein Hansen', 'Zoë O’Neil', 'Bob Ng', 'Émile Zola', 'li wei'])[1 + n % 7] || ' ' || n,
         case when n % 4 > 0 then 'lead' || n || '@' || $2 || '.example' end, 'Head of ' || (array['Marketing', 'Sales', 'R&D'])[1 + n % 3],
         (array['Zürich Works', 'Acorn', 'Ørsted Labs', 'east & west', null])[1 + n % 5] || ' ' || n % 9,
         (array['Founders', 'Buyers', 'Größe XL', null])[1 + n % 4], case when n <= 10 then md5($2 || ' import')::uuid end,
         $3::timestamptz - n * interval '7 hours', case when n > 60 then n % 3 > 0 end,
         case when n > 60 then $3::timestamptz - (n - 60) * interval '3 days' end
       from generate_series(1, 90) n`,
      values,
    );
    await owner.query(
      `insert into public.campaigns (id, customer_id, name, created_at)
       values (md5($2 || ' campaign')::uuid, $1, 'Hello ' || $2, $3)`,
      values,
    );
    for (const step of [1, 2, 3]) {
      await owner.query(
        `insert into public.campaign_steps (id, customer_id, campaign_id, step_number, step_type, subject)
         values (md5($2 || ' step ' || $3::int)::uuid, $1, md5($2 || ' campaign')::uuid, $3, 'email', 'Step ' || $3::int)`,
        [idOf(name), name, step],
      );
    }
  }
  const { user } = await request<{ user: { id: string } }>('/auth/v1/signup', { body: member });
  await request('/rest/v1/user_roles', { token: admin, body: { user_id: user.id, role: 'customer' } });
  for (const name of ['acme', 'globex']) {
    const body = { user_id: user.id, customer_id: idOf(name), accepted_at: now };
    await request('/rest/v1/customer_users', { token: admin, body });
  }
  for (const email of ['guest@example.test', 'other@example.test']) {
    await request('/rest/v1/invitations', { token: admin, body: { customer_id: idOf('acme'), email } });
  }
}

const leadsOf = (name: string, numbers: number[]) => numbers.map((number) => `:${name} lead ${number}`);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Lists whose rows may have the same place. */
const UNORDERED = /activity_feed|_history|undo_lead_decisions|\/decisions|\/campaign_steps\?/;

const single = (role: Role, request: string, body?: Row): Step => ({
  name: `${role}: ${request} ${body ? JSON.stringify(body).slice(0, 200) : ''}`,
  isUnordered: UNORDERED.test(request),
  run: (send) => send(role, request, body),
});

/** All pages of a search in an order. */
const pages = (role: Role, table: 'leads' | 'companies', given: Row): Step => ({
  name: `${role}: pages of search_${table} ${JSON.stringify(given)}`,
  run: async (send) => {
    const found: unknown[] = [];
    let after: Row = {};
    for (;;) {
      const { status, body } = await send(role, `POST /rpc/search_${table}`, { ...given, ...after, page_size: 20 });
      if (status !== 200) return { status, body };
      const rows = body as Row[];
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

/** What the lists, dashboards and panels read. */
const READS: Step[] = (['admin', 'member'] as const).flatMap((role) => [
  ...TERMS.flatMap((term, index) => {
    const customers = SCOPES[index % SCOPES.length];
    const given = { term, ...(customers && { customers }) };
    return [
      ...['newest', 'name', 'company'].map((sort) => pages(role, 'leads', { ...given, sort })),
      ...['newest', 'name'].map((sort) => pages(role, 'companies', { ...given, sort })),
      ...['lead_totals', 'company_totals', 'count_leads', 'count_companies'].map((name) =>
        single(role, `POST /rpc/${name}`, given),
      ),
      single(role, 'POST /rpc/lead_totals', { ...given, estimate: true }),
      single(role, 'POST /rpc/lead_totals', { ...given, reason: ':reason' }),
      single(role, 'POST /rpc/count_leads_among', { ...given, ids: leadsOf('acme', range(1, 40)) }),
      single(role, 'POST /rpc/count_approved_leads_without', { ...given, missing: 'email' }),
      single(role, 'POST /rpc/approved_leads_without?select=id,name', { ...given, missing: 'company' }),
      ...['search_customers?select=id,name&order=name', 'search_campaigns?select=id,name&order=name'].map((name) =>
        single(role, `POST /rpc/${name}`, { term }),
      ),
      single(role, 'POST /rpc/search_users?select=full_name,email&order=email', { term }),
    ];
  }),
  ...['to_review', 'approved', 'rejected'].flatMap((status) =>
    ['newest', 'name', 'company'].flatMap((sort) => [
      pages(role, 'leads', { term: '', status, sort }),
      pages(role, 'leads', { term: 'anna', status, sort, audience_name: 'Buyers', customers: [':globex'] }),
    ]),
  ),
  pages(role, 'leads', { term: '', sort: 'name', status: 'rejected', reason: ':reason' }),
  pages(role, 'leads', { term: '', sort: 'price' }),
  ...[
    'leads?select=id,name,company,audience,is_approved,created_at,customers(name)&order=created_at.desc,id.desc&limit=50',
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
  ...SCOPES.flatMap((customers) => {
    const given = customers ? { customers } : {};
    return [
      single(role, 'POST /rpc/audience_totals', given),
      single(role, 'POST /rpc/audience_totals', { ...given, after_total: 30, after_name: 'Buyers', page_size: 2 }),
      single(role, 'POST /rpc/audience_names', { ...given, term: 'grö' }),
    ];
  }),
  ...['customer_progress?order=name', 'decisions_per_week?order=week', 'needs_attention', 'recent_deletions'].map(
    (name) => single(role, `POST /rpc/${name}`, {}),
  ),
  single(role, 'POST /rpc/rejections_by_audience', {}),
  single(role, 'POST /rpc/rejections_by_audience', { since: '2020-01-01' }),
  ...range(1, 4).flatMap((number) => [
    single(
      role,
      'POST /rpc/lead_history?select=action,subject,row_count,row_name,changed_columns,new_values,is_certain',
      {
        lead: `:acme lead ${number}`,
      },
    ),
    single(
      role,
      'POST /rpc/company_history?select=action,subject,row_count,row_name,changed_columns,new_values,is_certain',
      {
        company: `:acme company ${number}`,
      },
    ),
    single(role, 'POST /rpc/lead_company', { customer_id: ':acme', lead_id: `:acme lead ${number}` }),
    single(role, 'POST /rpc/company_leads', { customer_id: ':acme', company_id: `:acme company ${number}` }),
  ]),
  single(role, 'POST /rpc/activity_feed?select=action,subject,row_count,row_name,changed_columns,customer_name', {}),
  single(role, 'POST /rpc/activity_feed?select=action,subject,row_count,row_name', { customer: ':acme' }),
  single(role, 'POST /rpc/leads_of_rejected_companies', { ids: leadsOf('acme', range(1, 90)) }),
  single(role, 'POST /rpc/comment_counts', { row_ids: leadsOf('acme', range(1, 5)) }),
  single(role, 'POST /rpc/longest_lead', { customer_id: ':acme', first_names: 1, last_names: 1, companies: 1 }),
  single(role, 'POST /rpc/count_missing_fields', { customer_id: ':acme' }),
]);

const decide = (role: Role, table: string, ids: string[], body: Row) =>
  single(role, `PATCH /${table}?id=in.(${ids})&select=id&order=id`, body);
const deletion = idOf('deletion');
const csv =
  'Name;Mail;Firm\nAda Lovelace;ada@acme.example;Acorn & Daughters\n;broken;\nAnna Schmidt 1;lead1@acme.example;Acorn\n';
const importing = (fileName: string, dryRun: boolean) =>
  single('admin', 'POST /functions/v1/import-csv-data', {
    customerId: ':acme',
    fileName,
    importType: 'leads',
    columnMapping: { Name: 'name', Mail: 'email', Firm: 'company' },
    csvData: csv.replaceAll(';', ','),
    dryRun,
  });

/** What review, campaigns, comments, imports and dashboards change. */
const WRITES: Step[] = [
  decide('member', 'leads', leadsOf('acme', range(1, 25)), { is_approved: true }),
  decide('member', 'leads', leadsOf('acme', range(26, 40)), {
    is_approved: false,
    rejection_reason_id: ':reason',
    rejection_note: 'No',
  }),
  decide('member', 'leads', leadsOf('initech', [1]), { is_approved: false }),
  decide('admin', 'leads', [...leadsOf('globex', range(1, 12)), ...leadsOf('initech', range(1, 7))], {
    is_approved: false,
  }),
  decide(
    'member',
    'companies',
    range(1, 6).map((number) => `:acme company ${number}`),
    { is_approved: false },
  ),
  decide('admin', 'leads', leadsOf('acme', range(50, 60)), { audience: 'Moved' }),
  single('member', 'POST /rpc/undo_lead_decisions', { ids: leadsOf('acme', range(20, 30)) }),
  single('admin', 'POST /rpc/delete_rows', {
    table_name: 'leads',
    ids: [...leadsOf('globex', range(5, 9)), ...leadsOf('acme', range(61, 63))],
    deletion,
  }),
  single('admin', 'POST /rpc/restore_deleted', { deletion }),
  single('member', 'POST /comments?select=body,is_internal', {
    customer_id: ':acme',
    lead_id: ':acme lead 1',
    body: 'Why?',
  }),
  single('admin', 'POST /comments?select=body,is_internal', {
    customer_id: ':acme',
    lead_id: ':acme lead 1',
    body: 'Because',
    is_internal: true,
  }),
  single('member', 'PATCH /campaigns?name=eq.Hello acme&select=name,status', { name: 'Hello again' }),
  single('admin', 'PATCH /campaigns?id=eq.:globex campaign&select=name,status', { status: 'active' }),
  single('member', 'POST /rpc/reorder_steps?select=id,step_number', {
    campaign_id: ':acme campaign',
    step_ids: [3, 1, 2].map((step) => `:acme step ${step}`),
  }),
  single('member', 'POST /rpc/duplicate_campaign?select=name,status', {
    campaign_id: ':acme campaign',
    name: 'A copy',
  }),
  single('member', 'DELETE /campaign_steps?id=eq.:globex step 2&select=id'),
  importing('more.csv', true),
  importing('more.csv', false),
  importing('more - errors.csv', false),
  single('admin', 'POST /rpc/undo_preview', { import_id: ':globex import' }),
  single('admin', 'POST /rpc/undo_import', { import_id: ':globex import' }),
  single('admin', 'POST /rpc/dismiss_attention', { customer_id: ':acme', reason: 'leads waiting' }),
  single('admin', 'POST /rpc/dismiss_attention', { customer_id: ':acme', reason: 'leads waiting' }),
  single('admin', 'POST /rpc/dismiss_attention', { customer_id: ':initech', reason: 'imports with errors' }),
  single('admin', 'POST /rpc/dismiss_attention', {
    customer_id: ':initech',
    reason: 'imports with errors',
    dismissed: false,
  }),
  single('member', 'POST /rpc/dismiss_attention', { customer_id: ':acme', reason: 'leads waiting' }),
];

const sorted = (answer: unknown): unknown => {
  const { status, body } = answer as Answer;
  return Array.isArray(body) ? { status, body: body.map((row) => JSON.stringify(row)).toSorted() } : answer;
};

/** Random ids, and times of this run, are the same for the comparison. */
function normalize(value: unknown, known: Set<string>, start: number): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : 'random'))
      .replace(/[0-9a-f]{64}/g, 'token')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, (time) => (Date.parse(time) >= start ? 'recent' : time)),
  );
}

async function openSender({ client, base }: Side): Promise<Send> {
  const { rows } = await client.owner.query<{ id: string }>(
    `select id from public.rejection_reasons where subject = 'leads' and name = 'Too small'`,
  );
  const tokens = { admin: client.admin, member: await client.signIn(member.email, member.password) };
  return async (role, request, body) => {
    const [method = '', target = ''] = withIds(request, rows[0]?.id ?? '').split(/ (.*)/s);
    const response = await fetch(base + (target.startsWith('/functions') ? target : `/rest/v1${target}`), {
      method,
      headers: {
        authorization: `Bearer ${tokens[role]}`,
        'content-type': 'application/json',
        prefer: 'return=representation, count=exact',
      },
      body: body ? withIds(JSON.stringify(body), rows[0]?.id ?? '') : null,
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  };
}

/** Returns the number of compared answers and those that differ. */
export async function compareAnswers(
  distributed: Side,
  plain: Side,
): Promise<{ compared: number; differing: string[] }> {
  const start = Date.now() - 60_000;
  const now = new Date(start - 3_600_000);
  for (const { client } of [distributed, plain]) await insertRows(client, now);
  const senders = [await openSender(distributed), await openSender(plain)];
  const known = new Set(
    CUSTOMERS.flatMap((name) => [
      name,
      `${name} import`,
      `${name} campaign`,
      ...range(1, 90).flatMap((n) => [`${name} lead ${n}`, `${name} company ${n}`, `${name} step ${n}`]),
    ]).map(idOf),
  );
  const differing: string[] = [];
  const steps = [...READS, ...WRITES, ...READS];
  for (const { name, run, isUnordered } of steps) {
    const answers = (await Promise.all(senders.map(run))).map((answer) => normalize(answer, known, start));
    const [one, two] = isUnordered ? answers.map(sorted) : answers;
    if (!isDeepStrictEqual(one, two))
      differing.push(`${name}:\n    ${JSON.stringify(one).slice(0, 1500)}\n    ${JSON.stringify(two).slice(0, 1500)}`);
  }
  return { compared: steps.length, differing };
}
