import { expect, test } from 'vitest';
import { Pulse } from './pulse.ts';

const never = () => Promise.reject(new Error('no connection'));
const once = () => Promise.resolve();

test('is lost after ten seconds in which requests only waited in vain, and comes back with the first that is served', async () => {
  let clock = 0;
  const pulse = new Pulse(() => clock);
  expect(await pulse.isAlive(never)).toBe(true);
  clock += 60_000;
  expect(await pulse.isAlive(never)).toBe(true); // nobody has asked
  pulse.served();
  clock += 1;
  pulse.failed();
  clock += 9_000;
  expect(await pulse.isAlive(never)).toBe(true);
  clock += 1_000;
  expect(await pulse.isAlive(never)).toBe(false);
  expect(await pulse.isAlive(once)).toBe(true);
  pulse.served();
  expect(await pulse.isAlive(never)).toBe(true);
});
