import { expect, it } from 'vitest';
import { readImpersonation } from './impersonation.ts';

const whole = { id: 'one', adminId: 'ada', customer: { id: 'north', name: 'Northwind' }, expiresAt: 1 };

it('a tab’s impersonation is read as it was kept', () => {
  expect(readImpersonation(JSON.stringify(whole))).toEqual(whole);
});

it.each([
  ['nothing kept', null],
  ['no JSON', '{'],
  ['no object', '"north"'],
  ['null', 'null'],
  ['no customer', JSON.stringify({ ...whole, customer: undefined })],
  ['no admin', JSON.stringify({ ...whole, adminId: undefined })],
  ['no end', JSON.stringify({ ...whole, expiresAt: undefined })],
])('%s is none', (_, kept) => {
  expect(readImpersonation(kept)).toBe(null);
});
