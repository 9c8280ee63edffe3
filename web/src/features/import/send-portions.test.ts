import { expect, test } from 'vitest';
import { emptyTotals } from '#domain/import/result.ts';
import type { NextPortion } from './reading/messages.ts';
import { type Reached, sendPortions, withRetries } from './send-portions.ts';

const chunk = (firstRow: number, rows: number): NextPortion => ({ kind: 'chunk', chunk: { firstRow, rows } });
const start: Reached = { totals: emptyTotals, nextRow: 2 };

function sendAll(portions: NextPortion[], failAt?: number, controller = new AbortController()) {
  const left = [...portions];
  const reached: Reached[] = [];
  const ended = sendPortions({
    from: start,
    next: async () => left.shift() ?? null,
    send: async ({ firstRow, rows }) => {
      if (firstRow === failAt) throw new Error('Lost');
      return { ...emptyTotals, importId: 'import', totalRows: rows, successfulRows: rows };
    },
    onReached: (now) => reached.push(now),
    signal: controller.signal,
  });
  return { ended, reached, controller };
}

test('portions are sent in order and their answers added up', async () => {
  const { ended, reached } = sendAll([
    chunk(2, 3),
    { kind: 'error', error: { row: 5, error: 'Row is too large' } },
    chunk(6, 1),
  ]);
  await ended;
  expect(
    reached.map(({ nextRow, totals }) => [nextRow, totals.totalRows, totals.successfulRows, totals.errorRows]),
  ).toEqual([
    [5, 3, 3, 0],
    [6, 4, 3, 1],
    [7, 5, 4, 1],
  ]);
  expect(reached.at(-1)?.totals.errors).toEqual([{ row: 5, error: 'Row is too large' }]);
});

test('a failed call ends it, and what was reached before stands', async () => {
  const { ended, reached } = sendAll([chunk(2, 3), chunk(5, 3)], 5);
  await expect(ended).rejects.toThrow('Lost');
  expect(reached.map(({ nextRow }) => nextRow)).toEqual([5]);
});

test('stopping lets the portion under way end and sends no further one', async () => {
  const { ended, reached, controller } = sendAll([chunk(2, 3), chunk(5, 3)]);
  controller.abort();
  await ended;
  expect(reached.map(({ nextRow }) => nextRow)).toEqual([5]);
});

test.each([
  ['a failure that passes is tried again', 2, true, 3],
  ['a failure that stays is tried once after every pause', 9, true, 3],
  ['a refusal is not tried again', 9, false, 1],
])('%s', async (_, failures, passing, calls) => {
  let made = 0;
  const answer = withRetries(
    async () => {
      made += 1;
      if (made <= failures) throw new Error(`failure ${made}`);
      return 'answer';
    },
    () => passing,
    [0, 0],
  );
  if (failures < calls) expect(await answer).toBe('answer');
  else await expect(answer).rejects.toThrow(`failure ${calls}`);
  expect(made).toBe(calls);
});
