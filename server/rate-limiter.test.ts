import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

let clock = 0;
const limiter = () => new RateLimiter({ tries: 5, seconds: 10 }, () => clock);
const takeMany = (one: RateLimiter, count: number, key = 'a') => Array.from({ length: count }, () => one.take(key));

test('a full bucket allows a burst, then tokens are refilled evenly', () => {
  const one = limiter();
  expect(takeMany(one, 7)).toEqual([0, 0, 0, 0, 0, 2, 2]);
  clock += 1_000;
  expect(one.take('a')).toBe(1);
  clock += 1_000;
  expect(takeMany(one, 2)).toEqual([0, 2]);
  clock += 60_000;
  expect(takeMany(one, 6)).toEqual([0, 0, 0, 0, 0, 2]);
});

test('each key has its own bucket', () => {
  const one = limiter();
  expect([takeMany(one, 6).at(-1), one.take('b')]).toEqual([2, 0]);
});

test('the least recently used bucket is dropped', () => {
  const one = limiter();
  takeMany(one, 6, 'first');
  takeMany(one, 6, 'second');
  for (let key = 0; key < 19_999; key += 1) one.take(`key ${key}`);
  expect([one.take('second'), one.take('first')]).toEqual([2, 0]);
});
