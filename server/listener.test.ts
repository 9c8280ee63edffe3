import { expect, test } from 'vitest';
import { listen } from './listener.ts';

test('before the app is there the port answers that it is too early', async () => {
  const listener = await listen('127.0.0.1', 0);
  const response = await fetch(listener.url);
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '1',
    { message: 'Leadlight is starting' },
  ]);
  await listener.close();
});

test('a stop lets the running request finish and refuses the next', async () => {
  const listener = await listen('127.0.0.1', 0);
  let arrived = () => {};
  let finish = (_: Response) => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  listener.open(() => {
    arrived();
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  const running = fetch(listener.url);
  await arrival;
  const closed = listener.close();
  await expect(fetch(listener.url)).rejects.toThrow('fetch failed');
  finish(new Response('done'));
  expect(await (await running).text()).toBe('done');
  await closed;
});

test('a request that does not end is cut off when patience does', async () => {
  const listener = await listen('127.0.0.1', 0);
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  listener.open(() => {
    arrived();
    return new Promise(() => {});
  });
  const running = fetch(listener.url);
  await arrival;
  const [, outcome] = await Promise.allSettled([listener.close(10), running]);
  expect(outcome.status).toBe('rejected');
});

test.each([
  [
    '203.0.113.1',
    0,
    /^The server cannot listen on 203\.0\.113\.1, port 0 \(.+\): set HOST to an address of this machine\.$/,
  ],
])('an address that is not this machine’s (%s) is told', async (host, port, message) => {
  await expect(listen(host, port)).rejects.toThrow(message);
});
