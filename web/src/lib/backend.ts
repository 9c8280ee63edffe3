import type { AuthChangeEvent, AuthClient, AuthError, Session } from '@supabase/auth-js';
import { config } from './config.ts';
import { logFailure } from './failure.ts';
import { sessionHeaders } from './request-headers.ts';

export const backendUrl = (path: string) => new URL(path, new URL(config.supabaseUrl, location.origin)).href;
export const headers = { apikey: config.supabaseKey };

/** The URL of a page of this app, for links in emails and redirects from providers. */
export const pageUrl = (path: string) => new URL(path, location.origin).href;

const STORAGE_KEY = 'supabase.auth.token';

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
  const created = new Client({ url: backendUrl('auth/v1'), headers, storageKey: STORAGE_KEY, flowType: 'pkce' });
  for (const subscribe of awaiting) subscribe(created);
  awaiting.clear();
  return created;
}

/** The subscriptions that await the client. */
const awaiting = new Set<(created: Accounts) => void>();

type SessionListener = (event: AuthChangeEvent, session: Session | null) => void;

/**
 * Calls the listener with each change of the session, and returns the function that ends this. Loads the client; if that fails, the listener is
 * called from the time when a later call of `accounts` has created it.
 */
export function onSessionChange(listener: SessionListener): () => void {
  let unsubscribe: () => void = () => awaiting.delete(subscribe);
  const subscribe = (created: Accounts) => {
    const { subscription } = created.onAuthStateChange(listener).data;
    unsubscribe = () => subscription.unsubscribe();
  };
  if (client) subscribe(client);
  else {
    awaiting.add(subscribe);
    accounts().catch((failure) => logFailure('Error loading the auth client', failure));
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

/** The user of the stored session, which another tab may have changed; undefined without one. */
export function storedUserId(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')?.user?.id;
  } catch {
    return undefined;
  }
}

/** Whether a link or a provider may have opened the page, which then has the outcome in its URL. */
export const isCallback = () => location.search !== '' || location.hash !== '';

/** Removes the session from this browser, without a request. */
export async function removeSession(): Promise<void> {
  localStorage.removeItem(STORAGE_KEY);
  await (await accounts()).signOut({ scope: 'local' }); // finds no session to end, and notifies the app
}

/** The headers that authenticate a request: the user's access token, or the anonymous key. */
export async function callerHeaders(): Promise<Record<string, string>> {
  const { data } = await (await accounts()).getSession();
  const token = data.session?.access_token ?? config.supabaseKey;
  return { ...headers, ...Object.fromEntries(sessionHeaders), Authorization: `Bearer ${token}` };
}

export const authorizedFetch: typeof fetch = async (input, init) => {
  const sent = new Headers(init?.headers);
  for (const [name, value] of Object.entries(await callerHeaders())) sent.set(name, value);
  return fetch(input, { ...init, headers: sent });
};
