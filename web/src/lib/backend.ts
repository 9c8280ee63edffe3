import { AuthClient } from '@supabase/auth-js';
import { config } from './config.ts';
import { sentAlong } from './request-headers.ts';

export const address = (path: string) => new URL(path, new URL(config.supabaseUrl, location.origin)).href;
export const headers = { apikey: config.supabaseKey };

const SESSION_KEY = 'supabase.auth.token';

/**
 * Accounts and sessions; the session is kept in local storage and refreshed by itself. With PKCE a link signs in the browser that asked for it
 * and no other, and tokens in an address sign nobody in.
 */
export const accounts = new AuthClient({
  url: address('auth/v1'),
  headers,
  storageKey: SESSION_KEY,
  flowType: 'pkce',
});

/** Whether this browser has asked for a link or gone to a provider, so that it could exchange a code. */
export const isFlowPending = () => localStorage.getItem(`${SESSION_KEY}-code-verifier`) !== null;

/** Whether a session is kept here, though it may have run out and still have to be refreshed. */
export const isSessionKept = () => localStorage.getItem(SESSION_KEY) !== null;

/** By which the backend knows the signed-in person, or the anonymous visitor. */
export async function callerHeaders(): Promise<Record<string, string>> {
  const { data } = await accounts.getSession();
  const token = data.session?.access_token ?? config.supabaseKey;
  return { ...headers, ...Object.fromEntries(sentAlong), Authorization: `Bearer ${token}` };
}

/** Fetch in the name of the caller. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const sent = new Headers(init?.headers);
  for (const [name, value] of Object.entries(await callerHeaders())) sent.set(name, value);
  return fetch(input, { ...init, headers: sent });
};
