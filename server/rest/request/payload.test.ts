import { expect, test } from 'vitest';
import { tooManyBodies } from '../errors.ts';
import { parseArguments, parsePayload, readBody } from './payload.ts';

const post = (body: BodyInit) => new Request('http://host/', { method: 'POST', body, duplex: 'half' } as RequestInit);

const inParts = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

test('memory is reserved for each chunk of a body as it comes in', async () => {
  const taken: number[] = [];
  const reserve = (bytes: number) => taken.push(bytes) > 0;
  expect(await readBody(post(inParts('{"a":', '1}')), { largest: 100, reserve, overBudget: tooManyBodies })).toBe(
    '{"a":1}',
  );
  expect(taken).toEqual([5, 2]);
});

test('a body for which no memory can be reserved is 503', async () => {
  const limits = { largest: 100, reserve: (bytes: number) => bytes > 2, overBudget: tooManyBodies };
  const read = readBody(post(inParts('{"a":', '1}')), limits);
  await expect(read).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1' },
    body: { code: '53200', message: 'Too many large requests at once' },
  });
});

test('arguments of too many values to parse are counted and left to PostgreSQL; rows are not', () => {
  const text = `{"rows":[${'1,'.repeat(250_000)}1],"dry_run":true}`;
  expect(parseArguments(text)).toEqual({
    json: text,
    kind: 'object',
    keys: ['rows', 'dry_run'],
    isUniform: true,
    length: 1,
    values: new Map([
      ['rows', 250_002],
      ['dry_run', 1],
    ]),
  });
  expect(() => parsePayload(text)).toThrow('The request body has more than 200000 values');
  expect(() => parseArguments(`[${text}]`)).toThrow('The request body has more than 50000 values');
  expect(parseArguments('{"a":1}')).toEqual(parsePayload('{"a":1}'));
});

test('arguments have at most five million values, as the cells of the largest import', () => {
  const body = (values: number) => `{"rows":[${'"",'.repeat(values - 4)}""],"dry_run":true}`;
  expect(parseArguments(body(5_000_000)).values?.get('rows')).toBe(4_999_998);
  expect(() => parseArguments(body(5_000_001))).toThrow('The request body has more than 5000000 values');
});
