import { afterEach, expect, test, vi } from 'vitest';
import { cacheCatalog } from './cache.ts';
import type { Catalog } from './catalog.ts';

const catalogOf = (): Catalog => ({
  relations: new Map(),
  relationships: new Map(),
  routines: new Map(),
  types: new Map(),
});

afterEach(() => void vi.useRealTimers());

/** A cache whose loads are settled by the test. */
function openCache() {
  vi.useFakeTimers();
  const loads: PromiseWithResolvers<Catalog>[] = [];
  const cache = cacheCatalog(() => {
    const load = Promise.withResolvers<Catalog>();
    loads.push(load);
    return load.promise;
  });
  return { cache, loads };
}

test('while a missing name reloads the catalog, others use the cached one, also when the reload fails', async () => {
  const { cache, loads } = openCache();
  const [first, second] = [catalogOf(), catalogOf()];
  const current = cache.current();
  loads[0]?.resolve(first);
  expect(await current).toBe(first);
  vi.advanceTimersByTime(1_000);
  const failing = cache.reload();
  expect(await cache.current()).toBe(first);
  loads[1]?.reject(new Error('no connection'));
  await expect(failing).rejects.toThrow('no connection');
  expect(await cache.current()).toBe(first);
  vi.advanceTimersByTime(1_000);
  const reloaded = cache.reload();
  loads[2]?.resolve(second);
  expect(await reloaded).toBe(second);
  expect(await cache.current()).toBe(second);
  expect(await cache.reload()).toBeNull();
  expect(loads).toHaveLength(3);
});

test('an invalidated catalog is reloaded, also when the invalidation comes during a reload', async () => {
  const { cache, loads } = openCache();
  const [former, latest] = [catalogOf(), catalogOf()];
  void cache.current();
  loads[0]?.resolve(former);
  await cache.current();
  vi.advanceTimersByTime(1_000);
  const reloaded = cache.reload();
  cache.invalidate();
  const current = cache.current();
  loads[2]?.resolve(latest);
  expect(await current).toBe(latest);
  loads[1]?.resolve(former);
  await reloaded;
  expect(await cache.current()).toBe(latest);
});

test('a failed first load is repeated', async () => {
  const { cache, loads } = openCache();
  const failing = cache.current();
  loads[0]?.reject(new Error('no connection'));
  await expect(failing).rejects.toThrow('no connection');
  const current = cache.current();
  const catalog = catalogOf();
  loads[1]?.resolve(catalog);
  expect(await current).toBe(catalog);
});
