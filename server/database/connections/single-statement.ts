// Runs one statement together with its settings in one implicit transaction: one round trip instead of the three of begin, statement and commit.
import pg from 'pg';
import type { DatabaseClient, Wire } from './client.ts';

/** What pg's types leave out of its query. */
type Internals = {
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
};

type Callback = (error: Error | null, result: pg.QueryResult) => void;

const PgQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  callback: Callback,
) => pg.Query & Internals;

/** pg's own query, with the settings bound and executed before it and a single Sync behind both. */
class SingleStatement extends PgQuery {
  private readonly settings: Record<string, string>;
  private hasSettings = false;

  constructor(settings: Record<string, string>, text: string, values: readonly unknown[], callback: Callback) {
    super({ text, values: [...values], queryMode: 'extended' }, callback);
    this.settings = settings;
  }

  override prepare(connection: Wire): void {
    const calls = Object.keys(this.settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    connection.parse({ text: `select ${calls.join(', ')}` });
    connection.bind({ values: Object.values(this.settings) });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.hasSettings) super.handleDataRow(message); // the first row is the settings' own
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.hasSettings) super.handleCommandComplete(message, connection);
    this.hasSettings = true;
  }
}

/** The settings apply to this statement alone. Rejects with pg's DatabaseError or the connection's Error. */
export const runSingleStatement = (
  client: DatabaseClient,
  settings: Record<string, string>,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(new SingleStatement(settings, text, values, callback));
  });
