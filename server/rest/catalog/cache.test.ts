import { expect, test, vi } from 'vitest';
import { cacheCatalog } from './cache.ts';
import type { Catalog } from './catalog.ts';

const catalogOf = (): Catalog => ({ schemas: new Map(), types: new Map() });

/** A cache whose readings the test ends by itself. */
function openCache() {
  vi.useFakeTimers();
  const readings: PromiseWithResolvers<Catalog>[] = [];
  const cache = cacheCatalog(() => {
    const reading = Promise.withResolvers<Catalog>();
    readings.push(reading);
    return reading.promise;
  });
  return { cache, readings };
}

test('while a missing name has the catalogue read again, others use the one at hand, also where that fails', async () => {
  const { cache, readings } = openCache();
  const [first, second] = [catalogOf(), catalogOf()];
  const current = cache.current();
  readings[0]?.resolve(first);
  expect(await current).toBe(first);
  vi.advanceTimersByTime(1_000);
  const failing = cache.renewed();
  expect(await cache.current()).toBe(first);
  readings[1]?.reject(new Error('no connection'));
  await expect(failing).rejects.toThrow('no connection');
  expect(await cache.current()).toBe(first);
  vi.advanceTimersByTime(1_000);
  const renewed = cache.renewed();
  readings[2]?.resolve(second);
  expect(await renewed).toBe(second);
  expect(await cache.current()).toBe(second);
  expect(await cache.renewed()).toBeNull();
  expect(readings).toHaveLength(3);
});

test('a change of the catalogue has it read again, also where it comes during a reading', async () => {
  const { cache, readings } = openCache();
  const [former, latest] = [catalogOf(), catalogOf()];
  void cache.current();
  readings[0]?.resolve(former);
  await cache.current();
  vi.advanceTimersByTime(1_000);
  const renewed = cache.renewed();
  cache.forget();
  const current = cache.current();
  readings[2]?.resolve(latest);
  expect(await current).toBe(latest);
  readings[1]?.resolve(former);
  await renewed;
  expect(await cache.current()).toBe(latest);
});

test('a first reading that fails is tried again', async () => {
  const { cache, readings } = openCache();
  const failing = cache.current();
  readings[0]?.reject(new Error('no connection'));
  await expect(failing).rejects.toThrow('no connection');
  const current = cache.current();
  const catalog = catalogOf();
  readings[1]?.resolve(catalog);
  expect(await current).toBe(catalog);
});
