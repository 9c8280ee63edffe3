// The prepared statements of a connection: an LRU cache.
/** A plan takes tens of kilobytes in the backend; the app's requests have about forty statements. */
const MAX_STATEMENTS = 100;

/** What to send before binding the statement: names to close, and whether to parse it. */
export type Preparation = { name: string; close: string[]; parse: boolean };

export class PreparedStatements {
  /** Names by key, the most recently used last. */
  private readonly names = new Map<string, string>();
  private closing: string[] = [];
  private made = 0;

  /** `key` contains the text and the role, because the role's policies are part of the plan. */
  prepare(key: string): Preparation {
    const known = this.names.get(key);
    const name = known ?? `statement_${this.made++}`;
    this.names.delete(key);
    this.names.set(key, name);
    if (this.names.size > MAX_STATEMENTS) {
      const [oldest = ''] = this.names.keys();
      this.forget(oldest);
    }
    const close = this.closing;
    this.closing = [];
    return { name, close, parse: known === undefined };
  }

  /** After an error it is unknown whether the name exists. It is closed, which is harmless if it does not, and not used again. */
  forget(key: string): void {
    const name = this.names.get(key);
    if (name === undefined) return;
    this.names.delete(key);
    this.closing.push(name);
  }
}

const connections = new WeakMap<object, PreparedStatements>();

export function preparedOn(connection: object): PreparedStatements {
  const known = connections.get(connection) ?? new PreparedStatements();
  connections.set(connection, known);
  return known;
}
