import { describe, expect, test } from 'vitest';
import { parseSelect } from './select.ts';

const column = (name: string, more = {}) => ({ kind: 'column', field: { name, path: [] }, ...more });
const embed = (relation: string, items: unknown[], more = {}) => ({
  kind: 'embed',
  relation,
  isInner: false,
  isSpread: false,
  items,
  ...more,
});

describe('select', () => {
  test.each([
    ['', [{ kind: 'all' }]],
    ['*', [{ kind: 'all' }]],
    ['id, name', [column('id'), column('name')]],
    ['title:name', [column('name', { alias: 'title' })]],
    ['id::text', [column('id', { cast: 'text' })]],
    ['n:id::double precision', [column('id', { alias: 'n', cast: 'double precision' })]],
    ['"a,b":"c.d"', [column('c.d', { alias: 'a,b' })]],
    ['first-name', [column('first-name')]],
    ['customers(name)', [embed('customers', [column('name')])]],
    ['c:customers(*)', [embed('customers', [{ kind: 'all' }], { alias: 'c' })]],
    ['customers!inner()', [embed('customers', [], { isInner: true })]],
    ['customers!left(id)', [embed('customers', [column('id')])]],
    ['p:profiles!sender!inner(id)', [embed('profiles', [column('id')], { alias: 'p', hint: 'sender', isInner: true })]],
    ['...customers(name)', [embed('customers', [column('name')], { isSpread: true })]],
    ['a(b(c))', [embed('a', [embed('b', [column('c')])])]],
  ])('the select list %s is parsed', (text, items) => {
    expect(parseSelect(text)).toEqual(items);
  });

  test('a JSON path is keys and indexes', () => {
    expect(parseSelect('data->a->0->>b')).toEqual([
      {
        kind: 'column',
        field: {
          name: 'data',
          path: [
            { arrow: '->', key: 'a' },
            { arrow: '->', key: 0 },
            { arrow: '->>', key: 'b' },
          ],
        },
      },
    ]);
  });

  test.each([
    ['id,', '"failed to parse select parameter (id,)" (line 1, column 4)'],
    ['id)', '"failed to parse select parameter (id))" (line 1, column 3)'],
    ['a(b', '"failed to parse select parameter (a(b)" (line 1, column 4)'],
    ['id::', '"failed to parse select parameter (id::)" (line 1, column 5)'],
  ])('the select list %s gets an error with its position', (text, message) => {
    expect(() => parseSelect(text)).toThrow(message);
  });

  test.each(['score.sum()', 'count()', 'total:score.avg()::int', 'id::text.max()'])(
    'the aggregate %s is rejected',
    (text) => {
      expect(() => parseSelect(text)).toThrow('Use of aggregate functions is not allowed');
    },
  );

  test('the nesting of a select list is limited', () => {
    const nested = (depth: number): string => (depth === 0 ? 'id' : `a(${nested(depth - 1)})`);
    expect(parseSelect(nested(4))).toHaveLength(1);
    expect(() => parseSelect(nested(5))).toThrow('failed to parse select parameter');
    expect(() => parseSelect(nested(5_000))).toThrow('failed to parse select parameter');
    expect(parseSelect(nested(5), { embedDepth: 5 })).toHaveLength(1);
  });
});
