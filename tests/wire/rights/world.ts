// In charge of a server to attack: two customers, everyone who may knock, and an eye on each answer, which ends the test when a row has escaped.
import pg from 'pg';
import { populate } from '../../database/population.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type Account, call, furtherSession, NO_LIMITS, signIn, signUp } from '../auth/calls.ts';
import { factorCalls } from '../auth/factor-calls.ts';
import { horizonOf, type Person, persons } from './persons.ts';
import { escapedFrom, type Secrets, secretsOf } from './secrets.ts';
import { digestOf, join, switchedOffCustomer } from './seed.ts';
import { claimsOfPerson, signerOf } from './signing.ts';

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
  /** How many answers have been looked at. */
  asked(): number;
  sql(text: string, values?: unknown[]): Promise<Row[]>;
  /** Changes with any row of any table. */
  digest(): Promise<string>;
  close(): Promise<void>;
};

/** The admin who made the server's database; in the matrix the one who has signed out. */
const keeper = { email: 'departed@example.test', password: 'keeper-password' };

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const server = await startServer({
    env: { ...NO_LIMITS, ADMIN_EMAIL: keeper.email, ADMIN_PASSWORD: keeper.password, ...env },
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const ids = await populate(client);
  const tokens = await settle(server, client, ids);
  const secrets = await collect(client, ids);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  let asked = 0;

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
    asked += 1;
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
    asked: () => asked,
    sql: async (text, values) => (await client.query(text, values)).rows,
    digest: () => digestOf(client),
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

/** Makes those whom the population lacks, by the doors that people use, and answers everyone's token. */
async function settle(server: TestServer, client: pg.Client, ids: Map<string, string>) {
  const { sign } = await signerOf(server);
  const tokens = new Map<Person, string | undefined>();
  const known = (person: Person, { session, user }: Pick<Account, 'session' | 'user'>) => {
    tokens.set(person, session.access_token);
    ids.set(person, user.id);
    return user.id;
  };
  for (const person of ['admin', 'member', 'neighbour', 'stranger'] as const) {
    tokens.set(person, await sign(claimsOfPerson(ids.get(person) ?? '')));
  }
  tokens.set('impersonator', tokens.get('admin'));
  tokens.set('keyholder', server.publishableKey);

  ids.set('initech', await switchedOffCustomer(client));
  for (const { name, token } of (
    await client.query<{ name: string; token: string }>(
      'select name, token from public.invitations i join public.customers c on c.id = i.customer_id',
    )
  ).rows)
    ids.set(`${name} token`, token);
  const former = known('former', await signUp(server, 'former@example.test'));
  await join(client, former, 'customer', ids.get('acme'), false);
  const suspended = known('suspended', await signUp(server, 'suspended@example.test'));
  await join(client, suspended, 'customer', ids.get('initech'));

  const { body: session } = (await signIn(server, keeper)) as { body: Account['session'] };
  await join(client, known('departed', { session, user: session.user }), 'admin', ids.get('acme'));
  await call(server, 'POST /logout', { token: session.access_token });
  const { account } = await factorCalls(() => server).protectedAccount();
  const halfway = { session: await furtherSession(server, account), user: account.user };
  await join(client, known('halfway', halfway), 'admin', ids.get('acme'));
  return tokens;
}

async function collect(client: pg.Client, ids: ReadonlyMap<string, string>): Promise<Secrets> {
  const { rows } = await client.query<{ owner: string; secret: string }>(
    `select name as owner, name as secret from public.customers
     union all select name, token from public.invitations i join public.customers c on c.id = i.customer_id
     union all select id::text, email from auth.users
     union all select user_id::text, secret from auth.mfa_factors
     union all select user_id::text, token from auth.refresh_tokens`,
  );
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const hashes = await client.query<{ hash: string }>(
    'select encrypted_password as hash from auth.users where encrypted_password <> $1',
    [''],
  );
  return secretsOf(ids, [
    ...rows.map(({ owner, secret }) => [names.get(owner) ?? owner, secret] as [string, string]),
    ...hashes.rows.map(({ hash }) => ['nobody', hash] as [string, string]),
  ]);
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
