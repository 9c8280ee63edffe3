// Requests with JSON, and what an administrator does over HTTP to prepare a test, trial or measurement.
import pg from 'pg';

export type Account = { email: string; password: string };

/** The administrator of each server of `openServer()`. */
export const ADMIN: Account = { email: 'admin@example.test', password: 'admin-password' };

export type RequestOptions = {
  method?: string;
  body?: unknown;
  token?: string;
  prefer?: string;
  headers?: Record<string, string>;
};

export type Reply = { status: number; headers: Headers; body: unknown };

const MAX_MS = 60_000;

/** Sends a request, a POST if it has a body; text is sent as it is. Throws without a complete response. */
export async function send(
  url: string,
  { method, body, token, prefer, headers = {} }: RequestOptions = {},
): Promise<Reply> {
  const all = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  if (token) all.set('authorization', `Bearer ${token}`);
  if (prefer) all.set('prefer', prefer);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: all,
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_MS),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

export type Session = { access_token: string; refresh_token: string; user: { id: string } };

/** Signs up or in. Throws on an error response. */
export async function openSession(
  url: string,
  endpoint: 'signup' | 'token?grant_type=password',
  account: Account,
): Promise<Session> {
  const { status, body } = await send(`${url}/auth/v1/${endpoint}`, { body: account });
  if (status !== 200) throw new Error(`${endpoint} of ${account.email} returned ${status}: ${JSON.stringify(body)}`);
  return body as Session;
}

/** A server and its database. */
export type TestClient = {
  url: string;
  /** A connection as the database's owner. */
  owner: pg.Client;
  /** The administrator's access token. */
  admin: string;
  /** Sends a request and returns its JSON; throws on an error response. */
  request<Body>(path: string, options?: RequestOptions): Promise<Body>;
  signIn(account: Account): Promise<Session>;
  addCustomer(name: string): Promise<string>;
  /** Adds leads to a customer and returns their ids; 'Lead 1' is the newest. */
  addLeads(customer: string, count: number, isApproved?: boolean): Promise<string[]>;
  /** Signs up a member of the customer. */
  addMember(customer: string, account: Account): Promise<Session>;
};

/** Connects to a running server and, as its owner, to its database. */
export async function openClient(url: string, databaseUrl: string): Promise<TestClient> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const request = async <Body>(path: string, options: RequestOptions = {}): Promise<Body> => {
    const { status, body } = await send(url + path, { prefer: 'return=representation', ...options });
    if (status >= 300) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
    return body as Body;
  };
  const signIn = (account: Account) => openSession(url, 'token?grant_type=password', account);
  const { access_token: token } = await signIn(ADMIN);
  return {
    url,
    owner,
    admin: token,
    request,
    signIn,
    addCustomer: async (name) => {
      const [customer] = await request<{ id: string }[]>('/rest/v1/customers', { token, body: { name } });
      return customer?.id ?? '';
    },
    addLeads: async (customer, count, isApproved) => {
      const { rows } = await owner.query<{ id: string }>(
        `insert into public.leads (customer_id, name, email, title, company, location, audience, is_approved, linkedin_profile_url, created_at)
         select $1, 'Lead ' || n, 'lead-' || n || '@example.test', 'Head of Marketing', 'Company ' || n % 5000, 'Berlin', 'Founders', $3,
           'https://www.linkedin.com/in/lead-' || n, now() - n * interval '1 second'
         from generate_series(1, $2::int) n returning id`,
        [customer, count, isApproved],
      );
      await owner.query('vacuum (analyze) public.leads');
      return rows.map(({ id }) => id);
    },
    addMember: async (customer_id, account) => {
      const session = await openSession(url, 'signup', account);
      const user_id = session.user.id;
      await request('/rest/v1/user_roles', { token, body: { user_id, role: 'customer' } });
      const membership = { user_id, customer_id, accepted_at: new Date() };
      await request('/rest/v1/customer_users', { token, body: membership });
      return session;
    },
  };
}
