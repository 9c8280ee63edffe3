import { afterEach, expect, it, vi } from 'vitest';
import { answer } from '#tests/component/backend.ts';
import { COUNT, readCount, readData, rows } from './rows.ts';

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

// postgrest-js takes a 404 without a body, which is any 404 to HEAD, for a success (findings/postgrest-js-head-404.sh).
it('a count that is not found is an error, not 0', async () => {
  answer('HEAD', '/rest/v1/customers', () => new Response(null, { status: 404 }));
  await expect(readCount(rows.from('customers').select('*', COUNT), signal)).rejects.toThrow(
    'The response has no count',
  );
});

const { signal } = new AbortController();
