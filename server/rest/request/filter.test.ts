import { describe, expect, test } from 'vitest';
import { looksLikeFilter, parseFilter } from './filter.ts';

const field = { name: 'a', path: [] };
const comparison = (operator: string, value: string, more = {}) => ({ kind: 'comparison', operator, value, ...more });

describe('a filter', () => {
  test.each([
    ['eq.1', comparison('eq', '1')],
    ['eq.', comparison('eq', '')],
    ['eq.not.a.b', comparison('eq', 'not.a.b')],
    ['like.*a,b)*', comparison('like', '*a,b)*')],
    ['eq(any).{1,2}', comparison('eq', '{1,2}', { quantifier: 'any' })],
    ['ilike(all).{a*,*b}', comparison('ilike', '{a*,*b}', { quantifier: 'all' })],
    ['cs.{"x":1}', comparison('cs', '{"x":1}')],
    ['isdistinct.x', comparison('isdistinct', 'x')],
    ['in.(1,2)', { kind: 'membership', values: ['1', '2'] }],
    ['in.()', { kind: 'membership', values: [] }],
    ['in.("a,b","c\\"d",e)', { kind: 'membership', values: ['a,b', 'c"d', 'e'] }],
    ['in.("")', { kind: 'membership', values: [] }],
    ['in.("a"b)', { kind: 'membership', values: ['"a"b'] }],
    ['is.null', { kind: 'state', state: 'null' }],
    ['is.NOT_NULL', { kind: 'state', state: 'not_null' }],
    ['is.unknown', { kind: 'state', state: 'unknown' }],
    ['fts.cat', { kind: 'search', operator: 'fts', value: 'cat' }],
    ['wfts(english).cat -dog', { kind: 'search', operator: 'wfts', language: 'english', value: 'cat -dog' }],
  ])('the filter %s is parsed', (value, expected) => {
    expect(parseFilter(field, value)).toEqual({ kind: 'filter', field, isNegated: false, test: expected });
  });

  test('the operator not negates any test', () => {
    expect(parseFilter(field, 'not.in.(1)')).toEqual({
      kind: 'filter',
      field,
      isNegated: true,
      test: { kind: 'membership', values: ['1'] },
    });
  });

  test.each([
    'bar',
    'foo.bar',
    'eq',
    'eq(some).1',
    'neq(any).{1}',
    'is.maybe',
    'in.1',
    'in.(1',
    'in.(1)x',
    'fts(.x',
    '',
  ])('the filter %s gets an error', (value) => {
    expect(() => parseFilter(field, value)).toThrow(`"failed to parse filter (${value})" (line 1, column `);
  });

  test('a value that names an operator looks like a filter, another does not', () => {
    expect(['eq.1', 'not.is.null', 'in.(1)', 'fts(english).x', 'like(any).{a}'].filter(looksLikeFilter)).toHaveLength(
      5,
    );
    expect(['1', 'a.b', 'noteq.1', '{eq.1}', ''].filter(looksLikeFilter)).toEqual([]);
  });
});
