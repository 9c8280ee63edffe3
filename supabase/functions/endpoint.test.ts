import { expect, test } from 'vitest';
import { endpoint, FunctionError, readJson } from './endpoint.ts';

const reported: unknown[] = [];
const answering = (work: (request: Request) => Promise<unknown>) => endpoint(work, (error) => reported.push(error));
const post = (body?: string) => new Request('http://localhost/', { method: 'POST', body });

test('what the work resolves with is the answer', async () => {
  const response = await answering(async () => ({ done: true }))(post());
  expect([response.status, await response.json()]).toEqual([200, { done: true }]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a refusal is answered with its status and words', async () => {
  const refuse = answering(async () => {
    throw new FunctionError(409, 'Used before');
  });
  const response = await refuse(post());
  expect([response.status, await response.json()]).toEqual([409, { error: 'Used before' }]);
});

test('any other failure is reported and keeps its words from the caller', async () => {
  const failure = new Error('secret');
  const response = await answering(() => Promise.reject(failure))(post());
  expect([response.status, await response.json()]).toEqual([500, { error: 'Unexpected failure, please try again' }]);
  expect(reported).toEqual([failure]);
});

test.each(['', '{', 'undefined'])('the body %j is not JSON', async (body) => {
  await expect(readJson(post(body), 100)).rejects.toEqual(new FunctionError(400, 'The body is not JSON'));
});

test('a body past its limit is too large, with and without a length', async () => {
  const tooLarge = new FunctionError(413, 'The body is too large: at most 10 bytes');
  const stream = new Response('{"a":"long enough"}').body;
  const parts = new Request('http://localhost/', { method: 'POST', body: stream, duplex: 'half' } as RequestInit);
  await expect(readJson(parts, 10)).rejects.toEqual(tooLarge);
  const told = new Request('http://localhost/', { method: 'POST', headers: { 'content-length': '11' }, body: '{}' });
  await expect(readJson(told, 10)).rejects.toEqual(tooLarge);
});
