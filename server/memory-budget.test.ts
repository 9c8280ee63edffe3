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

test.each([
  { own: 150, others: 0, wanted: 100, isBlockedByOwn: true },
  { own: 1, others: 700, wanted: 100, isBlockedByOwn: false },
  { own: 0, others: 0, wanted: 300, isBlockedByOwn: false },
])(
  '$wanted bytes beside $own own ones and $others of others are blocked by the own ones: $isBlockedByOwn',
  ({ own, others, wanted, isBlockedByOwn }) => {
    const budget = new MemoryBudget(1_000);
    for (let holder = 0, left = others; left > 0; holder += 1, left -= 50) budget.open(`other ${holder}`).take(50);
    expect(budget.open('a').take(own)).toBe(true);
    const reservation = budget.open('a');
    expect(reservation.take(wanted)).toBe(false);
    expect(reservation.isBlockedByOwn()).toBe(isBlockedByOwn);
  },
);

test('a released reservation is free again, once', () => {
  const budget = new MemoryBudget(1_000);
  const [one, other] = [budget.open('a'), budget.open('a')];
  expect([one.take(100), other.take(100)]).toEqual([true, true]);
  one.release();
  one.release();
  expect([budget.open('a').take(101), budget.open('a').take(100)]).toEqual([false, true]);
  other.release();
});
