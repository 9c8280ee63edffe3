import { expect, test } from 'vitest';
import type { ReadRow } from './csv/csv-worker.ts';
import { updatesCounter } from './updates-preview.ts';

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ row: first + index })) as ReadRow[];
const ada = (rows: number[], given: Record<string, string> | null) => ({
  id: 'ada',
  name: 'Ada',
  rows,
  given,
  former: given && { title: 'CEO', phone: null },
  updated: given ? 1 : 0,
});

test('rows are counted over the chunks of a file, and a lead that is in it twice once', () => {
  const add = updatesCounter();
  const matched = [ada([2, 4], { title: 'CTO' })];
  add(5, rowsFrom(2, 4), {
    matched,
    rejected: [{ row: 5, error: 'Email belongs to another lead' }],
    keys: [[1], [2], [1], [3]],
  });
  const found = add(3, rowsFrom(7, 3), {
    matched: [ada([7], { title: 'CFO', phone: '1' })],
    rejected: [],
    keys: [[1, 9], [2], [4]],
  });
  expect(found).toMatchObject({ rows: 8, created: 2, updated: 2, duplicates: 4, repeated: 3, errors: 2 });
  expect(found.fields).toEqual({ title: 1, phone: 1 });
  expect(found.examples).toMatchObject([
    { row: 2, given: { title: 'CTO' } },
    { row: 7, given: { title: 'CFO', phone: '1' } },
  ]);
});

test('at most ten examples are shown', () => {
  const add = updatesCounter();
  const matched = Array.from({ length: 12 }, (_, index) => ({
    ...ada([index + 2], { title: 'CTO' }),
    id: String(index),
  }));
  expect(add(12, rowsFrom(2, 12), { matched, rejected: [], keys: [] }).examples).toHaveLength(10);
});
