import { expect, it } from 'vitest';
import { tabAfter } from './tabs.tsx';

const names = ['one', 'two', 'three'] as const;

it.each([
  ['ArrowRight', 'one', 'two'],
  ['ArrowRight', 'three', 'one'],
  ['ArrowLeft', 'one', 'three'],
  ['Home', 'three', 'one'],
  ['End', 'one', 'three'],
  ['Enter', 'one', undefined],
] as const)('%s on %s leads to %s', (key, selected, next) => {
  expect(tabAfter(key, names, selected)).toBe(next);
});
