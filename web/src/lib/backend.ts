import type { AuthChangeEvent, AuthClient, AuthError, Session } from '@supabase/auth-js';
import { config } from './config.ts';
import { logFailure } from './failure.ts';
import { hasWork } from './leave-guard.ts';
import { sessionHeaders } from './request-headers.ts';
import { reviewToken } from './review-token.ts';
import { noticeServer } from './server-down.ts';
import { USER_KEY } from './storage-keys.ts';

export const backendUrl = (path: string) => new URL(path, new URL(config.supabaseUrl, location.origin)).href;
export const headers = { apikey: config.supabaseKey };

/** The URL of a page of this app, for links in emails and redirects from providers. */
export const pageUrl = (path: string) => new URL(path, location.origin).href;

/** Each review link has a session of its own, beside that of a user in the same browser. */
const STORAGE_KEY = reviewToken ? `leadlight.review.${reviewToken}` : USER_KEY;

type Accounts = InstanceType<typeof AuthClient>;

let client: Accounts | undefined;

/**
 * The client of the auth API. It stores the session in local storage and refreshes it. With PKCE a link signs in only the browser that requested
 * it, and tokens in a URL sign no one in. Its code is loaded at the first call: the sign-in page is shown without it.
 */
export async function accounts(): Promise<Accounts> {
  const { AuthClient } = await import('@supabase/auth-js');
  client ??= createClient(AuthClient);
  return client;
}

function createClient(Client: typeof AuthClient): Accounts {
  const created = new Client({
    url: backendUrl('auth/v1'),
    headers,
    storageKey: STORAGE_KEY,
    flowType: 'pkce',
    fetch: fetchSession,
  });
  for (const subscribe of awaiting) subscribe(created);
  awaiting.clear();
  return created;
}

/** The subscriptions that await the client. */
const awaiting = new Set<(created: Accounts) => void>();

type SessionListener = (event: AuthChangeEvent, session: Session | null) => void;

/** The auth client is loaded this long after the first page, which needs only the stored session. */
const AFTER_PAGE_MS = 2_000;

/**
 * Calls the listener with each change of the session, and returns the function that ends this. Loads the client; if that fails, the listener is
 * called from the time when a later call of `accounts` has created it.
 */
export function onSessionChange(listener: SessionListener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {
    clearTimeout(timer);
    awaiting.delete(subscribe);
  };
  const subscribe = (created: Accounts) => {
    const { subscription } = created.onAuthStateChange(listener).data;
    unsubscribe = () => subscription.unsubscribe();
  };
  if (client) subscribe(client);
  else {
    awaiting.add(subscribe);
    const load = () => accounts().catch((failure) => logFailure('Error loading the auth client', failure));
    if (freshSession()) timer = setTimeout(load, AFTER_PAGE_MS);
    else load();
  }
  return () => unsubscribe();
}

/** A response of the auth API. Rejects with its error. */
export async function orThrow<Response extends { error: AuthError | null }>(
  send: (client: Accounts) => Promise<Response>,
) {
  const response = await send(await accounts());
  if (response.error) throw response.error;
  return response as Exclude<Response, { error: AuthError }>;
}

/** Whether this browser has started a PKCE flow, so that it could exchange a code. */
export const isFlowPending = () => localStorage.getItem(`${STORAGE_KEY}-code-verifier`) !== null;

/** Whether a session is stored; its access token may have expired. */
export const isSessionStored = () => localStorage.getItem(STORAGE_KEY) !== null;

/** Whether a user of the app is signed in in this browser, whatever the page. */
export const isUserStored = () => localStorage.getItem(USER_KEY) !== null;

function storedSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** The user of the stored session, which another tab may have changed; undefined without one. */
export const storedUserId = (): string | undefined => storedSession()?.user?.id;

/** auth-js refreshes an access token this long before it expires. */
const EXPIRY_MARGIN_MS = 90_000;

/** The stored session if auth-js would return it as it is, so that a page need not wait for the code of auth-js. Null if a link may bring another one. */
export function freshSession(): Session | null {
  if (isCallback()) return null;
  const session = storedSession();
  const isFresh = session?.user && (session.expires_at ?? 0) * 1000 - Date.now() > EXPIRY_MARGIN_MS;
  return isFresh ? session : null;
}

export const currentSession = async (): Promise<Session | null> =>
  freshSession() ?? (await (await accounts()).getSession()).data.session;

/** Whether a link or a provider may have opened the page, which then has the outcome in its URL. */
export const isCallback = () => location.search !== '' || location.hash !== '';

/** Signs in with a session that a function has opened. */
export const storeSession = ({ access_token, refresh_token }: Pick<Session, 'access_token' | 'refresh_token'>) =>
  orThrow((accounts) => accounts.setSession({ access_token, refresh_token }));

