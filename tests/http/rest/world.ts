// A server with known rows: some of the product's, and a small zoo for relations and types that the product lacks.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PostgrestClient } from '@supabase/postgrest-js';
import { ADMIN, openSession } from '../../support/client.ts';
import { asOwner } from '../../support/cluster.ts';
import { startServer, type TestServer } from '../../support/server.ts';

export const acme = '11111111-1111-4111-8111-111111111111';
export const globex = '22222222-2222-4222-8222-222222222222';

export type RequestOptions = { token?: string; headers?: Record<string, string>; body?: unknown };

/** A response with its whole body; the headers are those that the row API sets. */
export type Answer = { status: number; headers: Record<string, string>; body: unknown };

// biome-ignore lint/suspicious/noExplicitAny: the zoo is not in the product's generated types
type Client = PostgrestClient<any, { PostgrestVersion: '14' }>;

export type World = {
  server: TestServer;
  admin: string;
  member: string;
  /** A request to /rest/v1; a body that is a string is sent as it is. */
  request(method: string, target: string, options?: RequestOptions): Promise<Answer>;
  /** The unmodified client with this token, or anonymous. */
  client(token?: string): Client;
  /** Runs SQL as the database's owner. */
  sql(text: string): Promise<void>;
  stop(): Promise<void>;
};

const comparedHeaders = [
  'allow',
  'content-location',
  'content-profile',
  'content-range',
  'content-type',
  'location',
  'preference-applied',
  'proxy-status',
  'retry-after',
  'www-authenticate',
];

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const server = await startServer({ env });
  const sql = (text: string) => asOwner(server.databaseUrl, async (owner) => void (await owner.query(text)));
  const { access_token: admin } = await openSession(server.url, 'token?grant_type=password', ADMIN);
  const email = `member-${randomUUID()}@example.test`;
  const account = { email, password: 'member-password' };
  const { access_token: member } = await openSession(server.url, 'signup', account);
  await sql(await readFile(path.join(import.meta.dirname, 'world.sql'), 'utf8'));
  await sql(
    `insert into public.customer_users (user_id, customer_id, accepted_at) select id, '${acme}', now() from auth.users where email = '${email}';
     insert into public.user_roles (user_id, role) select id, 'customer' from auth.users where email = '${email}'`,
  );
  return {
    server,
    admin,
    member,
    sql,
    stop: server.stop,
    request: (method, target, options) => requestAt(`${server.url}/rest/v1`, method, target, withKey(server, options)),
    client: (token) =>
      new PostgrestClient(`${server.url}/rest/v1`, {
        headers: { apikey: server.publishableKey, ...(token && { Authorization: `Bearer ${token}` }) },
      }),
  };
}

const withKey = ({ publishableKey }: TestServer, options: RequestOptions = {}): RequestOptions => ({
  ...options,
  headers: { apikey: publishableKey, ...options.headers },
});

/** Sends a request to a row API at any URL. */
export async function requestAt(
  base: string,
  method: string,
  target: string,
  { token, headers, body }: RequestOptions = {},
) {
  const response = await fetch(base + target, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const headerEntries = comparedHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const answer: Answer = { status: response.status, headers: Object.fromEntries(headerEntries), body: parsed(text) };
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
