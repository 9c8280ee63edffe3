import { expect, test } from 'vitest';
import { readBytes } from './request-body.ts';

test('chunks are copied into one buffer, even if the stream reuses theirs', async () => {
  const part = new Uint8Array(1);
  let sent = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (sent === 1_000) return controller.close();
        part[0] = sent % 251;
        sent += 1;
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
  const bytes = await readBytes({ headers: new Headers(), body }, 1_000);
  expect([...bytes]).toEqual(Array.from({ length: 1_000 }, (_, index) => index % 251));
});
