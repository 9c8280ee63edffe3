import { groupBy } from '#domain/group-by.ts';
import { inBatches } from '@/lib/batches.ts';

export type StoredValue<Value> = { id: string; value: Value };

/** The customers that all rows to change belong to; null if they may be of any. A distributed database needs only their nodes then. */
export type Customers = readonly string[] | null;

/** A column that bulk actions change. */
export type BulkColumn<Value> = {
  batchSize: number;
  /** Returns the values of the rows that exist. */
  read: (ids: string[]) => Promise<StoredValue<Value>[]>;
  /** Writes a value, with `expected` only into rows that have that value. Returns the ids of the changed rows. */
  write: (ids: string[], value: Value, expected?: { value: Value }) => Promise<string[]>;
  /** Restores the values that the last write replaced, with what they entailed. Returns the ids of the restored rows. By default the values are written again. */
  restore?: (ids: string[]) => Promise<string[]>;
};

/** Writes a value batch by batch and adds the values that it replaced to `previous`. */
export function writeColumn<Value>(column: BulkColumn<Value>, value: Value, previous: StoredValue<Value>[]) {
  return async (batch: string[]): Promise<number> => {
    const before = await column.read(batch);
    const changed = new Set(await column.write(batch, value));
    previous.push(...before.filter((stored) => changed.has(stored.id) && stored.value !== value));
    return changed.size;
  };
}

/** Restores the previous values, in batches. Skips rows that have changed since: those that no longer have `value`. */
export function restoreColumn<Value>(column: BulkColumn<Value>, value: Value, previous: readonly StoredValue<Value>[]) {
  const { restore } = column;
  if (restore) {
    const ids = previous.map(({ id }) => id);
    return {
      batches: inBatches(ids, column.batchSize),
      run: async (batch: string[]): Promise<number> => (await restore(batch)).length,
    };
  }
  const previousValues = new Map(previous.map((stored) => [stored.id, stored.value]));
  const idsByValue = groupBy(previousValues.keys(), (id) => previousValues.get(id) as Value);
  return {
    batches: [...idsByValue.values()].flatMap((ids) => inBatches(ids, column.batchSize)),
    run: async (batch: string[]): Promise<number> => {
      const before = previousValues.get(batch[0] ?? '') as Value;
      return (await column.write(batch, before, { value })).length;
    },
  };
}
