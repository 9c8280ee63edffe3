import { expect, test } from 'vitest';
import { ConnectionHealth } from './connections.ts';

const never = () => Promise.reject(new Error('no connection'));
const once = () => Promise.resolve();

test('the pool is unhealthy after ten seconds without a connection, and healthy again with the next one', async () => {
  let clock = 0;
  const health = new ConnectionHealth(() => clock);
  expect(await health.isHealthy(never)).toBe(true);
  clock += 60_000;
  expect(await health.isHealthy(never)).toBe(true); // no request yet
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
