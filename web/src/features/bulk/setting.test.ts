import { expect, test } from 'vitest';
import { type Held, type Setting, settingBack, settingTo } from './setting.ts';

/** Rows in memory, with a call's ids noted. */
function tableOf(held: Record<string, string | null>) {
  const table = new Map(Object.entries(held));
  const calls: string[][] = [];
  const setting: Setting<string | null> = {
    size: 2,
    read: async (ids) => ids.filter((id) => table.has(id)).map((id) => ({ id, value: table.get(id) ?? null })),
    put: async (ids, value, holding) => {
      calls.push(ids);
      const found = ids.filter((id) => table.has(id) && (!holding || table.get(id) === holding.value));
      for (const id of found) table.set(id, value);
      return found;
    },
  };
  return { table, setting, calls };
}

test('what is set is remembered where it was another and the row was there', async () => {
  const { setting } = tableOf({ a: null, b: 'Old', c: 'New' });
  const former: Held<string | null>[] = [];
  expect(await settingTo(setting, 'New', former)(['a', 'b', 'c', 'gone'])).toBe(3);
  expect(former).toEqual([
    { id: 'a', value: null },
    { id: 'b', value: 'Old' },
  ]);
});

test('the way back gives each row its own value, in batches of rows that held the same, and spares what is another now', async () => {
  const { table, setting, calls } = tableOf({ a: 'New', b: 'New', c: 'New', d: 'New', e: 'Theirs' });
  const former = [
    { id: 'a', value: null },
    { id: 'b', value: 'Old' },
    { id: 'c', value: null },
    { id: 'd', value: null },
    { id: 'e', value: 'Old' },
    { id: 'gone', value: 'Old' },
  ];
  const { batches, run } = settingBack(setting, 'New', former);
  const done = [];
  for (const batch of batches) done.push(await run(batch));
  expect(calls).toEqual([['a', 'c'], ['d'], ['b', 'e'], ['gone']]);
  expect(done).toEqual([2, 1, 1, 0]);
  expect(Object.fromEntries(table)).toEqual({ a: null, b: 'Old', c: null, d: null, e: 'Theirs' });
});
