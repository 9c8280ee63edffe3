import { expect, test } from 'vitest';
import { type BulkColumn, restoreColumn, type StoredValue, writeColumn } from './column-change.ts';

/** A column of a table in memory, with the ids of each write. */
function fakeColumn(stored: Record<string, string | null>) {
  const table = new Map(Object.entries(stored));
  const writes: string[][] = [];
  const column: BulkColumn<string | null> = {
    batchSize: 2,
    read: async (ids) => ids.filter((id) => table.has(id)).map((id) => ({ id, value: table.get(id) ?? null })),
    write: async (ids, value, expected) => {
      writes.push(ids);
      const found = ids.filter((id) => table.has(id) && (!expected || table.get(id) === expected.value));
      for (const id of found) table.set(id, value);
      return found;
    },
  };
  return { table, column, writes };
}

test('a write returns the values that it replaced', async () => {
  const { column } = fakeColumn({ a: null, b: 'Old', c: 'New' });
  const previous: StoredValue<string | null>[] = [];
  expect(await writeColumn(column, 'New', previous)(['a', 'b', 'c', 'deleted'])).toBe(3);
  expect(previous).toEqual([
    { id: 'a', value: null },
    { id: 'b', value: 'Old' },
  ]);
});

test('a column with its own way to restore is restored by it, in batches', async () => {
  const { column, writes } = fakeColumn({ a: 'New', b: 'New', c: 'New' });
  const restored: string[][] = [];
  const restore = async (ids: string[]) => {
    restored.push(ids);
    return ids.filter((id) => id !== 'b');
  };
  const previous = ['a', 'b', 'c'].map((id) => ({ id, value: null }));
  const { batches, run } = restoreColumn({ ...column, restore }, 'New', previous);
  const done = [];
  for (const batch of batches) done.push(await run(batch));
  expect(restored).toEqual([['a', 'b'], ['c']]);
  expect(done).toEqual([1, 1]);
  expect(writes).toEqual([]);
});

test('restoring writes each previous value in batches and skips rows that have changed since', async () => {
  const { table, column, writes } = fakeColumn({ a: 'New', b: 'New', c: 'New', d: 'New', e: 'Changed' });
  const previous = [
    { id: 'a', value: null },
    { id: 'b', value: 'Old' },
    { id: 'c', value: null },
    { id: 'd', value: null },
    { id: 'e', value: 'Old' },
    { id: 'deleted', value: 'Old' },
  ];
  const { batches, run } = restoreColumn(column, 'New', previous);
  const done = [];
  for (const batch of batches) done.push(await run(batch));
  expect(writes).toEqual([['a', 'c'], ['d'], ['b', 'e'], ['deleted']]);
  expect(done).toEqual([2, 1, 1, 0]);
  expect(Object.fromEntries(table)).toEqual({ a: null, b: 'Old', c: null, d: null, e: 'Changed' });
});
