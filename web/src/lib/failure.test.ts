import { expect, test } from 'vitest';
import { isAbort, reasonOf } from './failure.ts';

test.each([
  [new Error('The database rests'), 'The database rests'],
  [new DOMException('Called off', 'AbortError'), 'Called off'],
  ['gone', 'gone'],
  [undefined, 'undefined'],
])('the reason of %o is %j', (failure, reason) => {
  expect(reasonOf(failure)).toBe(reason);
});

test.each([
  [new DOMException('Called off', 'AbortError'), true],
  [new DOMException('Too slow', 'TimeoutError'), false],
  [new Error('AbortError'), false],
  [undefined, false],
])('%o is called off: %j', (failure, is) => {
  expect(isAbort(failure)).toBe(is);
});