/** Removes the session from this browser, without a request. */
export async function removeSession(): Promise<void> {
  localStorage.removeItem(STORAGE_KEY);
  await (await accounts()).signOut({ scope: 'local' }); // finds no session to end, and notifies the app
}

/** Holds requests back while the session has ended and its page is kept for the next sign-in. */
let held: { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } | undefined;

export const isHeld = () => held !== undefined;

export function holdRequests(): void {
  if (held) return;
  let [resolve, reject]: [() => void, (reason: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  held = { promise, resolve, reject };
}

/** Sends the requests that were held back; those of a page that is not kept any longer are aborted, since another user may have signed in. */
export function releaseRequests(isKept: boolean): void {
  if (isKept) held?.resolve();
  else held?.reject(new DOMException('The session has ended', 'AbortError'));
  held?.promise.catch(() => {});
  held = undefined;
}

let checkSession = async () => {};

/** Sets what finds out whether the session has ended, after a request of a page with work was denied. */
export function checkSessionBy(check: () => Promise<void>): void {
  checkSession = check;
}

/** The headers that authenticate a request: the user's access token, or the anonymous key. */
async function callerHeaders(): Promise<Record<string, string>> {
  await held?.promise;
  const session = await currentSession();
  if (held) return callerHeaders(); // it has just ended
  const token = session?.access_token ?? config.supabaseKey;
  return { ...headers, ...Object.fromEntries(sessionHeaders), Authorization: `Bearer ${token}` };
}

/** Sends a request with the headers that authenticate it; once more after a 401, with a refreshed token, and after the next sign-in of an ended session. */
export async function sendAuthorized<Answer extends { status: number } | null>(
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const rejected = await callerHeaders();
  const answer = await send(rejected);
  if (answer?.status !== 401 && answer?.status !== 403) return answer;
  const renewed = await (answer.status === 401 ? renewHeaders(rejected) : headersOfNextSession());
  return renewed ? send(renewed) : answer;
}

async function headersOfNextSession(): Promise<Record<string, string> | undefined> {
  if (hasWork()) await checkSession();
  return held && callerHeaders();
}

let refreshing: Promise<unknown> | undefined;

/** The token of the last refresh after a 401. If it is rejected too, a further refresh would not help. */
let lastRenewed: string | undefined;

/** Refreshes the session, once for all requests that were rejected with its token. Undefined without another token. */
async function renewHeaders(rejected: Record<string, string>): Promise<Record<string, string> | undefined> {
  const isOther = ({ Authorization: token }: Record<string, string>) =>
    token !== rejected.Authorization && token !== `Bearer ${config.supabaseKey}`;
  const current = await callerHeaders();
  if (isOther(current)) return current;
  if (!isSessionStored() || current.Authorization === lastRenewed) return undefined;
  const client = await accounts();
  refreshing ??= client.refreshSession().finally(() => {
    refreshing = undefined;
  });
  await refreshing;
  const renewed = await callerHeaders();
  lastRenewed = renewed.Authorization;
  return isOther(renewed) ? renewed : undefined;
}

export const authorizedFetch: typeof fetch = (input, init) =>
  sendAuthorized((authorization) => {
    const sent = new Headers(init?.headers);
    for (const [name, value] of Object.entries(authorization)) sent.set(name, value);
    return fetchBackend(input, { ...init, headers: sent });
  });

async function fetchBackend(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  noticeServer(response);
  return limitWait(response);
}

const MAX_WAIT_SECONDS = 10;

/** postgrest-js 2.119.1 repeats a request after as many seconds as Retry-After says, whatever its timeout, and at once if it is a date (RFC 9110). */
function limitWait(response: Response): Response {
  const retryAfter = response.headers.get('Retry-After');
  if (retryAfter === null) return response;
  const now = Date.parse(response.headers.get('Date') ?? '') || Date.now();
  const isDate = /^[a-z]{3}/i.test(retryAfter); // browsers read '-1' as one
  const seconds = isDate
    ? Math.ceil((Date.parse(retryAfter) - now) / 1000)
    : Number(/^\d+$/.exec(retryAfter) ?? Number.NaN);
  const limited = new Response(response.body, response);
  if (Number.isNaN(seconds)) limited.headers.delete('Retry-After');
  else limited.headers.set('Retry-After', String(Math.min(Math.max(0, seconds), MAX_WAIT_SECONDS)));
  return limited;
}

/**
 * Leaves `expires_at` out of a session, so that auth-js computes it from `expires_in` by the computer's clock, with which it compares it: by the
 * server's clock, a computer two hours ahead would refresh before every request, and one ten minutes behind would send expired tokens.
 */
const fetchSession: typeof fetch = async (...request) => {
  const response = await fetchBackend(...request);
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return response;
  return new Response(JSON.stringify({ ...body, expires_at: undefined }), response);
};
