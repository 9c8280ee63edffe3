import { describe, expect, test } from 'vitest';
import { contentRange } from '../respond.ts';
import { parseQuery, restrictToRange } from './query.ts';

describe('the Range header', () => {
  test.each([
    ['', null, undefined],
    ['', 'bytes=0-4', undefined],
    ['', '5-9', { path: [], offset: 5, limit: 5 }],
    ['', '5-', { path: [], offset: 5 }],
    ['limit=3&offset=6', '5-9', { path: [], offset: 6, limit: 3 }],
    ['limit=3', '5-9', { path: [], offset: 5, limit: 0 }],
  ])('the query %s with the range %s has one window', (raw, header, window) => {
    const query = parseQuery(raw);
    expect(restrictToRange(query, header).windows.at(query.windows.length)).toEqual(window);
  });

  test('a range that ends before its start gets an error', () => {
    expect(() => restrictToRange(parseQuery(''), '5-2')).toThrow('Requested range not satisfiable');
  });

  test.each([
    [0, 4, null, '0-4/*'],
    [0, 4, 9, '0-4/9'],
    [5, 4, null, '*/*'],
    [5, 4, 5, '*/5'],
    [0, -1, 0, '*/0'],
  ])('Content-Range names %s to %s of %s', (first, last, total, header) => {
    expect(contentRange(first, last, total)).toBe(header);
  });
});
