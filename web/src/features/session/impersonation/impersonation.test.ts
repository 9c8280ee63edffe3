import { expect, it } from 'vitest';
import { parseImpersonation } from './impersonation.ts';

const complete = { id: 'one', adminId: 'ada', customer: { id: 'north', name: 'Northwind' }, expiresAt: 1 };

it('a stored impersonation is parsed', () => {
  expect(parseImpersonation(JSON.stringify(complete))).toEqual(complete);
});

it.each([
  ['nothing stored', null],
  ['no JSON', '{'],
  ['no object', '"north"'],
  ['null', 'null'],
  ['no customer', JSON.stringify({ ...complete, customer: undefined })],
  ['no admin', JSON.stringify({ ...complete, adminId: undefined })],
  ['no end', JSON.stringify({ ...complete, expiresAt: undefined })],
])('%s is no impersonation', (_, stored) => {
  expect(parseImpersonation(stored)).toBe(null);
});
