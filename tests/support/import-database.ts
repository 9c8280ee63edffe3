// Imports in the database: signed-in users on their own connections, and import_rows called as the row API calls it.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Clone, cloneDatabase } from './database.ts';

/** A cleaned row with its number in the file. */
export type NumberedRow = { row: number } & Record<string, string | number | null | string[] | Record<string, string>>;
export type ImportAnswer = {
  importId: string;
  successfulRows: number;
  duplicateRows: number;
  errorRows: number;
  errors: { row: number; error: string }[];
  updatedRows?: number;
  companiesCreated: number;
};
export type ImportCall = Partial<{
  customer: string;
  type: 'leads' | 'companies';
  fileName: string;
  firstRow: number;
  hash: string;
  rows: NumberedRow[];
  errors: { row: number; sheet_row?: number; error: string; cells: string[] }[];
  audience: string;
  importId: string;
  dryRun: boolean;
  correctedRows: number[];
  updating: { mode: 'fill' | 'update'; fields: string[] };
}>;

/** Numbers rows as in a file. */
export const numbered = (rows: Omit<NumberedRow, 'row'>[], firstRow = 2): NumberedRow[] =>
  rows.map((row, index) => ({ row: firstRow + index, ...row }));

export class ImportDatabase {
  readonly owner: pg.Client;
  private readonly clone: Clone;
  private readonly clients: pg.Client[] = [];

  private constructor(clone: Clone, owner: pg.Client) {
    this.clone = clone;
    this.owner = owner;
  }

  static async open(): Promise<ImportDatabase> {
    const clone = await cloneDatabase();
    const owner = new pg.Client({ connectionString: clone.url });
    await owner.connect();
    return new ImportDatabase(clone, owner);
  }

  async close(): Promise<void> {
    await Promise.all([this.owner, ...this.clients].map((client) => client.end()));
    await this.clone.drop();
  }

  /** Opens a connection of a new user with this role. */
  async signIn(role: 'admin' | 'customer'): Promise<pg.Client> {
    const [user, session] = [randomUUID(), randomUUID()];
    await this.owner.query('insert into auth.users (id, email) values ($1, $2)', [user, `${user}@example.test`]);
    await this.owner.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [
      session,
      user,
    ]);
    await this.owner.query('insert into public.user_roles (user_id, role) values ($1, $2)', [user, role]);
    const client = new pg.Client({ connectionString: this.clone.url });
    await client.connect();
    this.clients.push(client);
    const claims = { sub: user, session_id: session, role: 'authenticated', aal: 'aal1' };
    await client.query(
      `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)`,
      [JSON.stringify(claims)],
    );
    return client;
  }

  async newCustomer(): Promise<string> {
    const { rows } = await this.owner.query(`insert into public.customers (name) values ('Acme') returning id`);
    return rows[0].id;
  }

  /** The stored rows' numbers in the file, derived from created_at. */
  async storedRows(type: 'leads' | 'companies', customer: string): Promise<number[]> {
    const { rows } = await this.owner.query(
      `select (extract(epoch from i.created_at - t.created_at) * 1000000)::int as file_row
       from public.${type} t join public.imports i on i.id = t.import_id
       where t.customer_id = $1 and i.import_type = $2 order by t.created_at desc`,
      [customer, type],
    );
    return rows.map(({ file_row }) => file_row);
  }
}

/** Calls import_rows as a user. */
export async function importRows(user: pg.Client, call: ImportCall & { customer: string }): Promise<ImportAnswer> {
  const { rows } = await user.query(
    `select public.import_rows(
       customer_id => $1, file_name => $11, import_type => $2, first_row => $3, hash => $4, headers => '["Name"]',
       mapping => '{"Name": "name"}', rows => $5, errors => $6, audience => $7, import_id => $8, dry_run => $9,
       corrected_rows => $10, updating => $12, sources => $13
     ) as answer`,
    [
      call.customer,
      call.type ?? 'leads',
      call.firstRow ?? call.rows?.[0]?.row ?? 2,
      call.hash ?? 'hash',
      JSON.stringify((call.rows ?? []).map(({ cells: _, ...row }) => row)),
      JSON.stringify(call.errors ?? []),
      call.audience ?? null,
      call.importId ?? null,
      call.dryRun ?? false,
      call.correctedRows ?? null,
      call.fileName ?? 'contacts.csv',
      call.updating ?? null,
      JSON.stringify((call.rows ?? []).flatMap(({ row, cells }) => (cells ? [{ row, cells }] : []))),
    ],
  );
  return rows[0].answer;
}
