// In charge of how long a catalogue is believed: read at first need, again when told or when something is missing, never more than once an interval for a miss.
import type { Catalog } from './catalog.ts';

export type CatalogCache = {
  current(): Promise<Catalog>;
  /** The next `current` reads anew. */
  forget(): void;
  /** A fresh catalogue after something was not found; null if the one at hand is too young to have changed. */
  renewed(): Promise<Catalog | null>;
};

const shortestInterval = 1_000;

export function cacheCatalog(read: () => Promise<Catalog>): CatalogCache {
  let known: Promise<Catalog> | undefined;
  let readAt = 0;

  /** The catalogue at hand stays until a fresh one has been read. */
  function renew(): Promise<Catalog> {
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
    const started = renew();
    known = started;
    started.catch(() => {
      if (known === started) known = undefined;
    });
    return started;
  }

  return {
    current: () => known ?? first(),
    forget: () => {
      known = undefined;
    },
    renewed: async () => (performance.now() - readAt < shortestInterval ? null : renew()),
  };
}
