// Reads a parameter from left to right. Throws with the position and what was expected.
import { parseFailure } from '../errors.ts';

export class Scanner {
  readonly text: string;
  private readonly label: string;
  private position = 0;

  /** `label` completes the message 'failed to parse …'; `text` is the decoded value. */
  constructor(label: string, text: string) {
    this.label = label;
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The remaining text. */
  get rest(): string {
    return this.text.slice(this.position);
  }

  /** Takes the text if it comes next. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.position += text.length;
    return true;
  }

  sees(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  /** Takes what the sticky pattern matches. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found) this.position = pattern.lastIndex;
    return found;
  }

  takeRest(): string {
    const { rest } = this;
    this.position = this.text.length;
    return rest;
  }

  skipSpaces(): void {
    this.match(/[ \t]*/y);
  }

  /** Reads items that commas separate, with spaces around each. */
  readList<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    do {
      this.skipSpaces();
      items.push(read());
      this.skipSpaces();
    } while (this.take(','));
    return items;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`"${text}"`);
  }

  expectEnd(expecting = 'end of input'): void {
    if (!this.isAtEnd) this.fail(expecting);
  }

  fail(expecting: string): never {
    const next = [...this.rest.slice(0, 2)][0];
    const unexpected = next === undefined ? 'end of input' : `"${next}"`;
    throw this.error(`unexpected ${unexpected} expecting ${expecting}`);
  }

  error(details: string, hint?: string) {
    const position = `(line 1, column ${this.position + 1})`;
    return parseFailure(`"failed to parse ${this.label} (${this.text})" ${position}`, details, hint);
  }
}
