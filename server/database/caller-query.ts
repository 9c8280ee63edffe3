// In charge of one round trip: settings and statement are parsed, bound and executed with a single Sync, so that they share one implicit transaction.
import type { Connection, DatabaseError, FieldDef, Submittable } from 'pg';

/** A statement with its parameters as PostgreSQL's text form; null is SQL null. */
export type Statement = { text: string; values: readonly (string | null)[] };

/** Rows with every value in PostgreSQL's text form, and the number that the command tag tells. */
export type TextResult = { rows: Record<string, string | null>[]; rowCount: number };

type Wire = Connection & {
  parsedStatements: Record<string, string>;
  stream: { cork(): void; uncork(): void };
  parse(query: { name?: string; text: string }): void;
  bind(config: { statement?: string; values: readonly (string | null)[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(config: { portal: string }): void;
  sync(): void;
};

/** A submittable query of pg: rejects with DatabaseError or the connection's Error, else resolves with the statement's rows. */
export class CallerQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  private readonly settings: string[];
  private readonly statement: Statement;
  private readonly resolve: (result: TextResult) => void;
  private readonly reject: (error: Error) => void;
  private readonly result: TextResult = { rows: [], rowCount: 0 };
  private columns: string[] = [];
  private completed = 0;

  constructor(
    settings: Record<string, string>,
    statement: Statement,
    resolve: (result: TextResult) => void,
    reject: (error: Error) => void,
  ) {
    const names = Object.keys(settings);
    this.name = nameOf(names);
    this.text = `select ${names.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`;
    this.settings = Object.values(settings);
    this.statement = { text: statement.text, values: statement.values.map(parameter) };
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: Connection): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      if (!wire.parsedStatements[this.name]) wire.parse({ name: this.name, text: this.text });
      wire.bind({ statement: this.name, values: this.settings });
      wire.execute({ portal: '' });
      wire.parse({ text: this.statement.text });
      wire.bind({ values: this.statement.values });
      wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '' });
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.columns = fields.map((field) => field.name);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.completed === 0) return; // the settings' own row
    this.result.rows.push(Object.fromEntries(this.columns.map((column, index) => [column, fields[index] ?? null])));
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.completed += 1;
    this.result.rowCount = Number(text.split(' ').at(-1)) || 0;
  }

  handleEmptyQuery(): void {}

  handleError(error: DatabaseError | Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.result);
  }
}

const statementNames = new Map<string, string>();

/** One prepared statement for each list of settings; the list itself would exceed the 63 bytes that PostgreSQL keeps of a name. */
function nameOf(settings: readonly string[]): string {
  const list = settings.join(',');
  const name = statementNames.get(list) ?? `settings_${statementNames.size}`;
  statementNames.set(list, name);
  return name;
}

/** A throw in the middle of a bind would leave the connection waiting for ever, so every value is text before the first byte is sent. */
function parameter(value: string | null): string | null {
  return value === null ? null : String(value);
}
