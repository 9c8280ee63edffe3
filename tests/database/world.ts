import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { MemberRole } from '#domain/member-roles.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { populate } from '../support/population.ts';

/** The callers whose rights are tested. `colleague` is a second administrator, `service` the role of the service key. */
export const callers = ['admin', 'member', 'neighbour', 'stranger', 'anonymous'] as const;
/** Guests by review links of Acme: of everything, of the audience of its lead, and of everything until a day ago. */
export const guestCallers = ['guest', 'audience guest', 'ended guest'] as const;
export type Caller = (typeof callers)[number] | (typeof guestCallers)[number] | 'colleague' | 'service';

const isGuest = (caller: string) => guestCallers.some((guest) => guest === caller);

type Row = Record<string, unknown>;

export type Transaction = {
  /** Runs the following statements as this caller, or with `owner` as the owner of the database. */
  actAs(caller: Caller | 'owner', options?: { claims?: Row; headers?: Row }): Promise<void>;
  query<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  /**
   * The result of one statement as text: its first column with ids as names, `none` without rows, or SQLSTATE and message of the error.
   * The transaction continues after an error.
   */
  outcome(text: string, values?: unknown[]): Promise<string>;
};

type OutcomesOptions = {
  prepare?: (transaction: Transaction, caller: Caller) => Promise<unknown>;
  /** Further claims of the caller's token. */
  claims?: Partial<Record<Caller, Row>>;
  /** Who acts, by default `callers`. */
  by?: readonly Caller[];
};

export type World = {
  /** The id of a caller, of the customers `acme` and `globex`, and of their rows: `acme lead` and the like. */
  id(name: string): string;
  /** Replaces `:acme`, `:acme campaign` and the like in SQL with their ids. */
  withIds(text: string): string;
  /** Runs a test's statements in one transaction and rolls it back. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * The outcome of one statement, with `:acme` and the like, for each caller: each acts in a transaction of its own,
   * after `prepare` has acted as the owner.
   */
  outcomes(text: string, values?: unknown[], options?: OutcomesOptions): Promise<Record<Caller, string>>;
  /** The outcome of one statement, with `:acme` and the like, for the member in this role. */
  outcomeInRole(role: MemberRole, text: string): Promise<string>;
  /** A connection of the owner that can commit. The test closes it. */
  connect(): Promise<pg.Client>;
};

/**
 * Two customers, their users and one row of everything for each customer, in a database of this test file.
 * The member belongs to Acme, the neighbour to Globex. The id of a user's session is the user's id.
 */
export function setUpWorld(): World {
  let clone: Clone;
  let client: pg.Client;
  let ids: Map<string, string>;
  let names: Map<string, string>;
  let isDistributed: boolean;

  const connect = async () => {
    const connection = new pg.Client({ connectionString: clone.url });
    await connection.connect();
    return connection;
  };

  beforeAll(async () => {
    clone = await cloneDatabase();
    client = await connect();
    const { rowCount } = await client.query(`select where to_regprocedure('private.enter()') is not null`);
    isDistributed = rowCount === 1;
    ids = await populate(client);
    names = new Map([...ids].map(([name, id]) => [id, name]));
  });
  afterAll(async () => {
    await client?.end();
    await clone?.drop();
  });

  const id = (name: string) => {
    const found = ids.get(name);
    if (!found) throw new Error(`The test world has no ${name}.`);
    return found;
  };

  function withIds(text: string): string {
    const longestFirst = [...ids.keys()].sort((one, other) => other.length - one.length);
    return text.replace(new RegExp(`(?<!:):(${longestFirst.join('|')})\\b`, 'g'), (_, name: string) => `'${id(name)}'`);
  }

  async function actAs(caller: Caller | 'owner', { claims = {}, headers = {} } = {}): Promise<void> {
    await client.query('reset role');
    if (caller === 'owner') return;
    const role = caller === 'anonymous' ? 'anon' : caller === 'service' ? 'service_role' : 'authenticated';
    const token = role === 'authenticated' ? { sub: id(caller), session_id: id(caller), aal: 'aal1' } : {};
    const guest = isGuest(caller) ? { app_metadata: { review_link: id(caller) } } : {};
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.headers', $2, true), ${isDistributed ? 'private.enter(),' : ''}
        set_config('role', $3, true)`,
      [JSON.stringify({ role, ...token, ...guest, ...claims }), JSON.stringify(headers), role],
    );
  }

  const query = async <T extends Row>(text: string, values?: unknown[]) => (await client.query<T>(text, values)).rows;

  async function outcome(text: string, values?: unknown[]): Promise<string> {
    await client.query('savepoint statement');
    try {
      const { rows } = await client.query({ text, values, rowMode: 'array' });
      await client.query('release savepoint statement');
      const found = rows.map(([value]) => names.get(value) ?? (isId(value) ? 'new' : String(value)));
      return found.sort().join(' ') || 'none';
    } catch (error) {
      await client.query('rollback to savepoint statement');
      const { code, message } = error as pg.DatabaseError;
      return `${code} ${isDistributed ? message.replace(SHARD_NUMBER, '') : message}`;
    }
  }

  async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await client.query('begin');
    try {
      return await work({ actAs, query, outcome });
    } finally {
      await client.query('rollback');
    }
  }

  async function outcomes(
    text: string,
    values?: unknown[],
    { prepare, claims = {}, by = callers }: OutcomesOptions = {},
  ) {
    const found = {} as Record<Caller, string>;
    for (const caller of by) {
      found[caller] = await transaction(async (opened) => {
        await prepare?.(opened, caller);
        await actAs(caller, { claims: claims[caller] });
        return outcome(withIds(text), values);
      });
    }
    return found;
  }

  const outcomeInRole = (role: MemberRole, text: string) =>
    transaction(async (opened) => {
      await query('update public.customer_users set role = $1 where user_id = $2', [role, id('member')]);
      await actAs('member');
      return opened.outcome(withIds(text));
    });

  return { id, withIds, connect, transaction, outcomes, outcomeInRole };
}

/** All rows of a list, read page by page. */
export async function readPages<Row>(read: (after: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.at(-1));
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

/** The number of a shard of a distributed database, as in leads_102008. */
const SHARD_NUMBER = /(?<=[a-z])_\d{6,}(?=")/g;

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
