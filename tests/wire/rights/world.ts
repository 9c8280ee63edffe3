// In charge of the one server that all attacks share: two customers, everyone who may knock, and an eye on each answer, which ends the test when a row has escaped.
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { populate } from '../../support/population.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { NO_LIMITS } from '../auth/requests.ts';
import { horizonOf, type Person, persons } from './roles.ts';
import { escapedFrom, readSecrets } from './secrets.ts';
import { digestOf } from './seed.ts';
import { keeper, settle } from './settling.ts';

type Row = Record<string, unknown>;

export type Ask = { body?: unknown; headers?: Record<string, string>; token?: string | undefined };

// biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it has asked for
export type Answer = { status: number; headers: Headers; body: any; text: string };

export type World = {
  server: TestServer;
  /** Ids by name: of the persons, of `acme`, `globex` and `initech`, and `acme lead` and the like. */
  id(name: string): string;
  /** A value whose texts `:acme lead` and the like are made ids. */
  withIds<T>(value: T): T;
  /** The name of an id; the id itself where it has none. */
  nameOf(id: unknown): string;
  token(person: Person): string | undefined;
  /** `GET /rest/v1/leads` as a person, whose token may be another one. Throws when the answer holds what is hidden from the person. */
  ask(person: Person, request: string, options?: Ask): Promise<Answer>;
  sql(text: string, values?: unknown[]): Promise<Row[]>;
  /** Changes with any row of any table. */
  digest(): Promise<string>;
  close(): Promise<void>;
};

/** Open while tests run. */
export let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openWorld(): Promise<World> {
  const server = await startServer({
    // Few connections, so that every one serves everybody.
    env: { ...NO_LIMITS, ADMIN_EMAIL: keeper.email, ADMIN_PASSWORD: keeper.password, DATABASE_POOL: '8' },
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const ids = await populate(client);
  const tokens = await settle(server, client, ids);
  const secrets = await readSecrets(client, ids);
  const names = new Map([...ids].map(([name, id]) => [id, name]));

  const id = (name: string) => {
    const found = ids.get(name);
    if (!found) throw new Error(`Nobody and nothing is called ${name}`);
    return found;
  };

  async function ask(person: Person, request: string, { body, headers = {}, token = tokens.get(person) }: Ask = {}) {
    const [method = '', path = ''] = request.split(/ (.*)/s);
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(server.url + path, {
      method,
      headers: {
        apikey: server.publishableKey,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(person === 'impersonator' && { 'x-impersonation-id': id('acme impersonation') }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
    });
    const text = await response.text();
    const said = decodeURIComponent(request) + (sent ?? '') + JSON.stringify(headers);
    const escaped = escapedFrom(secrets, horizonOf(person), said, JSON.stringify([...response.headers]) + text);
    if (escaped.length > 0) throw new Error(`${person}: ${request} ${sent ?? ''}: escaped ${escaped}\n${text}`);
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  }

  return {
    server,
    id,
    withIds: (value) =>
      JSON.parse(JSON.stringify(value).replace(/":([a-z ]+)"/g, (_, name: string) => `"${id(name)}"`)),
    nameOf: (value) => names.get(String(value)) ?? String(value),
    token: (person) => tokens.get(person),
    ask,
    sql: async (text, values) => (await client.query(text, values)).rows,
    digest: () => digestOf(client),
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

/** Everyone, or the chosen ones, at once. */
export async function byPerson<T>(work: (person: Person) => Promise<T>, chosen = persons): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(chosen.map(async (person) => [person, await work(person)] as const)));
}
