import { expect, test } from 'vitest';
import { openPace } from './rejections.ts';

/** A pace whose waits end at once, with the time that the test sets. */
function controlledPace() {
  const waits: number[] = [];
  const clock = { now: 0 };
  const pace = openPace(
    () => clock.now,
    async (milliseconds) => void waits.push(milliseconds),
  );
  return { pace, waits, clock };
}

test('rejections of a client that come at once are answered 20 ms apart, and those beyond ten seconds at once', async () => {
  const { pace, waits } = controlledPace();
  for (let count = 0; count < 600; count += 1) await pace('one');
  expect(waits.slice(0, 3)).toEqual([20, 40, 60]);
  expect(waits).toHaveLength(500);
  expect(waits.at(-1)).toBe(10_000);
});

test('at most 5,000 rejections of all clients wait', async () => {
  let waits = 0;
  const release = Promise.withResolvers<void>();
  const pace = openPace(
    () => 0,
    () => {
      waits += 1;
      return release.promise;
    },
  );
  const rejections = Array.from({ length: 6_000 }, (_, index) => pace(`client ${index % 20}`));
  expect(waits).toBe(5_000);
  release.resolve();
  await Promise.all(rejections);
  const next = pace('another');
  pace('another');
  await next;
  expect(waits).toBe(5_001);
});

test('rejections that come one after another wait for nothing', async () => {
  const { pace, waits, clock } = controlledPace();
  for (let count = 0; count < 10; count += 1) {
    clock.now += 20;
    await pace('one');
  }
  expect(waits).toEqual([]);
});

test('another client does not wait, and a client is forgotten with its flood', async () => {
  const { pace, waits, clock } = controlledPace();
  for (let count = 0; count < 100; count += 1) await pace('one');
  waits.length = 0;
  await pace('another');
  expect(waits).toEqual([]);
  clock.now = 2_000;
  await pace('one');
  expect(waits).toEqual([]);
});
