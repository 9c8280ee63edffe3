// A pg query that sends settings and statement with a single Sync: one round trip and one transaction, all prepared.
import type { Connection, DatabaseError, FieldDef, Submittable } from 'pg';
import type { Wire } from './client.ts';
import { JoinedRows } from './joined-rows.ts';
import { preparedOn } from './prepared.ts';

/** Parameters are in PostgreSQL's text format; null is SQL null. */
export type Statement = { text: string; values: readonly (string | null)[] };

/**
 * `implicit`: one Sync is one transaction. `explicit`: the same between BEGIN and COMMIT, because Citus sends settings to its workers only in a
 * transaction block. `open`: in a transaction block of the caller of this module.
 */
export type TransactionBlock = 'implicit' | 'explicit' | 'open';

export type CallerQueryOptions = {
  settings: Record<string, string>;
  statement: Statement;
  /** Text between the values of the first column of the result. */
  separator?: string | undefined;
  block: TransactionBlock;
  /** Whether the settings are followed by `private.enter()`, which exists in a distributed database only. */
  callsEnter: boolean;
};

const BEGIN: Statement = { text: 'begin', values: [] };
const COMMIT: Statement = { text: 'commit', values: [] };

/**
 * Resolves with the rows of the statement, or rejects with DatabaseError or the connection's Error. In an explicit block it resolves after COMMIT;
 * after an error the block is still open.
 */
export class CallerQuery implements Submittable {
  private readonly statements: { key: string; statement: Statement }[];
  /** The index of the caller's statement. */
  private readonly target: number;
  private readonly block: TransactionBlock;
  private readonly resolve: (result: JoinedRows) => void;
  private readonly reject: (error: Error) => void;
  private readonly result: JoinedRows;
  private tags: string[] = [];
  private forget = () => {};

  constructor(
    { settings, statement, separator, block, callsEnter }: CallerQueryOptions,
    resolve: (result: JoinedRows) => void,
    reject: (error: Error) => void,
  ) {
    const calls = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    if (callsEnter) calls.push('private.enter()');
    const list: Statement[] = [{ text: `select ${calls.join(', ')}`, values: Object.values(settings).map(parameter) }];
    if (block === 'explicit') list.unshift(BEGIN);
    this.target = list.push({ text: statement.text, values: statement.values.map(parameter) }) - 1;
    if (block === 'explicit') list.push(COMMIT);
    this.statements = list.map((statement, index) => ({
      key: index === this.target ? `${settings.role} ${statement.text}` : statement.text,
      statement,
    }));
    this.result = new JoinedRows(separator);
    this.block = block;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: Connection): void {
    const wire = connection as Wire;
    const prepared = preparedOn(connection);
    const bind = (key: string, { text, values }: Statement) => {
      const { name, close, parse } = prepared.prepare(key);
      for (const name of close) wire.close({ type: 'S', name });
      if (parse) wire.parse({ name, text });
      wire.bind({ statement: name, values });
    };
    this.forget = () => {
      for (const { key } of this.statements) prepared.forget(key);
    };
    wire.stream.cork();
    try {
      for (const [index, { key, statement }] of this.statements.entries()) {
        bind(key, statement);
        if (index === this.target) wire.describe({ type: 'P', name: '' });
        wire.execute({ portal: '' });
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.result.columns = fields.map((field) => field.name);
  }

  /** Takes the content of a DataRow message, which pg does not parse. */
  handleRow(chunk: Buffer, start: number, end: number): void {
    if (this.tags.length === this.target) this.result.add(chunk, start, end); // the settings have a row too
  }

  handleDataRow(): void {}

  handleCommandComplete({ text }: { text: string }): void {
    this.tags.push(text);
  }

  handleEmptyQuery(): void {}

  handleError(error: DatabaseError | Error): void {
    this.forget();
    this.reject(error);
  }

  /** COMMIT of a failed transaction succeeds with the tag ROLLBACK. */
  handleReadyForQuery(): void {
    if (this.block === 'explicit' && this.tags.at(-1) !== 'COMMIT') {
      this.reject(new Error(`The transaction ended with ${this.tags.at(-1)} instead of COMMIT.`));
    } else this.resolve(this.result);
  }
}

/** Converts every value before the first byte is sent: an exception during a bind would leave the connection waiting. */
function parameter(value: string | null): string | null {
  return value === null ? null : String(value);
}
