import { describe, expect, test } from 'vitest';
import { parseTree, parseTreeName } from './logic.ts';

const or = { isNegated: false, operator: 'or' } as const;
const filter = (name: string, value: string, isNegated = false) => ({
  kind: 'filter',
  field: { name, path: [] },
  isNegated,
  test: { kind: 'comparison', operator: 'eq', value },
});

describe('a tree of conditions', () => {
  test.each([
    ['or', { path: [], isNegated: false, operator: 'or' }],
    ['not.and', { path: [], isNegated: true, operator: 'and' }],
    ['customers.not.or', { path: ['customers'], isNegated: true, operator: 'or' }],
    ['name', null],
  ])('the parameter %s is a tree or a column', (name, expected) => {
    expect(parseTreeName(name)).toEqual(expected);
  });

  test.each([
    ['(a.eq.1,b.eq.2)', [filter('a', '1'), filter('b', '2')]],
    ['( a.eq.1 , b.not.eq.2)', [filter('a', '1 '), filter('b', '2', true)]],
    ['(a.eq."x,y)")', [filter('a', 'x,y)')]],
    ['(a.eq.{1,2},b.eq.3)', [filter('a', '{1,2}'), filter('b', '3')]],
    ['(not.a.eq.1)', [filter('a', '1', true)]],
  ])('the tree %s is parsed', (value, conditions) => {
    expect(parseTree(or, value)).toEqual({ kind: 'tree', ...or, conditions });
  });

  test('trees nest and negate', () => {
    expect(parseTree(or, '(a.eq.1,not.and(b.eq.2,or(c.eq.3,d.eq.4)))').conditions[1]).toEqual({
      kind: 'tree',
      isNegated: true,
      operator: 'and',
      conditions: [
        filter('b', '2'),
        { kind: 'tree', isNegated: false, operator: 'or', conditions: [filter('c', '3'), filter('d', '4')] },
      ],
    });
  });

  test.each(['', '()', '(a)', '(a.eq.1', '(a.eq.1)x', '(a.eq.1,)', '(a.eq.{}x)', 'a.eq.1'])(
    'the tree %s gets an error',
    (value) => {
      expect(() => parseTree(or, value)).toThrow('"failed to parse logic tree');
    },
  );

  test('the depth of a tree is limited', () => {
    const nested = (depth: number): string => `(${depth === 0 ? 'a.eq.1' : `and${nested(depth - 1)}`})`;
    expect(parseTree(or, nested(9)).conditions).toHaveLength(1);
    expect(() => parseTree(or, nested(10))).toThrow('"failed to parse logic tree');
    expect(() => parseTree(or, nested(5_000))).toThrow('"failed to parse logic tree');
    expect(parseTree(or, nested(11), { conditionDepth: 12 }).conditions).toHaveLength(1);
  });
});
