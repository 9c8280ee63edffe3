// The measured actions, as the requests that the app sends.
import { randomUUID } from 'node:crypto';
import type { RequestOptions, TestClient } from '../../tests/support/client.ts';

/** The tokens of a member and the administrator. `customer`, the member's, has half of all rows. */
export type Users = { customer: string; small: string; member: string; admin: string };

export type MeasuredAction = {
  name: string;
  /** Maximum number of runs, for actions that use up rows. */
  times?: number;
  /** Runs before each run, unmeasured. */
  prepare?: () => Promise<unknown>;
  run: (prepared: unknown) => Promise<unknown>;
};

const COLUMNS =
  'select=id,customer_id,name,title,company,location,audience,is_approved,profile_picture_url,linkedin_profile_url,created_at,customers(name)';
const NEWEST = 'order=created_at.desc,id.desc';

type StoredRow = { id: string; created_at: string };

/** The member's searches: a name, a term and further parameters. */
const searches: [string, string, object?][] = [
  ['search, 1 character', 'w'],
  ['search, 2 characters', 'wi'],
  ['search, 3 characters', 'wix'],
  ['search, 10 characters', 'marketing '],
  ['search, 2 characters, no hit', 'qj'],
  ['search, 3 characters, no hit', 'wqj'],
  ['search, 10 characters, no hit', 'zzzzzzzzzz'],
  ['search, two words', 'wixo marketing'],
  ['search, two words, no hit', 'wixoba zzzz'],
  ['search, email', 'lead-77@example.test'],
  ['list by name', '', { sort: 'name' }],
  ['search by name', 'wix', { sort: 'name' }],
  ['search by name, no hit', 'qj', { sort: 'name' }],
];

const counts: [string, object][] = [
  ['count of a list', {}],
  ['count of an audience', { audience_name: 'SMB' }],
  ['count of a search', { term: 'wix', estimate: true }],
  ['count of a rare search', { term: 'wixoba', estimate: true }],
  ['count of a search, exact', { term: 'wix' }],
];

