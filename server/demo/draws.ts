// Repeatable choices: the same seed gives the same demo.
export type Draws = ReturnType<typeof drawsOf>;

/** A generator of pseudo-random choices (mulberry32). */
export function drawsOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    /** An integer from 0 to `end` - 1. */
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    /** An integer between both, small ones more often, as the sizes of companies are. */
    size: (least: number, most: number) => Math.round(least * (most / least) ** next()),
  };
}
