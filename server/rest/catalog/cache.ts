// Caches the schema catalog. Reloads it on NOTIFY, or on a missing name at most once per interval.
import type { Catalog } from './catalog.ts';

const INTERVAL_MS = 1_000;

export function cacheCatalog(read: () => Promise<Catalog>) {
  let known: Promise<Catalog> | undefined;
  let readAt = 0;

  /** The cached catalog stays in use until the new one is loaded. */
  function load(): Promise<Catalog> {
    readAt = performance.now();
    const former = known;
    const started = read();
    const keep = () => {
      if (known === former) known = started;
    };
    started.then(keep, () => {});
    return started;
  }

  function first(): Promise<Catalog> {
    const started = load();
    known = started;
    started.catch(() => {
      if (known === started) known = undefined;
    });
    return started;
  }

  return {
    current: () => known ?? first(),
    /** Makes the next `current` reload. */
    invalidate: () => {
      known = undefined;
    },
    /** Reloads the catalog; returns null if it was loaded less than a second ago. */
    reload: async () => (performance.now() - readAt < INTERVAL_MS ? null : load()),
  };
}
