import { expect, test } from 'vitest';
import { readBody } from './payload.ts';

const post = (body: BodyInit) => new Request('http://host/', { method: 'POST', body, duplex: 'half' } as RequestInit);

test('a body takes of the room that all share while it comes in, and gives it back', async () => {
  const room = { left: 10 };
  let finish = () => {};
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"a":1'));
      finish = () => {
        controller.enqueue(new TextEncoder().encode('}'));
        controller.close();
      };
    },
  });
  const first = readBody(post(slow), 100, room);
  await expect(readBody(post('{"b":2}'), 100, room)).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1' },
    body: { message: 'Too many large requests at once' },
  });
  finish();
  expect(await first).toBe('{"a":1}');
  expect(await readBody(post('{"b":2}'), 100, room)).toBe('{"b":2}');
  expect(room.left).toBe(10);
});
