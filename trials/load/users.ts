// Members of customers with leads, and their requests. No two users change the same lead.
import { fill } from '../../bench/scale/fill.ts';
import type { TestClient } from '../../tests/support/client.ts';
import { apiCall, type CheckedCall, type Response } from '../../tests/support/load.ts';

export type LoadUser = {
  email: string;
  password: string;
  /** The address that the proxy reports. */
  address: string;
  customer: string;
  /** A customer whose rows this user must never see. */
  foreign: string;
  leads: string[];
  accessToken: string;
  refreshToken: string;
};

type CustomerWithLeads = { id: string; leads: string[] };

/** Signs up users, each of the next customer, whose leads its users share. */
async function addUsers(client: TestClient, customers: CustomerWithLeads[], count: number): Promise<LoadUser[]> {
  const users: LoadUser[] = [];
  const each = Math.ceil(count / customers.length);
  for (let number = 0; number < count; number += 1) {
    const [own, other] = [customers[number % customers.length], customers[(number + 1) % customers.length]];
    if (!own || !other) throw new Error('there are no customers');
    const account = { email: `user-${number}@example.test`, password: 'load-password' };
    const session = await client.addMember(own.id, account);
    users.push({
      ...account,
      address: `10.0.${number >> 8}.${number & 255}`,
      customer: own.id,
      foreign: other.id,
      leads: own.leads.filter((_, index) => index % each === Math.floor(number / customers.length)),
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
    });
  }
  return users;
}

/** Users of 16 customers with 20,000 leads. */
export async function createUsers(client: TestClient, count: number): Promise<LoadUser[]> {
  await fill(client.owner, { customers: 16, leads: 20_000, companies: 2_000, campaigns: 200 });
  const { rows } = await client.owner.query<CustomerWithLeads>(
    `select customers.id, array_agg(leads.id order by leads.id) as leads
     from bench.customers join public.leads on customer_id = customers.id group by customers.id order by customers.id`,
  );
  return addUsers(client, rows, count);
}

/** A user for each of as many customers, also of a distributed database. */
export async function createCustomers(client: TestClient, count: number, leads: number): Promise<LoadUser[]> {
  const customers: CustomerWithLeads[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await client.addCustomer(`Customer ${number}`);
    customers.push({ id, leads: await client.addLeads(id, leads) });
  }
  return addUsers(client, customers, count);
}

/** Gives each user of a group another customer of it, whose rows must never be seen. */
export function pair(group: LoadUser[]): void {
  for (const [index, user] of group.entries()) user.foreign = group[(index + 1) % group.length]?.customer ?? '';
}

const COLUMNS = 'select=id,customer_id,name,title,company,audience,is_approved,created_at';

const rowsOf = ({ text }: Response) =>
  JSON.parse(text) as { id: string; customer_id: string; is_approved: boolean | null }[];

const onlyOwnRows = (user: LoadUser, atLeast: number) => (response: Response) => {
  const rows = rowsOf(response);
  const foreign = rows.find(({ customer_id }) => customer_id !== user.customer);
  if (foreign) return `lead ${foreign.id} belongs to another customer`;
  return rows.length < atLeast ? `${rows.length} rows instead of ${atLeast} or more` : undefined;
};

/** A random request, in the proportions of ordinary use. */
export function nextRequest(user: LoadUser): CheckedCall {
  const token = user.accessToken;
  const own = `customer_id=in.(${user.customer})`;
  const percent = Math.random() * 100;
  if (percent < 40) {
    const path = `/rest/v1/leads?${COLUMNS}&${own}&order=created_at.desc,id.desc&limit=50`;
    return { name: 'page', call: apiCall(token, 'GET', path), check: onlyOwnRows(user, 50) };
  }
  if (percent < 55) {
    const body = { term: 'marketing', customers: [user.customer], page_size: 50 };
    const call = apiCall(token, 'POST', `/rest/v1/rpc/search_leads?${COLUMNS}`, body);
    return { name: 'search', call, check: onlyOwnRows(user, 1) };
  }
  if (percent < 75) return approve(user);
  if (percent < 85) {
    const call = apiCall(
      token,
      'HEAD',
      `/rest/v1/leads?select=id&${own}&is_approved=is.true`,
      undefined,
      'count=exact',
    );
    const check = ({ headers }: Response) =>
      /\/\d+$/.test(String(headers['content-range'])) ? undefined : 'the response has no count';
    return { name: 'count', call, check };
  }
  if (percent < 92) {
    const call = apiCall(token, 'GET', `/rest/v1/leads?${COLUMNS}&customer_id=eq.${user.foreign}`);
    return { name: 'foreign rows', call, check: onlyOwnRows(user, 0) };
  }
  if (percent < 97) return { name: 'configuration', call: apiCall(null, 'GET', '/config.json') };
  return refresh(user);
}

function approve(user: LoadUser): CheckedCall {
  const lead = user.leads[Math.floor(Math.random() * user.leads.length)];
  const is_approved = Math.random() < 0.5;
  const path = `/rest/v1/leads?id=eq.${lead}&${COLUMNS}&customer_id=eq.${user.customer}`;
  const check = (response: Response) => {
    const rows = rowsOf(response);
    const isStored = rows.length === 1 && rows[0]?.is_approved === is_approved;
    return isStored ? undefined : `the change of lead ${lead} was not stored`;
  };
  const call = apiCall(user.accessToken, 'PATCH', path, { is_approved }, 'return=representation');
  return { name: 'approve', call, check };
}

function refresh(user: LoadUser): CheckedCall {
  const call = apiCall(null, 'POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: user.refreshToken });
  const check = ({ text }: Response) => {
    const session = JSON.parse(text) as { access_token: string; refresh_token: string };
    Object.assign(user, { accessToken: session.access_token, refreshToken: session.refresh_token });
    return undefined;
  };
  return { name: 'refresh', call: { ...call, headers: { ...call.headers, 'x-forwarded-for': user.address } }, check };
}
