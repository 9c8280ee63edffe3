import { beforeEach, expect, test } from 'vitest';
import { openAccountRoles } from './account-roles.ts';
import type { CallerRequest } from './database/rows.ts';

let clock: number;
let members: Set<string>;
let asked: string[][];
let isDown: boolean;

const database = {
  async request({ statement }: CallerRequest) {
    const ids = (statement.values[0] ?? '').slice(1, -1).split(',');
    asked.push(ids);
    if (isDown) throw new Error('no connection');
    return { columns: ['id'], rows: ids.filter((id) => members.has(id)).map((id) => [id]) };
  },
};

beforeEach(() => {
  [clock, members, asked, isDown] = [0, new Set(['ann', 'ben']), [], false];
});

const open = () => openAccountRoles(database, () => clock);

test('accounts that are asked for at once share a statement', async () => {
  const hasRole = open();
  const answers = ['ann', 'ann', 'ben', 'cy'].map((id) => hasRole(id));
  expect(await Promise.all(answers)).toEqual([true, true, true, false]);
  expect(asked).toEqual([['ann', 'ben', 'cy']]);
});

test('a role is known for a minute, and that there is none for a second', async () => {
  const hasRole = open();
  await Promise.all([hasRole('ann'), hasRole('cy')]);
  members = new Set(['cy']);
  clock += 999;
  expect([hasRole('ann'), hasRole('cy')]).toEqual([true, false]);
  clock += 1;
  expect([await hasRole('ann'), await hasRole('cy')]).toEqual([true, true]);
  clock += 59_000;
  expect([await hasRole('ann'), hasRole('cy')]).toEqual([false, true]);
  expect(asked).toEqual([['ann', 'cy'], ['cy'], ['ann']]);
});

test('a failure is passed on, and the next request asks again', async () => {
  const hasRole = open();
  isDown = true;
  await expect(hasRole('ann')).rejects.toThrow('no connection');
  isDown = false;
  expect(await hasRole('ann')).toBe(true);
});

test('no more than ten thousand accounts are known', async () => {
  const hasRole = open();
  await hasRole('ann');
  await Promise.all(Array.from({ length: 10_000 }, (_, number) => hasRole(`account ${number}`)));
  asked = [];
  await hasRole('ann');
  expect(asked).toEqual([['ann']]);
});
