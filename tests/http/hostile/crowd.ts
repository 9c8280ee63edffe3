// A server with members and strangers (signed up without a role), and ways to slow down their requests.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { memoryUse } from '../../support/processes.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { NO_LIMITS, signIn, signUp } from '../auth/requests.ts';
import type { Member } from './hostile-callers.ts';

export type TestUser = { email: string; password: string; id: string; token: string; customer: string };

export type Crowd = {
  server: TestServer;
  member(): Promise<TestUser>;
  stranger(): Promise<TestUser>;
  /** Adds members, each of its own customer with `leads` leads with notes of 1,000 characters. */
  members(count: number, leads: number): Promise<Member[]>;
  /** Makes the user a member of a customer. */
  join(user: TestUser, customer: string): Promise<void>;
  /** A request for rows, whose body is read as text. */
  rows(
    user: TestUser | null,
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; text: string; headers: Headers }>;
  /** The status of a further sign-in, and how long it took. */
  signIn(user: TestUser): Promise<{ status: number; milliseconds: number }>;
  /** While work runs, every statement that reads a table waits. */
  withLocked<T>(table: string, work: () => Promise<T>): Promise<T>;
  /** The number of backends of this database that wait for a lock. */
  waitingBackends(): Promise<number>;
  /** Runs SQL as the database's owner. */
  sql(text: string, values?: unknown[]): Promise<void>;
  /** Peak private memory of each backend of this server while work runs, in bytes. Linux only. */
  peakMemory(work: () => Promise<void>): Promise<number[]>;
  /** Numbers of `/metrics`, by name and labels. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
};

/** Makes the row API read the schema catalog, since it could not while a test has tables locked. */
async function readCatalogue({ url }: TestServer, owner: pg.Client): Promise<void> {
  const listening = `select from pg_stat_activity
    where datname = current_database() and query = 'listen "pgrst"' and state = 'idle'`;
  while ((await owner.query(listening)).rowCount === 0) await delay(50);
  // The server reads the catalog again after it has processed the answer, which it has before its third request.
  for (const _ of ['one', 'two', 'three']) await fetch(`${url}/rest/v1/nothing`);
}

const LEADS = `insert into public.leads (customer_id, name, company, title, location, headline, notes)
  select $1, 'Lead ' || number, 'Company ' || number % 100, 'Head of ' || number % 10, 'Place ' || number % 50,
    rpad('', 200, 'Headline ' || number || ' '), rpad('', 1000, 'Notes ' || number || ' ')
  from generate_series(1, $2::int) number returning id`;

const METRICS_TOKEN = 'only-prometheus-knows';

export async function openCrowd(env: Record<string, string> = {}): Promise<Crowd> {
  const server = await startServer({ env: { ...NO_LIMITS, METRICS_TOKEN, ...env } });
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await readCatalogue(server, owner);

  async function stranger(): Promise<TestUser> {
    const { email, password, user, session } = await signUp(server);
    return { email, password, id: user.id, token: session.access_token, customer: '' };
  }

  async function join({ id }: TestUser, customer: string): Promise<void> {
    const membership = `with role as (insert into public.user_roles (user_id, role) values ($1, 'customer'))
      insert into public.customer_users (user_id, customer_id, accepted_at) values ($1, $2, now())`;
    await owner.query(membership, [id, customer]);
  }

  async function member(): Promise<TestUser> {
    const user = await stranger();
    const customer = randomUUID();
    await owner.query('insert into public.customers (id, name) values ($1, $2)', [customer, customer]);
    await join(user, customer);
    return { ...user, customer };
  }

  return {
    server,
    stranger,
    join,
    member,
    async members(count, leads) {
      const members: Member[] = [];
      for (let number = 0; number < count; number += 1) {
        const user = await member();
        const { rows } = await owner.query<{ id: string }>(LEADS, [user.customer, leads]);
        members.push({ ...user, leads: rows.map(({ id }) => id) });
      }
      await owner.query('analyze');
      return members;
    },
    async rows(user, path, init = {}) {
      const headers = { ...(user && { authorization: `Bearer ${user.token}` }), ...init.headers };
      const response = await fetch(`${server.url}/rest/v1${path}`, { ...init, headers });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    async signIn(user) {
      const start = performance.now();
      const { status } = await signIn(server, user);
      return { status, milliseconds: performance.now() - start };
    },
    async withLocked(table, work) {
      await owner.query(`begin; lock table ${table} in access exclusive mode`);
      try {
        return await work();
      } finally {
        await owner.query('rollback');
      }
    },
    async waitingBackends() {
      const { rows } = await owner.query<{ count: number }>(
        // The lock on a row is one on the transaction that has it, which is of no database.
        `select count(distinct pid)::int as count from pg_locks
         where not granted and pid in (
           select pid from pg_locks where database = (select oid from pg_database where datname = current_database())
         )`,
      );
      return rows[0]?.count ?? 0;
    },
    async sql(text, values) {
      await owner.query(text, values);
    },
    async peakMemory(work) {
      const peaks = new Map<number, number>();
      const look = async () => {
        const { rows } = await owner.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
        );
        for (const { pid } of rows)
          peaks.set(pid, Math.max(peaks.get(pid) ?? 0, 1024 ** 2 * memoryUse(pid, 'RssAnon')));
      };
      let isOver = false;
      const looking = (async () => {
        while (!isOver) await look();
      })();
      await work().finally(() => {
        isOver = true;
      });
      await looking;
      return [...peaks.values()];
    },
    async metric(name) {
      const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
      const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1));
    },
    async stop() {
      await owner.end();
      await server.stop();
    },
  };
}