export function allActions(
  { request, owner }: TestClient,
  { customer, small, member, admin }: Users,
): MeasuredAction[] {
  const asMember = { token: member };
  const asAdmin = { token: admin };
  const rpc = (name: string, body: unknown, who: RequestOptions) => request(`/rest/v1/rpc/${name}`, { ...who, body });
  const search = (term: string, who: RequestOptions, customers?: string[], more?: object) => () =>
    rpc(`search_leads?${COLUMNS}`, { term, customers, page_size: 50, ...more }, who);
  const selectFound = (term: string, page_size: number) => () =>
    rpc('search_leads?select=id,created_at', { term, customers: [customer], page_size }, asAdmin);
  const mine = `customer_id=in.(${customer})`;
  const audiences = () => rpc('audience_totals', { customers: [customer], page_size: 100 }, asMember);
  const dashboard = () =>
    Promise.all([
      rpc('lead_totals', { customers: [customer] }, asMember),
      rpc('company_totals', { customers: [customer] }, asMember),
      audiences(),
    ]);
  const count = (narrowed: object) => () => rpc('lead_totals', { customers: [customer], ...narrowed }, asMember);
  const adminDashboard = () => Promise.all([rpc('count_leads', {}, asAdmin), rpc('count_companies', {}, asAdmin)]);
  const readIds = async (path: string, who: RequestOptions) =>
    (await request<StoredRow[]>(`/rest/v1/${path}`, who)).map(({ id }) => id);
  const customers = async () => {
    const ids = await readIds('customers?select=id,name,is_active,created_at&order=name,id&limit=50', asAdmin);
    return request(`/rest/v1/customer_counts?select=customer_id,leads,users&customer_id=in.(${ids})`, asAdmin);
  };
  const pending = (count: number) => readIds(`leads?select=id&${mine}&is_approved=is.null&limit=${count}`, asMember);
  const some = (count: number) => readIds(`leads?select=id&customer_id=eq.${small}&${NEWEST}&limit=${count}`, asAdmin);
  const change = (body: unknown, who: RequestOptions) => (ids: unknown) =>
    request(`/rest/v1/leads?id=in.(${ids})&select=id`, { ...who, method: 'PATCH', body });
  /** The row at 90 % of the customer's list. */
  const deep = async () => {
    const text = `select id, created_at::text from public.leads where customer_id = $1 order by created_at desc, id desc
      offset (select count(*) * 9 / 10 from public.leads where customer_id = $1) limit 1`;
    return (await owner.query<StoredRow>(text, [customer])).rows[0];
  };
  const after = (row: StoredRow) => {
    const at = encodeURIComponent(row.created_at);
    return `created_at=lte.${at}&or=(created_at.lt."${at}",id.lt.${row.id})`;
  };
  let cursor: Promise<StoredRow | undefined> | undefined;
  const deepOnce = () => (cursor ??= deep());

  return [
    { name: 'list, first page', run: () => request(`/rest/v1/leads?${COLUMNS}&${mine}&${NEWEST}&limit=50`, asMember) },
    {
      name: 'list, deep page',
      prepare: deepOnce,
      run: (row) =>
        request(`/rest/v1/leads?${COLUMNS}&${mine}&${after(row as StoredRow)}&${NEWEST}&limit=50`, asMember),
    },
    { name: 'list of all customers', run: () => request(`/rest/v1/leads?${COLUMNS}&${NEWEST}&limit=50`, asAdmin) },
    {
      name: 'list of an audience',
      run: () => request(`/rest/v1/leads?${COLUMNS}&${mine}&audience=eq.SMB&${NEWEST}&limit=50`, asMember),
    },
    ...searches.map(([name, term, more]) => ({ name, run: search(term, asMember, [customer], more) })),
    { name: 'search by the admin', run: search('wixoba', asAdmin) },
    { name: 'search by the admin, 2 characters, no hit', run: search('qj', asAdmin) },
    { name: 'list by company, all customers', run: search('', asAdmin, undefined, { sort: 'company' }) },
    ...counts.map(([name, narrowed]) => ({ name, run: count(narrowed) })),
    {
      name: 'count, head of leads',
      run: () => request(`/rest/v1/leads?select=*&${mine}`, { ...asMember, method: 'HEAD', prefer: 'count=exact' }),
    },
    { name: 'dashboard', run: dashboard },
    { name: 'dashboard of the admin', run: adminDashboard },
    { name: 'progress of customers', run: () => rpc('customer_progress?order=to_review.desc&limit=26', {}, asAdmin) },
    { name: 'decisions per week', run: () => rpc('decisions_per_week', {}, asAdmin) },
    { name: 'rejections by audience', run: () => rpc('rejections_by_audience', {}, asAdmin) },
    { name: 'report', run: () => rpc('customer_report', { customer_id: customer }, asMember) },
    { name: 'customers with counts', run: customers },
    { name: 'audience summary', run: audiences },
    { name: 'audience names', run: () => rpc('audience_names', { page_size: 100 }, asAdmin) },
    { name: 'approve one', prepare: () => pending(1), run: change({ is_approved: true }, asMember) },
    { name: 'approve 200', times: 5, prepare: () => pending(200), run: change({ is_approved: true }, asMember) },
    { name: 'audience of 100', times: 5, prepare: () => some(100), run: change({ audience: 'Bench' }, asAdmin) },
    {
      name: 'select all, 1,000 ids',
      run: () => request(`/rest/v1/leads?select=id,created_at&${mine}&${NEWEST}&limit=1000`, asAdmin),
    },
    { name: 'select all of a search, 200', run: selectFound('gmbh', 200) },
    { name: 'select all of a search, 1,000', run: selectFound('wix', 1000) },
    {
      name: 'export, 1,000 rows',
      run: () => request(`/rest/v1/leads?${COLUMNS}&${mine}&is_approved=is.true&${NEWEST}&limit=1000`, asAdmin),
    },
    {
      name: 'import, 500 rows',
      times: 5,
      run: () => {
        const run = randomUUID();
        const lines = Array.from({ length: 500 }, (_, row) => `New Lead ${row},${run}-${row}@example.test,Wixoba Labs`);
        const body = {
          customerId: small,
          fileName: 'bench.csv',
          importType: 'leads',
          columnMapping: { Name: 'name', Email: 'email', Company: 'company' },
          csvData: `Name,Email,Company\n${lines.join('\n')}\n`,
        };
        return request('/functions/v1/import-csv-data', { ...asAdmin, body });
      },
    },
    {
      name: 'delete 200',
      times: 2,
      prepare: () => some(200),
      run: (ids) => request(`/rest/v1/leads?id=in.(${ids})&select=id`, { ...asAdmin, method: 'DELETE' }),
    },
  ];
}
