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

test('rejections of a client that come at once are answered 20 ms apart, and after ten seconds at most', async () => {
  const { pace, waits } = controlledPace();
  for (let count = 0; count < 600; count += 1) await pace('one');
  expect(waits.slice(0, 3)).toEqual([20, 40, 60]);
  expect(waits).toHaveLength(599);
  expect(Math.max(...waits)).toBe(10_000);
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
