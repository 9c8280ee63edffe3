import { afterEach, expect, it, vi } from 'vitest';
import { answer } from '#tests/component/backend.ts';
import { readData, rows } from './rows.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['of all rows', () => readData(rows.from('customers').select('id'), signal)],
  ['of one row', () => readData(rows.from('customers').select('id').eq('id', '1').maybeSingle(), signal)],
])('a request for the data %s can be aborted', async (_, read) => {
  answer('GET', '/rest/v1/customers', () => []);
  const fetching = vi.spyOn(globalThis, 'fetch');
  await read();
  expect(fetching.mock.lastCall?.[1]?.signal).toBe(signal);
});

const { signal } = new AbortController();
