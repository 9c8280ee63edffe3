import { AuthClient } from '@supabase/auth-js';
import { readConfig } from './config.ts';
import { sentAlong } from './sent-along.ts';

const config = await readConfig();

export const address = (path: string) => new URL(path, new URL(config.supabaseUrl, location.origin)).href;
export const headers = { apikey: config.supabaseKey };

export const demoAccounts = config.demo ?? [];

/** Accounts and sessions; the session is kept in local storage and refreshed by itself. */
export const accounts = new AuthClient({ url: address('auth/v1'), headers });

/** Fetch in the name of the signed-in person, or of the anonymous visitor. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const { data } = await accounts.getSession();
  const sent = new Headers(init?.headers);
  for (const [name, value] of sentAlong) sent.set(name, value);
  sent.set('Authorization', `Bearer ${data.session?.access_token ?? config.supabaseKey}`);
  return fetch(input, { ...init, headers: sent });
};
