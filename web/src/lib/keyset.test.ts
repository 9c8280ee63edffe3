import { expect, test } from 'vitest';
import { readAll } from './keyset.ts';

/** Numbered rows, of which one request returns at most 1,000, like the backend. */
function numbered(count: number) {
  const reads: (number | null)[] = [];
  const read = async (after: number | null, limit: number) => {
    reads.push(after);
    const first = (after ?? 0) + 1;
    return Array.from({ length: Math.min(limit, 1_000, count - first + 1) }, (_, index) => first + index);
  };
  return { read, reads };
}

test.each([
  [0, [null]],
  [999, [null]],
  [1_000, [null, 1_000]],
  [2_500, [null, 1_000, 2_000]],
])('all of %i rows are read', async (count, expected) => {
  const { read, reads } = numbered(count);
  const rows = await readAll(read);
  expect(rows).toHaveLength(count);
  expect(rows.at(-1)).toBe(count || undefined);
  expect(reads).toEqual(expected);
});
