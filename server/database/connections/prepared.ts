// The prepared statements of a connection: an LRU cache.
/** A plan takes tens of kilobytes in the backend; the app's requests have about forty statements. */
const MAX_STATEMENTS = 100;

/** A longer statement is parsed each time: its plan takes up to 1.5 MB, and a caller could fill the cache of every connection with such. The app's have up to 1,600 characters. */
const MAX_KEY_LENGTH = 2_500;

/** Instructions for the messages before the bind: names to close, and whether to parse. The next statement replaces one without a name. */
export type PreparedUse = { name: string; close: string[]; parse: boolean };

export class PreparedStatements {
  /** Names by key, the most recently used last. */
  private readonly names = new Map<string, string>();
  private closing: string[] = [];
  private preparedCount = 0;

  /** `key` contains the text and the role, because the role's policies are part of the plan. */
  prepare(key: string): PreparedUse {
    const known = this.names.get(key);
    const name = known ?? (key.length > MAX_KEY_LENGTH ? '' : `statement_${this.preparedCount++}`);
    if (name) this.use(key, name);
    const close = this.closing;
    this.closing = [];
    return { name, close, parse: known === undefined };
  }

  private use(key: string, name: string): void {
    this.names.delete(key);
    this.names.set(key, name);
    if (this.names.size <= MAX_STATEMENTS) return;
    const [oldest = ''] = this.names.keys();
    this.forget(oldest);
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
