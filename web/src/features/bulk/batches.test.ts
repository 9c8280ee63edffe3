import { expect, test } from 'vitest';
import { inBatches, runBatches } from './batches.ts';

const ids = Array.from({ length: 450 }, (_, index) => `id-${index}`);

async function runWith(run: (batch: string[], number: number) => number, controller = new AbortController()) {
  const sizes: number[] = [];
  const seen: number[] = [];
  const outcome = await runBatches({
    batches: inBatches(ids, 200),
    run: async (batch) => run(batch, sizes.push(batch.length)),
    onProgress: (tried) => seen.push(tried),
    signal: controller.signal,
  });
  return { outcome, sizes, seen };
}

test('450 rows in batches of 200 are 200, 200 and 50, told after each', async () => {
  const { outcome, sizes, seen } = await runWith((batch) => batch.length);
  expect(sizes).toEqual([200, 200, 50]);
  expect(seen).toEqual([200, 400, 450]);
  expect(outcome).toEqual({ done: 450, gone: 0, failed: [], untried: [], reason: null });
});

test('a failed batch keeps its rows and the first reason, and the rest goes on', async () => {
  const { outcome } = await runWith((batch, number) => {
    if (number > 1) throw new Error(`batch ${number}`);
    return batch.length;
  });
  expect(outcome).toEqual({ done: 200, gone: 0, failed: ids.slice(200), untried: [], reason: 'batch 2' });
});

test('cancelling stops between batches and leaves the rest untried', async () => {
  const controller = new AbortController();
  const { outcome, sizes } = await runWith((batch) => {
    controller.abort();
    return batch.length;
  }, controller);
  expect(sizes).toEqual([200]);
  expect(outcome).toEqual({ done: 200, gone: 0, failed: [], untried: ids.slice(200), reason: null });
});

test('rows that are gone meanwhile are neither done nor failed, and counted', async () => {
  const { outcome } = await runWith((batch) => batch.length - 1);
  expect(outcome).toEqual({ done: 447, gone: 3, failed: [], untried: [], reason: null });
});
