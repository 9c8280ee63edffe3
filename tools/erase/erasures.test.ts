import { expect, test } from 'vitest';
import { addressPattern } from './erasures.ts';

test.each([
  ['ann@x.test', true],
  ['Write to ANN@X.test.', true],
  ['<ann@x.test>, "ann@x.test"', true],
  ['- ann@x.test...', true],
  ['_ann@x.test_', true],
  ['mailto:ann@x.test?subject=a', true],
  ["'ann@x.test'", true],
  ["o'ann@x.test", false],
  ['joann@x.test', false],
  ['jo.ann@x.test', false],
  ['jo+ann@x.test', false],
  ['jo_ann@x.test', false],
  ['ann@x.test.example', false],
  ['ann@x.test-y.example', false],
  ['ann@xxtest', false],
])('%s contains ann@x.test: %s', (text, isContained) => {
  expect(new RegExp(addressPattern('ann@x.test'), 'i').test(text)).toBe(isContained);
});
