import { expect, test } from 'vitest';
import { readMissing, writeMissing } from './missing.ts';

test.each([
  ['', null],
  ['missing=', null],
  ['missing=name', null],
  ['missing=company', { gap: 'company', customerId: null }],
  [writeMissing('last_name', 'acme'), { gap: 'last_name', customerId: 'acme' }],
])('%j asks for leads without %j', (address, asked) => {
  expect(readMissing(new URLSearchParams(address))).toEqual(asked);
});
