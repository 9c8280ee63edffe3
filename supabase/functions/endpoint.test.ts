import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, FunctionError, readJson } from './endpoint.ts';

const reported: unknown[] = [];
const serve = (work: (request: Request) => Promise<unknown>) => endpoint(work, (error) => reported.push(error));
const post = (body?: string) => new Request('http://localhost/', { method: 'POST', body });

test('the result of the work is the response', async () => {
  const response = await serve(async () => ({ done: true }))(post());
  expect([response.status, await response.json()]).toEqual([200, { done: true }]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a FunctionError is the status and message of the response', async () => {
  const conflict = serve(async () => {
    throw new FunctionError(409, 'Used before');
  });
  const response = await conflict(post());
  expect([response.status, await response.json()]).toEqual([409, { error: 'Used before' }]);
});

test('any other error is reported, and its message is not sent', async () => {
  const failure = new Error('secret');
  const response = await serve(() => Promise.reject(failure))(post());
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: 'Something went wrong. Try again in a moment.' },
  ]);
  expect(reported).toEqual([failure]);
});

test.each(['', '{', 'undefined'])('the body %j is not JSON', async (body) => {
  await expect(readJson(post(body), 100, z.unknown())).rejects.toEqual(new FunctionError(400, 'The body is not JSON'));
});

test('a body above its limit is too large, with and without a Content-Length', async () => {
  const tooLarge = new FunctionError(413, 'The body is too large: at most 10 bytes');
  const stream = new Response('{"a":"long enough"}').body;
  const parts = new Request('http://localhost/', { method: 'POST', body: stream, duplex: 'half' } as RequestInit);
  await expect(readJson(parts, 10, z.unknown())).rejects.toEqual(tooLarge);
  const withLength = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-length': '11' },
    body: '{}',
  });
  await expect(readJson(withLength, 10, z.unknown())).rejects.toEqual(tooLarge);
});

test.each<[unknown, string]>([
  [[], 'The body must be a JSON object'],
  [null, 'The body must be a JSON object'],
  [{ name: 7, count: 'x' }, 'name must be a text'],
  [{ name: 'x' }, 'count must be a number'],
])('the body %j: %s', async (body, error) => {
  const schema = z.object({ name: z.string('a text'), count: z.number('a number') });
  const reading = readJson(post(JSON.stringify(body)), 100, schema);
  await expect(reading).rejects.toEqual(new FunctionError(400, error));
});
