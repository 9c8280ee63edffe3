// The server that all rights tests share, with customers and users of every role. Every response is checked for leaked rows.
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { populate } from '../../support/population.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { NO_LIMITS } from '../auth/requests.ts';
import { type Role, roles, secretsVisibleTo } from './roles.ts';
import { leakedSecrets, readSecrets } from './secrets.ts';
import { databaseDigest } from './seed.ts';
import { createUsers, firstAdmin } from './users.ts';

type Row = Record<string, unknown>;

export type RequestOptions = { body?: unknown; headers?: Record<string, string>; token?: string | undefined };

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its body
export type Answer = { status: number; headers: Headers; body: any; text: string };

export type World = {
  server: TestServer;
  /** Returns an id by name: of a role, of `acme`, `globex` or `initech`, or of `acme lead` and the like. */
  id(name: string): string;
  /** Replaces `:acme lead` and the like by ids. */
  withIds<T>(value: T): T;
  /** The name of an id; the id itself where it has none. */
  nameOf(id: unknown): string;
  token(role: Role): string | undefined;
  /** Sends a request such as `GET /rest/v1/leads` as a role. Throws if the response contains a secret that the role may not see. */
  request(role: Role, request: string, options?: RequestOptions): Promise<Answer>;
  sql(text: string, values?: unknown[]): Promise<Row[]>;
  /** Changes with any row of any table. */
  digest(): Promise<string>;
  close(): Promise<void>;
};

/** The world of the tests, which is open while they run. */
export let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openWorld(): Promise<World> {
  const server = await startServer({
    // few connections, so that each of them serves every role
    env: { ...NO_LIMITS, ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password, DATABASE_POOL: '8' },
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const ids = await populate(client);
  const tokens = await createUsers(server, client, ids);
  const secrets = await readSecrets(client, ids);
  const names = new Map([...ids].map(([name, id]) => [id, name]));

  const id = (name: string) => {
    const found = ids.get(name);
    if (!found) throw new Error(`There is no id named ${name}`);
    return found;
  };

  async function request(
    role: Role,
    target: string,
    { body, headers = {}, token = tokens.get(role) }: RequestOptions = {},
  ) {
    const [method = '', path = ''] = target.split(/ (.*)/s);
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(server.url + path, {
      method,
      headers: {
        apikey: server.publishableKey,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(role === 'impersonator' && { 'x-impersonation-id': id('acme impersonation') }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
    });
    const text = await response.text();
    const sentText = decodeURIComponent(target) + (sent ?? '') + JSON.stringify(headers);
    const leaked = leakedSecrets(
      secrets,
      secretsVisibleTo(role),
      sentText,
      JSON.stringify([...response.headers]) + text,
    );
    if (leaked.length > 0) throw new Error(`${role}: ${target} ${sent ?? ''}: leaked ${leaked}\n${text}`);
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  }

  return {
    server,
    id,
    withIds: (value) =>
      JSON.parse(JSON.stringify(value).replace(/":([a-z ]+)"/g, (_, name: string) => `"${id(name)}"`)),
    nameOf: (value) => names.get(String(value)) ?? String(value),
    token: (role) => tokens.get(role),
    request,
    sql: async (text, values) => (await client.query(text, values)).rows,
    digest: () => databaseDigest(client),
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Runs work for every role, or for the chosen ones, at once. */
export async function byRole<T>(work: (role: Role) => Promise<T>, chosen = roles): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(chosen.map(async (role) => [role, await work(role)] as const)));
}
