import { expect, test } from 'vitest';
import { emptyTotals } from '#domain/import/result.ts';
import type { NextChunk } from './csv/csv-worker.ts';
import { type ImportProgress, sendChunks, withRetries } from './send-chunks.ts';

const chunk = (firstRow: number, rows: number): NextChunk => ({ kind: 'chunk', chunk: { firstRow, rows } });
const start: ImportProgress = { totals: emptyTotals, nextRow: 2 };

function sendAll(chunks: NextChunk[], failAt?: number, controller = new AbortController()) {
  const remaining = [...chunks];
  const reported: ImportProgress[] = [];
  let current: NextChunk | undefined;
  const finished = sendChunks({
    from: start,
    next: async () => {
      current = remaining.shift();
      return current ?? null;
    },
    send: async () => {
      if (current?.kind !== 'chunk') throw new Error('nothing to send');
      const { firstRow, rows } = current.chunk;
      if (firstRow === failAt) throw new Error('Lost');
      return { ...emptyTotals, importId: 'import', totalRows: rows, successfulRows: rows };
    },
    onProgress: (progress) => reported.push(progress),
    signal: controller.signal,
  });
  return { finished, reported, controller };
}

test('chunks are sent in order and their results added up', async () => {
  const { finished, reported } = sendAll([
    chunk(2, 3),
    { kind: 'error', error: { row: 5, error: 'Row is too large' } },
    chunk(6, 1),
  ]);
  await finished;
  expect(
    reported.map(({ nextRow, totals }) => [nextRow, totals.totalRows, totals.successfulRows, totals.errorRows]),
  ).toEqual([
    [5, 3, 3, 0],
    [6, 4, 3, 1],
    [7, 5, 4, 1],
  ]);
  expect(reported.at(-1)?.totals.errors).toEqual([{ row: 5, error: 'Row is too large' }]);
});

test('a failed chunk stops the import and keeps the progress before it', async () => {
  const { finished, reported } = sendAll([chunk(2, 3), chunk(5, 3)], 5);
  await expect(finished).rejects.toThrow('Lost');
  expect(reported.map(({ nextRow }) => nextRow)).toEqual([5]);
});

test('aborting finishes the current chunk and sends no other', async () => {
  const { finished, reported, controller } = sendAll([chunk(2, 3), chunk(5, 3)]);
  controller.abort();
  await finished;
  expect(reported.map(({ nextRow }) => nextRow)).toEqual([5]);
});

test.each([
  ['a transient error is retried', 2, true, 3],
  ['a transient error is retried once per pause', 9, true, 3],
  ['a permanent error is not retried', 9, false, 1],
])('%s', async (_, failures, isTransient, calls) => {
  let attempts = 0;
  const result = withRetries(
    async () => {
      attempts += 1;
      if (attempts <= failures) throw new Error(`failure ${attempts}`);
      return 'result';
    },
    () => isTransient,
    [0, 0],
  );
  if (failures < calls) expect(await result).toBe('result');
  else await expect(result).rejects.toThrow(`failure ${calls}`);
  expect(attempts).toBe(calls);
});
