import type { MemberRole } from '#domain/member-roles.ts';

/** A request as the app sent it. */
export type SentRequest = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
type Answer = (request: SentRequest) => unknown;

/** The requests of every list and panel, with their answers. */
const usual: [request: string, respond: Answer][] = [
  ['GET /rest/v1/custom_fields', () => []],
  ['GET /rest/v1/list_columns', () => null],
  ['GET /rest/v1/campaign_reviews', () => []],
  ['GET /rest/v1/hand_off_results', () => []],
  ['GET /rest/v1/comments', () => []],
  ['POST /rest/v1/rpc/suppressed_leads', () => []],
  ['HEAD /rest/v1/import_errors', () => new Response(null, { headers: { 'Content-Range': '*/0' } })],
  ['POST /rest/v1/rpc/lead_hand_offs', () => []],
  ['POST /rest/v1/rpc/waiting_rows', () => []],
];

type Backend = { answers: Map<string, Answer>; sent: SentRequest[]; unexpected: string[] };

const newBackend = (): Backend => ({ answers: new Map(usual), sent: [], unexpected: [] });

let backend = newBackend();

/**
 * Answers requests of one kind, such as `answer('PATCH', '/rest/v1/leads', () => [{ id }])`: with the value as JSON and status 200, or with a
 * `Response` as it is. A later call replaces the answer. Promises keep the request pending.
 */
export function answer(method: string, path: string, respond: Answer): void {
  backend.answers.set(`${method} ${path}`, respond);
}

export const USER_ID = '00000000-0000-4000-8000-000000000001';

/** A session as the auth API returns it. */
export function newSession({ email = 'ada@example.test', userId = USER_ID } = {}) {
  const user = { id: userId, email, user_metadata: {} };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const encode = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '');
  const payload = encode({ sub: user.id, role: 'authenticated', aal: 'aal1', exp: expires_at });
  return {
    access_token: `${encode({ alg: 'none' })}.${payload}.`,
    refresh_token: 'refresh-token',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  };
}

type Account = { email?: string; userId?: string; expiresAt?: number };
type Grants = { roles?: string[]; customerIds?: string[]; memberRole?: MemberRole };

/** Answers the requests for a user's roles and memberships. */
export function answerGrants({ roles = ['customer'], customerIds = [], memberRole = 'approver' }: Grants = {}): void {
  answer('GET', '/rest/v1/user_roles', () => roles.map((role) => ({ role })));
  answer('GET', '/rest/v1/customer_users', () =>
    customerIds.map((id) => ({ role: memberRole, customers: { id, name: `Customer ${id}` } })),
  );
}

/** Stores a session in the browser, and answers the requests for its roles and memberships. Call it before rendering. */
export function signIn({ email, userId, expiresAt, ...grants }: Grants & Account): void {
  const session = newSession({ ...(email && { email }), ...(userId && { userId }) });
  localStorage.setItem(
    'supabase.auth.token',
    JSON.stringify({ ...session, ...(expiresAt && { expires_at: expiresAt }) }),
  );
  answerGrants(grants);
}

/** An error as the row API returns it. */
export const failWith = (status: number, message: string) => () =>
  Response.json({ message, code: 'P0001', details: null, hint: null }, { status });

/** An error as the auth API returns it. */
export const failAuthWith = (status: number, code: string, message: string) => () =>
  Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

/** The requests of one kind so far, in order. */
export const requestsTo = (method: string, path: string): SentRequest[] =>
  backend.sent.filter((request) => request.method === method && request.path === path);

export const unexpectedRequests = () => backend.unexpected;

export function resetBackend(): void {
  backend = newBackend();
}

/** The `fetch` of component tests. A request that is still on its way when its test ends doesn't reach the next test. */
export const answerRequest: typeof fetch = async (input, init) => {
  const { answers, sent, unexpected } = backend;
  const request = new Request(new URL(String(input instanceof Request ? input.url : input), location.href), init);
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/config.json') return Response.json({ supabaseUrl: location.origin, supabaseKey: 'publishable' });
  const text = await request.text();
  const body = text === '' ? null : JSON.parse(text);
  const one = { method: request.method, path: pathname, query: searchParams, headers: request.headers, body };
  sent.push(one);
  const respond = answers.get(`${request.method} ${pathname}`);
  if (!respond) {
    unexpected.push(`${request.method} ${pathname}${new URL(request.url).search}`);
    return Response.json({ message: 'no answer in this test' }, { status: 500 });
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => {});
  request.signal.addEventListener('abort', () => reject(request.signal.reason));
  const value = await Promise.race([respond(one), aborted]);
  return value instanceof Response ? value : Response.json(value ?? null);
};
