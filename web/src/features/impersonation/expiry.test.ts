import { expect, it } from 'vitest';
import { overByClock, overByRecord } from './expiry.ts';

const impersonation = { id: 'one', adminId: 'ada', customer: { id: 'north', name: 'Northwind' }, expiresAt: 60 };
const active = { is_active: true };

it.each([
  [59, null],
  [60, 'It has lasted its 60 minutes. Start it again to go on.'],
])('at %i ms of its 60 the clock says %s', (now, reason) => {
  expect(overByClock(impersonation, now)).toBe(reason);
});

it.each([
  ['an open one of an active customer', { ended_at: null, customers: active }, null],
  ['one that was ended', { ended_at: '2026-01-01T00:00:00Z', customers: active }, 'It was ended elsewhere.'],
  [
    'one of a deactivated customer',
    { ended_at: null, customers: { is_active: false } },
    'Northwind is no longer active.',
  ],
  ['none', null, 'It has run out, or Northwind can no longer be seen.'],
])('of %s the record says why it is over, if it is', (_, known, reason) => {
  expect(overByRecord(impersonation, known)).toBe(reason);
});
