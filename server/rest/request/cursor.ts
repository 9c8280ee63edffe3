// In charge of reading one parameter from left to right: takes what fits, refuses with the place and what was expected there.
import { parseFailure } from '../errors.ts';

export class Cursor {
  readonly text: string;
  private readonly label: string;
  private position = 0;

  /** `label` says what is read, as in "failed to parse filter"; `text` is the parameter's decoded value. */
  constructor(label: string, text: string) {
    this.label = label;
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The rest of the text, without taking it. */
  get rest(): string {
    return this.text.slice(this.position);
  }

  /** Takes the words if they come next. */
  take(words: string): boolean {
    if (!this.text.startsWith(words, this.position)) return false;
    this.position += words.length;
    return true;
  }

  sees(words: string): boolean {
    return this.text.startsWith(words, this.position);
  }

  /** Takes what the pattern (sticky) matches from here. */
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

  expect(words: string): void {
    if (!this.take(words)) this.fail(`"${words}"`);
  }

  expectEnd(expecting = 'end of input'): void {
    if (!this.isAtEnd) this.fail(expecting);
  }

  fail(expecting: string): never {
    const next = [...this.rest.slice(0, 2)][0];
    const unexpected = next === undefined ? 'end of input' : `"${next}"`;
    throw this.refusal(`unexpected ${unexpected} expecting ${expecting}`);
  }

  /** For what is well formed but not to be had, such as a nesting beyond the limit. */
  refusal(details: string, hint?: string) {
    const place = `(line 1, column ${this.position + 1})`;
    return parseFailure(`"failed to parse ${this.label} (${this.text})" ${place}`, details, hint);
  }
}
