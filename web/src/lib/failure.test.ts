import { expect, test } from 'vitest';
import { failureReason, isAbort } from './failure.ts';

const UNREACHABLE = 'Leadlight couldn’t be reached. Check your connection and try again.';

test.each([
  [new Error('The database rests'), 'The database rests'],
  [new DOMException('Called off', 'AbortError'), 'Called off'],
  [new RangeError(''), 'RangeError'],
  ['gone', 'gone'],
  [undefined, 'undefined'],
  [new TypeError('Failed to fetch'), UNREACHABLE],
  [new TypeError('NetworkError when attempting to fetch resource.'), UNREACHABLE],
  [Object.assign(new Error('Cannot coerce the result'), { code: 'PGRST116' }), 'It no longer exists.'],
  [
    Object.assign(new Error('new row violates row-level security policy for table "leads"'), { code: '42501' }),
    'You’re not allowed to do this. Your role may have changed: reload the page.',
  ],
  [Object.assign(new Error('Only an approver can do this'), { code: '42501' }), 'Only an approver can do this'],
])('the reason of %o is %j', (failure, reason) => {
  expect(failureReason(failure)).toBe(reason);
});

test.each([
  [new DOMException('Called off', 'AbortError'), true],
  [new DOMException('Too slow', 'TimeoutError'), false],
  [new Error('AbortError'), false],
  [undefined, false],
])('%o is an abort: %j', (failure, is) => {
  expect(isAbort(failure)).toBe(is);
});
