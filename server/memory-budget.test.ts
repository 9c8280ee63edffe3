import { expect, test } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

/** Takes a byte at a time for as long as it gets one. */
function takeAll(budget: MemoryBudget, holder: string): number {
  const hold = budget.open(holder);
  let taken = 0;
  while (hold.take(1)) taken += 1;
  return taken;
}

test('one holder gets a quarter of what it leaves free', () => {
  expect(takeAll(new MemoryBudget(1_000), 'a')).toBe(200);
});

test('however many take all they can, the next one gets something', () => {
  const budget = new MemoryBudget(1_000_000);
  const taken = Array.from({ length: 20 }, (_, index) => takeAll(budget, `holder ${index}`));
  expect(taken.every((bytes, index) => index === 0 || bytes < (taken[index - 1] ?? 0))).toBe(true);
  expect(taken.at(-1)).toBeGreaterThan(2_000);
});

test('all requests of a holder share its part', () => {
  const budget = new MemoryBudget(1_000);
  const [one, other] = [budget.open('a'), budget.open('a')];
  expect([one.take(150), other.take(100), other.take(50), budget.open('b').take(100)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('what is released is free again, once', () => {
  const budget = new MemoryBudget(1_000);
  const [one, other] = [budget.open('a'), budget.open('a')];
  expect([one.take(100), other.take(100)]).toEqual([true, true]);
  one.release();
  one.release();
  expect([budget.open('a').take(101), budget.open('a').take(100)]).toEqual([false, true]);
  other.release();
});
