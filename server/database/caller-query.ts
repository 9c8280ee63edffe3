// A pg query that sends settings and statement with a single Sync: one round trip, one implicit transaction, both prepared.
import type { Connection, DatabaseError, FieldDef, Submittable } from 'pg';
import { preparedOn } from './prepared.ts';

/** Parameters are in PostgreSQL's text format; null is SQL null. */
export type Statement = { text: string; values: readonly (string | null)[] };

/** Values are in PostgreSQL's text format, in the order of the columns. */
export type TextResult = { columns: string[]; rows: (string | null)[][] };

type Wire = Connection & {
  stream: { cork(): void; uncork(): void };
  close(what: { type: 'S'; name: string }): void;
  parse(query: { name?: string; text: string }): void;
  bind(config: { statement?: string; values: readonly (string | null)[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(config: { portal: string }): void;
  sync(): void;
};

/** Resolves with the rows of the statement, or rejects with DatabaseError or the connection's Error. */
export class CallerQuery implements Submittable {
  private readonly settings: Statement;
  private readonly statement: Statement;
  private readonly role: string | undefined;
  private readonly resolve: (result: TextResult) => void;
  private readonly reject: (error: Error) => void;
  private readonly result: TextResult = { columns: [], rows: [] };
  private hasSettings = false;
  private forget = () => {};

  constructor(
    settings: Record<string, string>,
    statement: Statement,
    resolve: (result: TextResult) => void,
    reject: (error: Error) => void,
  ) {
    const calls = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    this.settings = { text: `select ${calls.join(', ')}`, values: Object.values(settings).map(parameter) };
    this.statement = { text: statement.text, values: statement.values.map(parameter) };
    this.role = settings.role;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: Connection): void {
    const wire = connection as Wire;
    const statements = preparedOn(connection);
    const bind = (key: string, { text, values }: Statement) => {
      const { name, close, parse } = statements.prepare(key);
      for (const name of close) wire.close({ type: 'S', name });
      if (parse) wire.parse({ name, text });
      wire.bind({ statement: name, values });
    };
    const keys = [this.settings.text, `${this.role} ${this.statement.text}`] as const;
    this.forget = () => {
      for (const key of keys) statements.forget(key);
    };
    wire.stream.cork();
    try {
      bind(keys[0], this.settings);
      wire.execute({ portal: '' });
      bind(keys[1], this.statement);
      wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '' });
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.result.columns = fields.map((field) => field.name);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.hasSettings) this.result.rows.push(fields); // the first result is that of the settings
  }

  handleCommandComplete(): void {
    this.hasSettings = true;
  }

  handleEmptyQuery(): void {}

  handleError(error: DatabaseError | Error): void {
    this.forget();
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.result);
  }
}

/** Converts every value before the first byte is sent: an exception during a bind would leave the connection waiting. */
function parameter(value: string | null): string | null {
  return value === null ? null : String(value);
}
