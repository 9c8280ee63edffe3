export const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

type WeightLimits<Item> = { size: number; weight: number; weigh: (item: Item) => number };

/** Batches of at most `size` items, which together weigh at most `weight`. A heavier item is a batch of its own. */
export function inWeighedBatches<Item>(items: readonly Item[], { size, weight, weigh }: WeightLimits<Item>): Item[][] {
  const batches: Item[][] = [];
  let last: Item[] = [];
  let sum = 0;
  for (const item of items) {
    const own = weigh(item);
    if (last.length === 0 || last.length === size || sum + own > weight) {
      last = [];
      sum = 0;
      batches.push(last);
    }
    last.push(item);
    sum += own;
  }
  return batches;
}
