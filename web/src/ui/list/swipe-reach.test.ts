import { expect, test } from 'vitest';
import { reach, verdictOf } from './swipe-reach.ts';

test.each([
  [0, 358, null, false],
  [12, 358, 'right', false],
  [95, 358, 'right', false],
  [96, 358, 'right', true],
  [-96, 358, 'left', true],
  [-95, 358, 'left', false],
  [70, 200, 'right', true],
  [69, 200, 'right', false],
] as const)('dragged %i px of %i shows %s, has an effect: %s', (dx, width, side, far) => {
  expect(reach(dx, width)).toEqual({ side, far });
  expect(verdictOf(dx, width)).toBe(far ? side : null);
});
