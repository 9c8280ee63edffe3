import { expect, test } from 'vitest';
import { swipeAt } from './swipe.tsx';

test.each([
  [0, 358, null, false],
  [12, 358, 'right', false],
  [95, 358, 'right', false],
  [96, 358, 'right', true],
  [-96, 358, 'left', true],
  [-95, 358, 'left', false],
  [70, 200, 'right', true],
  [69, 200, 'right', false],
] as const)('dragging by %i px of %i shows %s and takes effect: %s', (dx, width, side, isFar) => {
  expect(swipeAt(dx, width)).toEqual({ side, isFar });
});
