import { expect, test } from 'vitest';
import { ConnectionHealth } from './connection-health.ts';

const never = () => Promise.reject(new Error('no connection'));
const once = () => Promise.resolve();

test('is lost after ten seconds in which no request got a connection, and returns with the first that does', async () => {
  let clock = 0;
  const health = new ConnectionHealth(() => clock);
  expect(await health.isHealthy(never)).toBe(true);
  clock += 60_000;
  expect(await health.isHealthy(never)).toBe(true); // nobody has asked
  health.succeeded();
  clock += 1;
  health.failed();
  clock += 9_000;
  expect(await health.isHealthy(never)).toBe(true);
  clock += 1_000;
  expect(await health.isHealthy(never)).toBe(false);
  expect(await health.isHealthy(once)).toBe(true);
  health.succeeded();
  expect(await health.isHealthy(never)).toBe(true);
});
