import { expect, it } from 'vitest';
import { readImpersonation } from './impersonation.ts';

const now = 1_000_000;
const whole = { id: 'one', adminId: 'ada', customer: { id: 'north', name: 'Northwind' }, expiresAt: now + 1 };

it('a tab’s impersonation is read as it was kept', () => {
  expect(readImpersonation(JSON.stringify(whole), now)).toEqual(whole);
});

it.each([
  ['nothing kept', null],
  ['no JSON', '{'],
  ['no object', '"north"'],
  ['null', 'null'],
  ['no customer', JSON.stringify({ ...whole, customer: undefined })],
  ['no admin', JSON.stringify({ ...whole, adminId: undefined })],
  ['no end', JSON.stringify({ ...whole, expiresAt: undefined })],
  ['one that is over', JSON.stringify({ ...whole, expiresAt: now })],
])('%s is none', (_, kept) => {
  expect(readImpersonation(kept, now)).toBe(null);
});
