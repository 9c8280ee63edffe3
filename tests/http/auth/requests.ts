// Sends requests to /auth/v1, bare or through the unmodified auth-js.
import { randomUUID } from 'node:crypto';
import { AuthClient, type Session, type User } from '@supabase/auth-js';
import { type Reply, send } from '../../support/client.ts';
import { queryAsOwner } from '../../support/cluster.ts';
import type { ServerAddress } from '../../support/server.ts';

export const PASSWORD = 'a good password';

/** Limits that are high enough for a whole test file from one address. */
export const NO_LIMITS = {
  AUTH_RATE_SIGNUP: '10000',
  AUTH_RATE_TOKEN: '10000',
  AUTH_RATE_ACCOUNT: '10000',
  AUTH_RATE_VERIFY: '10000',
  AUTH_RATE_CODE: '10000',
  AUTH_RATE_FACTOR: '10000',
  AUTH_RATE_USER: '10000',
  AUTH_RATE_MAIL: '10000',
  AUTH_RATE_FLOWS: '10000',
  AUTH_MAIL_INTERVAL: '0',
};

/** The API version from which an error's code is a word. */
export const WORD_CODES = '2024-01-01';

export const newEmail = () => `user-${randomUUID()}@example.test`;

export type Call = {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
};

export type Answer = Reply;

/** One request to an endpoint, such as `POST /token?grant_type=password`. A body that is a string is sent as it is. */
export function call(server: ServerAddress, endpoint: string, options: Call = {}): Promise<Answer> {
  const [method = '', path] = endpoint.split(' ');
  return send(`${server.url}/auth/v1${path}`, { method, ...options });
}

/** The status and body of an error for API versions before WORD_CODES. */
export const errorResponse = (status: number, code: string, message: string) => ({
  status,
  body: { code: status, error_code: code, msg: message },
});

export type Account = { email: string; password: string; session: Session; user: User };

export async function signUp(server: ServerAddress, email = newEmail()): Promise<Account> {
  const { status, body } = await call(server, 'POST /signup', { body: { email, password: PASSWORD } });
  if (status !== 200) throw new Error(`sign-up answered ${status} ${JSON.stringify(body)}`);
  const session = body as Session;
  return { email, password: PASSWORD, session, user: session.user };
}

export const signIn = (server: ServerAddress, { email, password }: { email: string; password: string }) =>
  call(server, 'POST /token?grant_type=password', { body: { email, password } });

export const refresh = (server: ServerAddress, token: string) =>
  call(server, 'POST /token?grant_type=refresh_token', { body: { refresh_token: token } });

/** Signs in again. */
export async function furtherSession(server: ServerAddress, account: Account): Promise<Session> {
  const { status, body } = await signIn(server, account);
  if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`);
  return body as Session;
}

export type Storage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

export function memoryStorage(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

type ClientOptions = {
  storage?: Storage;
  storageKey?: string;
  flowType?: 'implicit' | 'pkce';
  fetch?: typeof globalThis.fetch;
};

/** auth-js as in a browser, without automatic refreshes, and the events that it fires. */
export function openClient(
  server: ServerAddress,
  {
    storage = memoryStorage(),
    storageKey = `test-${randomUUID()}`,
    flowType = 'implicit',
    fetch = globalThis.fetch,
  }: ClientOptions = {},
) {
  const client = new AuthClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${server.publishableKey}` },
    storage,
    storageKey,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    flowType,
    fetch,
  });
  const events: string[] = [];
  const { data } = client.onAuthStateChange((event) => void events.push(event));
  return { client, events, close: () => data.subscription.unsubscribe() };
}

export const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** Runs a statement as the owner of the database, for states that requests cannot create. */
export const sql = <Row extends object>(server: ServerAddress, text: string, values?: unknown[]): Promise<Row[]> =>
  queryAsOwner<Row>(server.databaseUrl, text, values);
