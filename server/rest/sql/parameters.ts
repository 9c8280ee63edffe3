// Keeps values out of the SQL text: numbered parameters and quoted identifiers.
import { SCHEMA } from '../errors.ts';

export class Parameters {
  readonly values: string[] = [];

  /** Returns the placeholder of a value, whose type the context determines. */
  add(value: string): string {
    return `$${this.values.push(value)}`;
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const qualified = (name: string): string => `${quoted(SCHEMA)}.${quoted(name)}`;

export const quoteColumn = (alias: string, column: string): string => `${quoted(alias)}.${quoted(column)}`;
