import { expect, test } from 'vitest';
import { ColumnSamples } from './column-samples.ts';

test.each<[string, rows: string[][], samples: string[][]]>([
  ['a column that is filled from the first row on', [['a'], ['b'], ['c'], ['d']], [['a', 'b', 'c']]],
  ['a column whose first value is in a later row', [[' '], [''], ['b']], [['b']]],
  ['columns that differ', [['a', ''], ['b'], ['', 'x']], [['a', 'b'], ['x']]],
  ['an empty column beside a filled one', [['a', '']], [['a'], []]],
  ['a long cell', [['x'.repeat(900)]], [['x'.repeat(500)]]],
])('the samples of %s', (_, rows, expected) => {
  const samples = new ColumnSamples(expected.length);
  for (const cells of rows) samples.add(cells);
  expect(samples.values).toEqual(expected);
});
