import { inBatches } from './batches.ts';

/** What a row holds in one column. */
export type Held<Value> = { id: string; value: Value };

/** One column of many rows, to be set at once. */
export type Setting<Value> = {
  /** The most rows of one call. */
  size: number;
  /** What the rows hold; those that are gone are left out. */
  read: (ids: string[]) => Promise<Held<Value>[]>;
  /** Puts a value into rows, where `holding` is given only into those that hold that; answers the ids of the rows that have it now. */
  put: (ids: string[], value: Value, holding?: { value: Value }) => Promise<string[]>;
};

/** The work of one batch: puts the value into its rows and adds to `former` what it took the place of. */
export function settingTo<Value>(setting: Setting<Value>, value: Value, former: Held<Value>[]) {
  return async (batch: string[]): Promise<number> => {
    const before = await setting.read(batch);
    const changed = new Set(await setting.put(batch, value));
    former.push(...before.filter((held) => changed.has(held.id) && held.value !== value));
    return changed.size;
  };
}

/** The way back from `value`: the batches, each of rows that held the same, and the work of one, which leaves rows alone that no longer hold `value`. */
export function settingBack<Value>(setting: Setting<Value>, value: Value, former: readonly Held<Value>[]) {
  const formerOf = new Map(former.map((held) => [held.id, held.value]));
  const alike = Map.groupBy(formerOf.keys(), (id) => formerOf.get(id) as Value);
  return {
    batches: [...alike.values()].flatMap((ids) => inBatches(ids, setting.size)),
    run: async (batch: string[]): Promise<number> => {
      const before = formerOf.get(batch[0] ?? '') as Value;
      return (await setting.put(batch, before, { value })).length;
    },
  };
}
