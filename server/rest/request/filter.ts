// Parses the value of a filter: negation, operator and operand, as in `not.in.(a,b)`.

import { type Field, readName, readQuoted } from './names.ts';
import { Scanner } from './scanner.ts';

const comparisons = [
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'isdistinct'] as const),
  ...(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const),
] as const;
const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const;
const states = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
const quantifiable = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);

export type Comparison = (typeof comparisons)[number];
export type Search = (typeof searches)[number];
type ColumnState = (typeof states)[number];

export type Test =
  | { kind: 'comparison'; operator: Comparison; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'membership'; values: string[] }
  | { kind: 'state'; state: ColumnState }
  | { kind: 'search'; operator: Search; language?: string; value: string };

export type Filter = { kind: 'filter'; field: Field; isNegated: boolean; test: Test };

const expectedOperator = '"not" or operator (eq, gt, ...)';

/** Whether a value has the form of a filter; otherwise it is an argument of a function. */
export function looksLikeFilter(value: string): boolean {
  const word = /^(?:not\.)?([a-z_]+)(?:\([^)]*\))?\./.exec(value)?.[1];
  return word === 'in' || word === 'is' || isOneOf(comparisons, word) || isOneOf(searches, word);
}

export function parseFilter(field: Field, value: string): Filter {
  const scanner = new Scanner('filter', value);
  const filter = readFilter(scanner, field, () => scanner.takeRest());
  scanner.expectEnd();
  return filter;
}

/** Parses a filter after its field. `readValue` reads an operand, which within a tree ends at `,` or `)`. */
export function readFilter(scanner: Scanner, field: Field, readValue: () => string): Filter {
  const isNegated = scanner.take('not.');
  return { kind: 'filter', field, isNegated, test: readTest(scanner, readValue) };
}

function readTest(scanner: Scanner, readValue: () => string): Test {
  const word = /^([a-z]+)(?=[.(])/.exec(scanner.rest)?.[1];
  if (word === undefined) return scanner.fail(expectedOperator);
  if (word === 'in' && scanner.take('in.')) return { kind: 'membership', values: readList(scanner) };
  if (word === 'is' && scanner.take('is.')) return { kind: 'state', state: readState(scanner) };
  if (isOneOf(comparisons, word) && scanner.take(word)) {
    const quantifier = readQuantifier(scanner, word);
    scanner.expect('.');
    return { kind: 'comparison', operator: word, quantifier, value: readValue() };
  }
  if (isOneOf(searches, word) && scanner.take(word)) {
    const language = readLanguage(scanner);
    scanner.expect('.');
    return { kind: 'search', operator: word, language, value: readValue() };
  }
  return scanner.fail(expectedOperator);
}

function readQuantifier(scanner: Scanner, operator: string): 'any' | 'all' | undefined {
  if (!quantifiable.has(operator)) return undefined;
  return scanner.take('(any)') ? 'any' : scanner.take('(all)') ? 'all' : undefined;
}

function readLanguage(scanner: Scanner): string | undefined {
  if (!scanner.take('(')) return undefined;
  const language = readName(scanner);
  scanner.expect(')');
  return language;
}

function readState(scanner: Scanner): ColumnState {
  const word = scanner.match(/(?:null|not_null|true|false|unknown)(?=[,)\s]|$)/iy)?.[0].toLowerCase();
  return isOneOf(states, word) ? word : scanner.fail('null or trilean value (unknown, true, false)');
}

function readList(scanner: Scanner): string[] {
  scanner.skipSpaces();
  scanner.expect('(');
  const values: string[] = [];
  do values.push(readListElement(scanner));
  while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpaces();
  return values.length === 1 && values[0] === '' ? [] : values;
}

function readListElement(scanner: Scanner): string {
  return readQuotedElement(scanner) ?? scanner.match(/[^,)]*/y)?.[0] ?? '';
}

/** An element is quoted only if it also ends with the quote: `"a"b` is taken literally. */
function readQuotedElement(scanner: Scanner): string | null {
  return /^"(?:[^"\\]|\\.)*"(?=[,)]|$)/su.test(scanner.rest) ? readQuoted(scanner) : null;
}

/** An operand within a tree: quoted, in braces, or up to the next `,` or `)`. */
export function readTreeOperand(scanner: Scanner): string {
  return readQuotedElement(scanner) ?? readBraces(scanner) ?? scanner.match(/[^,)]*/y)?.[0] ?? '';
}

/** The caller rejects anything but `,` or `)` after the closing brace. */
function readBraces(scanner: Scanner): string | null {
  return scanner.match(/\{[^{}]*\}/y)?.[0] ?? null;
}

function isOneOf<Word extends string>(words: readonly Word[], word: string | undefined): word is Word {
  return (words as readonly (string | undefined)[]).includes(word);
}
