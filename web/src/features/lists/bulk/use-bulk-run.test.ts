import { expect, test } from 'vitest';
import { inBatches } from '@/lib/batches.ts';
import { runBatches } from './use-bulk-run.ts';

const ids = Array.from({ length: 450 }, (_, index) => `id-${index}`);

async function runWith(run: (batch: string[], number: number) => number, controller = new AbortController()) {
  const sizes: number[] = [];
  const progress: number[] = [];
  const result = await runBatches({
    batches: inBatches(ids, 200),
    run: async (batch) => run(batch, sizes.push(batch.length)),
    onProgress: (tried) => progress.push(tried),
    signal: controller.signal,
  });
  return { result, sizes, progress };
}

test('450 rows in batches of 200 are 200, 200 and 50, with progress after each (S9.2)', async () => {
  const { result, sizes, progress } = await runWith((batch) => batch.length);
  expect(sizes).toEqual([200, 200, 50]);
  expect(progress).toEqual([200, 400, 450]);
  expect(result).toEqual({ done: 450, skipped: 0, failed: [], untried: [], reason: null });
});

test('the result has the rows of failed batches and the first error; the next batches run', async () => {
  const { result } = await runWith((batch, number) => {
    if (number > 1) throw new Error(`batch ${number}`);
    return batch.length;
  });
  expect(result).toEqual({ done: 200, skipped: 0, failed: ids.slice(200), untried: [], reason: 'batch 2' });
});

test('cancelling stops between batches and leaves the remaining rows untried', async () => {
  const controller = new AbortController();
  const { result, sizes } = await runWith((batch) => {
    controller.abort();
    return batch.length;
  }, controller);
  expect(sizes).toEqual([200]);
  expect(result).toEqual({ done: 200, skipped: 0, failed: [], untried: ids.slice(200), reason: null });
});

test('rows that were deleted meanwhile count as skipped, not as done or failed', async () => {
  const { result } = await runWith((batch) => batch.length - 1);
  expect(result).toEqual({ done: 447, skipped: 3, failed: [], untried: [], reason: null });
});
