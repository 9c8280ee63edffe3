import { expect, test } from 'vitest';
import { newStep } from './steps.ts';
import { compareSteps } from './versions.ts';

const steps = (keys: string) => [...keys].map((key) => ({ ...newStep, id: `of ${key}`, step_id: key }));

test.each([
  ['abc', 'abc', 'a11 b22 c33'],
  ['', 'ab', 'a+1 b+2'],
  ['ab', '', 'a1- b2-'],
  ['abc', 'ac', 'a11 b2- c32'],
  ['abc', 'c', 'a1- b2- c31'],
  ['abc', 'cxba', 'c31 x+2 b23 a14'],
  ['abcd', 'dax', 'd41 a12 b2- c3- x+3'],
])('the steps %j and %j are paired in the order of the later ones', (before, after, expected) => {
  const found = compareSteps(steps(before), steps(after));
  expect(
    found.map(({ key, beforeNumber = '+', afterNumber = '-' }) => `${key}${beforeNumber}${afterNumber}`).join(' '),
  ).toBe(expected);
});

test('steps of a campaign are paired with those of a version', () => {
  const [difference] = compareSteps(steps('a'), [{ ...newStep, id: 'a' }]);
  expect(difference).toMatchObject({ before: { step_id: 'a' }, after: { id: 'a' } });
});
