import { expect, test } from 'vitest';
import { moved, newStep, parseDelay, sameContent, stepDays, storedContent } from './steps.ts';

test.each([
  ['0', 0],
  ['3', 3],
  [' 14 ', 14],
  ['007', 7],
  ['3650', 3650],
  ['3651', 0],
  ['', 0],
  ['-1', 0],
  ['2.5', 0],
  ['1e3', 0],
  ['soon', 0],
  ['99999999999999999999', 0],
])('a typed delay of %j is %i days (S5.5)', (typed, days) => {
  expect(parseDelay(typed)).toBe(days);
});

test('a new step is a LinkedIn message after three days, without text', () => {
  expect(newStep).toEqual({ step_type: 'linkedin_message', delay_days: 3, subject: null, message_content: '' });
});

const content = { ...newStep, message_content: 'Hi' };

test.each([
  ['email' as const, ' Hello ', 'Hello'],
  ['email' as const, '  ', null],
  ['email' as const, null, null],
  ['linkedin_message' as const, 'Hello', null],
  ['linkedin_connection' as const, 'Hello', null],
])('%s with the subject %j is stored with %j (S5.8)', (step_type, subject, stored) => {
  expect(storedContent({ ...content, step_type, subject })).toEqual({ ...content, step_type, subject: stored });
});

test.each([
  [{}, true],
  [{ delay_days: 4 }, false],
  [{ subject: 'Hello' }, false],
  [{ message_content: 'Hi ' }, false],
  [{ step_type: 'email' as const }, false],
])('a content changed by %j being the same is %j', (change, same) => {
  expect(sameContent(content, { ...content, ...change })).toBe(same);
});

test.each([
  [[], []],
  [[0], [0]],
  [
    [3, 0, 4],
    [3, 3, 7],
  ],
])('delays of %j fall on the days %j', (delays, days) => {
  expect(stepDays(delays.map((delay_days) => ({ delay_days })))).toEqual(days);
});

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [1, -5, 'bac'],
  [0, 9, 'bca'],
  [7, 0, 'abc'],
])('the item of place %i at place %i gives %s', (from, to, order) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(order);
});
