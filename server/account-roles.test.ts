import { beforeEach, expect, test } from 'vitest';
import { openAccountRoles } from './account-roles.ts';
import type { JoinedRows } from './database/connections/joined-rows.ts';
import type { CallerRequest } from './database/connections/rows.ts';

let clock: number;
let members: Set<string>;
let queries: string[][];
let isDown: boolean;

const database = {
  async request({ statement }: CallerRequest) {
    const ids = (statement.values[0] ?? '').slice(1, -1).split(',');
    queries.push(ids);
    if (isDown) throw new Error('no connection');
    return { text: ids.filter((id) => members.has(id)).join() } as JoinedRows;
  },
};

beforeEach(() => {
  [clock, members, queries, isDown] = [0, new Set(['ann', 'ben']), [], false];
});

const open = () => openAccountRoles(database, undefined, () => clock);

test('concurrent lookups share a statement', async () => {
  const hasRole = open();
  const answers = ['ann', 'ann', 'ben', 'cy'].map((id) => hasRole(id));
  expect(await Promise.all(answers)).toEqual([true, true, true, false]);
  expect(queries).toEqual([['ann', 'ben', 'cy']]);
});

test('a role is cached for a minute, a missing role for a second', async () => {
  const hasRole = open();
  await Promise.all([hasRole('ann'), hasRole('cy')]);
  members = new Set(['cy']);
  clock += 999;
  expect([hasRole('ann'), hasRole('cy')]).toEqual([true, false]);
  clock += 1;
  expect([await hasRole('ann'), await hasRole('cy')]).toEqual([true, true]);
  clock += 59_000;
  expect([await hasRole('ann'), hasRole('cy')]).toEqual([false, true]);
  expect(queries).toEqual([['ann', 'cy'], ['cy'], ['ann']]);
});

test('an error is not cached', async () => {
  const hasRole = open();
  isDown = true;
  await expect(hasRole('ann')).rejects.toThrow('no connection');
  isDown = false;
  expect(await hasRole('ann')).toBe(true);
});

test('at most ten thousand accounts are cached', async () => {
  const hasRole = open();
  await hasRole('ann');
  await Promise.all(Array.from({ length: 10_000 }, (_, number) => hasRole(`account ${number}`)));
  queries = [];
  await hasRole('ann');
  expect(queries).toEqual([['ann']]);
});
