import { expect, test } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

/** Takes single bytes until one is denied. */
function takeAll(budget: MemoryBudget, holder: string): number {
  const hold = budget.open(holder);
  let taken = 0;
  while (hold.take(1)) taken += 1;
  return taken;
}

test('one holder gets a quarter of the memory that stays free', () => {
  expect(takeAll(new MemoryBudget(1_000), 'a')).toBe(200);
});

test('the next holder always gets some memory', () => {
  const budget = new MemoryBudget(1_000_000);
  const taken = Array.from({ length: 20 }, (_, index) => takeAll(budget, `holder ${index}`));
  expect(taken.every((bytes, index) => index === 0 || bytes < (taken[index - 1] ?? 0))).toBe(true);
  expect(taken.at(-1)).toBeGreaterThan(2_000);
});

test('all requests of a holder share its quarter', () => {
  const budget = new MemoryBudget(1_000);
  const [one, other] = [budget.open('a'), budget.open('a')];
  expect([one.take(150), other.take(100), other.take(50), budget.open('b').take(100)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a reservation is one of several while its holder has bytes in another one', () => {
  const budget = new MemoryBudget(1_000);
  const [one, other] = [budget.open('a'), budget.open('a')];
  budget.open('b').take(100);
  one.take(100);
  expect([one.isOneOfSeveral(), other.isOneOfSeveral()]).toEqual([false, true]);
  other.take(1);
  expect(one.isOneOfSeveral()).toBe(true);
  other.release();
  expect(one.isOneOfSeveral()).toBe(false);
});

test('a released reservation is free again, once', () => {
  const budget = new MemoryBudget(1_000);
  const [one, other] = [budget.open('a'), budget.open('a')];
  expect([one.take(100), other.take(100)]).toEqual([true, true]);
  one.release();
  one.release();
  expect([budget.open('a').take(101), budget.open('a').take(100)]).toEqual([false, true]);
  other.release();
});
