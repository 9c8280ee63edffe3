import { describe, expect, test } from 'vitest';
import { queryLimits } from '#server/limits.ts';
import { requireBoundedQuery } from './bounded-query.ts';
import { parseQuery } from './query.ts';

const bounded = (raw: string, limits = {}) => requireBoundedQuery(parseQuery(raw), { ...queryLimits, ...limits });

const many = (count: number, text: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

const nested = (count: number) => many(count, (index) => `a${index}.eq.1`);

describe('the bounds of a query', () => {
  test.each([
    ['conditions', 70, (count: number) => many(count, () => 'a=eq.1', '&')],
    ['values in lists', 2_000, (count: number) => `a=in.(${many(count, String)})`],
    ['patterns', 20, (count: number) => many(count, (index) => `a=like.${index}*`, '&')],
    ['full-text searches', 2, (count: number) => many(count, () => 'a=fts.x', '&')],
    ['selected items', 200, (count: number) => `select=${many(count, (index) => `a${index}`)}`],
    ['selections of one column', 10, (count: number) => `select=b,c(${many(count, () => 'a')},b)`],
    ['selections of one column', 10, (count: number) => `select=a,${many(count, () => '*')}`],
    ['aliases', 10, (count: number) => `select=${many(count, (index) => `a${index}:b${index}`)}`],
    ['casts', 10, (count: number) => `select=${many(count, (index) => `a${index}::text`)}`],
    ['steps in JSON paths', 20, (count: number) => `select=a${many(count, () => '->b', '')}`],
    ['embedded resources', 20, (count: number) => `select=${many(count, () => 'b(id)')}`],
    ['order terms', 20, (count: number) => `order=${many(count, () => 'a')}`],
    ['names in columns', 70, (count: number) => `columns=${many(count, (index) => `a${index}`)}`],
    ['names in on_conflict', 10, (count: number) => `on_conflict=${many(count, (index) => `a${index}`)}`],
  ])('the number of %s in a query is at most %i', (what, most, query) => {
    expect(() => bounded(query(most))).not.toThrow();
    expect(() => bounded(query(most + 1))).toThrow(`The request has ${most + 1} ${what}, at most ${most}`);
  });

  test.each([
    ['a pattern', 420, 'pattern', (length: number) => `a=like.${'x'.repeat(length - 1)}*`],
    ['a quantified pattern', 420, 'pattern', (length: number) => `a=ilike(any).{b,${'x'.repeat(length - 1)}%25}`],
    ['a search', 500, 'full-text search', (length: number) => `a=wfts(english).${'x'.repeat(length)}`],
    ['a regular expression', 100, 'regular expression', (length: number) => `a=match.${'x'.repeat(length)}`],
  ])('%s has at most %i characters', (_, most, what, query) => {
    expect(() => bounded(query(most))).not.toThrow();
    expect(() => bounded(query(most + 1))).toThrow(
      `A ${what} of the request has ${most + 1} characters, at most ${most}`,
    );
  });

  test('a pattern without a wildcard may have any length', () => {
    expect(() => bounded(`a=ilike.${'\\%25\\_x'.repeat(200)}`)).not.toThrow();
  });
});

test.each([
  ['parameters and trees', `a=eq.1&or=(${nested(68)})`, 70],
  ['embedded resources', `b.or=(${nested(68)})&b.a=eq.1`, 70],
])('conditions count in %s', (_, query, count) => {
  expect(() => bounded(query)).not.toThrow();
  expect(() => bounded(`${query}&a=eq.2`)).toThrow(`The request has ${count + 1} conditions, at most ${count}`);
});

test.each([
  ['all lists', `a=in.(${many(1_500, String)})&b=in.(${many(501, String)})`],
  ['quantified comparisons', `a=eq(any).{${many(2_001, String)}}`],
  ['arrays', `a=cs.{${many(2_001, String)}}`],
])('values count in %s', (_, query) => {
  expect(() => bounded(query)).toThrow('The request has 2001 values in lists, at most 2000');
});

describe('the regular expressions of a query', () => {
  test.each([
    'a=match.x',
    'a=imatch.x',
    'a=not.match.x',
    'a=match(any).{x}',
    'a=not.imatch(all).{"x"}',
    'a->>b=match.x',
    'or=(a.eq.1,a.match.x)',
    'and=(a.eq.1,or(a.not.imatch.x,b.eq.1))',
    'not.or=(not.a.match(any).{x},b.eq.1)',
    'b.a=match.x',
    'b.c.or=(a.match.x,a.eq.1)',
  ])('%s is a regular expression', (query) => {
    expect(bounded(query)).toEqual({ hasRegex: true });
    expect(() => bounded(query, { regexes: 0 })).toThrow(
      'Regular expressions (match, imatch) are not available without signing in',
    );
    expect(() => bounded(`${query}&z=match.y`)).toThrow('The request has 2 regular expressions, at most 1');
  });

  test('each element of an array is a regular expression', () => {
    expect(() => bounded('a=match(any).{x,"y,z"}')).toThrow('The request has 2 regular expressions, at most 1');
    expect(bounded('a=match(any).{"y,{1}\\",z"}')).toEqual({ hasRegex: true });
  });

  test('a query may be without any regular expression', () => {
    expect(bounded('a=eq.match.x&b=like.match*&select=match')).toEqual({ hasRegex: false });
  });
});
