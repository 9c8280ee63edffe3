import { expect, test } from 'vitest';
import { readMissing, writeMissing } from './missing.ts';

test.each([
  ['', null],
  ['missing=', null],
  ['missing=name', null],
  ['missing=company', { missing: 'company', customerId: null, words: 'approved, without company' }],
  [
    writeMissing('last_name', 'acme'),
    { missing: 'last_name', customerId: 'acme', words: 'approved, without last name' },
  ],
])('%j requests the leads %j', (query, condition) => {
  expect(readMissing(new URLSearchParams(query))).toEqual(condition);
});
