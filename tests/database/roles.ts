// In charge of who acts: two customers, the people around them and one row of everything for each customer, in a clone of the migrated database. What a test does is rolled back at its end.
import pg from 'pg';
import { cloneDatabase } from '../support/database.ts';
import { populate } from '../support/population.ts';

/** The five that the rights speak of; `colleague` is a second admin, `service` the server's own role on a hosted project. */
export const persons = ['admin', 'member', 'neighbour', 'stranger', 'anonymous'] as const;
export type Person = (typeof persons)[number] | 'colleague' | 'service';

type Row = Record<string, unknown>;

export type Stage = {
  /** From here on the statements are this person's, or with `owner` the database owner's again. */
  become(who: Person | 'owner', options?: { claims?: Row; headers?: Row }): Promise<void>;
  query<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** What comes back of one statement: its first column with ids as names, `none` without rows, or SQLSTATE and message of the refusal. */
  outcome(text: string, values?: unknown[]): Promise<string>;
};

export type World = {
  /** Ids by name: of the persons, of the customers `acme` and `globex`, and `acme lead` and the like. */
  id(name: string): string;
  /** Runs a test's statements in one transaction, which is rolled back. */
  play<T>(work: (stage: Stage) => Promise<T>): Promise<T>;
  /** A connection of the owner that commits, for what one transaction cannot show. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

/** The member belongs to Acme, the neighbour to Globex; every person's session has the person's own id. */
export async function openWorld(): Promise<World> {
  const clone = await cloneDatabase();
  const connect = async () => {
    const client = new pg.Client({ connectionString: clone.url });
    await client.connect();
    return client;
  };
  const client = await connect();
  const ids = await populate(client);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const id = (name: string) => {
    const found = ids.get(name);
    if (!found) throw new Error(`Nobody and nothing is called ${name}`);
    return found;
  };

  async function become(who: Person | 'owner', { claims = {}, headers = {} } = {}): Promise<void> {
    await client.query('reset role');
    if (who === 'owner') return;
    const role = who === 'anonymous' ? 'anon' : who === 'service' ? 'service_role' : 'authenticated';
    const token = role === 'authenticated' ? { sub: id(who), session_id: id(who), aal: 'aal1' } : {};
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.headers', $2, true), set_config('role', $3, true)`,
      [JSON.stringify({ role, ...token, ...claims }), JSON.stringify(headers), role],
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
      return `${code} ${message}`;
    }
  }

  return {
    id,
    connect,
    play: async (work) => {
      await client.query('begin');
      try {
        return await work({ become, query, outcome });
      } finally {
        await client.query('rollback');
      }
    },
    close: async () => {
      await client.end();
      await clone.drop();
    },
  };
}

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
