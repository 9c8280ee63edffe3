// Parses the value of a filter: negation, operator and operand, as in `not.in.(a,b)`.
import { Cursor } from './cursor.ts';
import { type Field, readName, readQuoted } from './names.ts';

const comparisons = [
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'isdistinct'] as const),
  ...(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const),
] as const;
const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const;
const states = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
const quantifiable = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);

export type Comparison = (typeof comparisons)[number];
export type Search = (typeof searches)[number];
type State = (typeof states)[number];

export type Test =
  | { kind: 'comparison'; operator: Comparison; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'membership'; values: string[] }
  | { kind: 'state'; state: State }
  | { kind: 'search'; operator: Search; language?: string; value: string };

export type Filter = { kind: 'filter'; field: Field; isNegated: boolean; test: Test };

const expectedOperator = '"not" or operator (eq, gt, ...)';

/** Whether a value has the form of a filter; otherwise it is an argument of a function. */
export function looksLikeFilter(value: string): boolean {
  const word = /^(?:not\.)?([a-z_]+)(?:\([^)]*\))?\./.exec(value)?.[1];
  return word === 'in' || word === 'is' || isOneOf(comparisons, word) || isOneOf(searches, word);
}

export function parseFilter(field: Field, value: string): Filter {
  const cursor = new Cursor('filter', value);
  const filter = readFilter(cursor, field, () => cursor.takeRest());
  cursor.expectEnd();
  return filter;
}

/** Parses a filter after its field. `readValue` reads an operand, which within a tree ends at `,` or `)`. */
export function readFilter(cursor: Cursor, field: Field, readValue: () => string): Filter {
  const isNegated = cursor.take('not.');
  return { kind: 'filter', field, isNegated, test: readTest(cursor, readValue) };
}

function readTest(cursor: Cursor, readValue: () => string): Test {
  const word = /^([a-z]+)(?=[.(])/.exec(cursor.rest)?.[1];
  if (word === undefined) return cursor.fail(expectedOperator);
  if (word === 'in' && cursor.take('in.')) return { kind: 'membership', values: readList(cursor) };
  if (word === 'is' && cursor.take('is.')) return { kind: 'state', state: readState(cursor) };
  if (isOneOf(comparisons, word) && cursor.take(word)) {
    const quantifier = readQuantifier(cursor, word);
    cursor.expect('.');
    return { kind: 'comparison', operator: word, quantifier, value: readValue() };
  }
  if (isOneOf(searches, word) && cursor.take(word)) {
    const language = readLanguage(cursor);
    cursor.expect('.');
    return { kind: 'search', operator: word, language, value: readValue() };
  }
  return cursor.fail(expectedOperator);
}

function readQuantifier(cursor: Cursor, operator: string): 'any' | 'all' | undefined {
  if (!quantifiable.has(operator)) return undefined;
  return cursor.take('(any)') ? 'any' : cursor.take('(all)') ? 'all' : undefined;
}

function readLanguage(cursor: Cursor): string | undefined {
  if (!cursor.take('(')) return undefined;
  const language = readName(cursor);
  cursor.expect(')');
  return language;
}

function readState(cursor: Cursor): State {
  const word = cursor.match(/(?:null|not_null|true|false|unknown)(?=[,)\s]|$)/iy)?.[0].toLowerCase();
  return isOneOf(states, word) ? word : cursor.fail('null or trilean value (unknown, true, false)');
}

function readList(cursor: Cursor): string[] {
  cursor.skipSpaces();
  cursor.expect('(');
  const values: string[] = [];
  do values.push(readListElement(cursor));
  while (cursor.take(','));
  cursor.expect(')');
  cursor.skipSpaces();
  return values.length === 1 && values[0] === '' ? [] : values;
}

function readListElement(cursor: Cursor): string {
  return readQuotedElement(cursor) ?? cursor.match(/[^,)]*/y)?.[0] ?? '';
}

/** An element is quoted only if it also ends with the quote: `"a"b` is taken literally. */
function readQuotedElement(cursor: Cursor): string | null {
  return /^"(?:[^"\\]|\\.)*"(?=[,)]|$)/su.test(cursor.rest) ? readQuoted(cursor) : null;
}

/** An operand within a tree: quoted, in braces, or up to the next `,` or `)`. */
export function readTreeOperand(cursor: Cursor): string {
  return readQuotedElement(cursor) ?? readBraces(cursor) ?? cursor.match(/[^,)]*/y)?.[0] ?? '';
}

/** The caller rejects anything but `,` or `)` after the closing brace. */
function readBraces(cursor: Cursor): string | null {
  return cursor.match(/\{[^{}]*\}/y)?.[0] ?? null;
}

function isOneOf<Word extends string>(words: readonly Word[], word: string | undefined): word is Word {
  return (words as readonly (string | undefined)[]).includes(word);
}
