import { describe, expect, test } from 'vitest';
import { canonicalQuery, parseParameters } from './parameters.ts';
import { parseQuery } from './query.ts';

const field = (name: string) => ({ name, path: [] });

describe('a query string', () => {
  test('each parameter of a query goes to its part', () => {
    const query = parseQuery(
      'order=id.desc.nullslast,customers(name)&limit=2&offset=4&leads.limit=1&columns="a b",c&on_conflict=id',
    );
    expect(query.orders).toEqual([
      {
        path: [],
        terms: [
          { relation: undefined, field: field('id'), isDescending: true, nulls: 'last' },
          { relation: 'customers', field: field('name'), isDescending: false, nulls: undefined },
        ],
      },
    ]);
    expect(query.windows).toEqual([
      { path: [], limit: 2 },
      { path: [], offset: 4 },
      { path: ['leads'], limit: 1 },
    ]);
    expect(query.columns).toEqual(['a b', 'c']);
    expect(query.onConflict).toEqual(['id']);
  });

  test('a filter on an embedded resource has its path', () => {
    expect(parseQuery('a.b.data->>x=eq.1').conditions).toEqual([
      {
        path: ['a', 'b'],
        condition: {
          kind: 'filter',
          field: { name: 'data', path: [{ arrow: '->>', key: 'x' }] },
          isNegated: false,
          test: { kind: 'comparison', operator: 'eq', value: '1' },
        },
      },
    ]);
  });

  test("a function's root parameters are candidates with both readings", () => {
    expect(parseQuery('term=eq.x&name=foo&b.c=eq.1&limit=3', true)).toMatchObject({
      candidates: [
        { name: 'term', value: 'eq.x', condition: { test: { value: 'x' } } },
        { name: 'name', value: 'foo', condition: undefined },
      ],
      conditions: [{ path: ['b'] }],
      windows: [{ path: [], limit: 3 }],
    });
  });

  test('a limit that is not a number is ignored', () => {
    expect(parseQuery('limit=abc').windows).toEqual([{ path: [], limit: undefined }]);
  });

  test.each([
    ['order=id.up', '"failed to parse order (id.up)" (line 1, column 3)'],
    ['order=id.asc.first', '"failed to parse order (id.asc.first)" (line 1, column 7)'],
    ['id=bar', '"failed to parse filter (bar)" (line 1, column 1)'],
    ['a..b=eq.1', '"failed to parse tree path (a..b)" (line 1, column 3)'],
    ['id=eq.%FF', '"failed to parse query string"'],
    ['id=eq.%', '"failed to parse query string"'],
    ['id=eq.%00', '"failed to parse query string"'],
    ['a=eq.1&'.repeat(81), 'The request has 81 parameters, at most 80'],
  ])('the query %s gets an error', (raw, message) => {
    expect(() => parseQuery(raw)).toThrow(message.replace(/ \(line.*/, ''));
  });

  test('plus and percent are decoded, and encoded in canonical form', () => {
    const parameters = parseParameters('b=%C3%A9+x&a=in.(1,2)&flag');
    expect(parameters).toEqual([
      ['b', 'é x'],
      ['a', 'in.(1,2)'],
      ['flag', ''],
    ]);
    expect(canonicalQuery(parameters)).toBe('a=in.%281%2C2%29&b=%C3%A9%20x&flag=');
  });
});
