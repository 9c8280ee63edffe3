// In charge of which statements a connection has prepared: those last used keep their plans, the others make room.

/** A plan takes some tens of kilobytes of the backend's memory, and the app's own requests have some forty shapes. */
const MOST = 100;

/** What is to be sent before a statement is bound by its name: names to close, and whether it has to be parsed. */
export type Preparation = { name: string; close: string[]; parse: boolean };

export class PreparedStatements {
  /** Names by statement, the last used at the end. */
  private readonly names = new Map<string, string>();
  private closing: string[] = [];
  private made = 0;

  /** A statement is known by `key`, which tells its text and the role that runs it, whose policies are part of its plan. */
  prepare(key: string): Preparation {
    const known = this.names.get(key);
    const name = known ?? `statement_${this.made++}`;
    this.names.delete(key);
    this.names.set(key, name);
    const [oldest] = this.names.keys();
    if (oldest !== undefined && this.names.size > MOST) this.forget(oldest);
    const close = this.closing;
    this.closing = [];
    return { name, close, parse: known === undefined };
  }

  /** After an error nobody knows whether the name is taken: it is closed, which is harmless where it is not, and another one made. */
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
