import { expect, it } from 'vitest';
import { endedByRecord, expiredByClock } from './expiry.ts';

const impersonation = { id: 'one', adminId: 'ada', customer: { id: 'north', name: 'Northwind' }, expiresAt: 60 };
const active = { is_active: true };

it.each([
  [59, null],
  [60, 'It expired after 60 minutes. Start it again to continue.'],
])('at %i of 60 ms expiredByClock returns %j', (now, reason) => {
  expect(expiredByClock(impersonation, now)).toBe(reason);
});

it.each([
  ['an open one of an active customer', { ended_at: null, customers: active }, null],
  [
    'one that was ended',
    { ended_at: '2026-01-01T00:00:00Z', customers: active },
    'It was ended in another tab or session.',
  ],
  [
    'one of a deactivated customer',
    { ended_at: null, customers: { is_active: false } },
    'Northwind is no longer active.',
  ],
  ['a missing one', null, 'It expired, or you no longer have access to Northwind.'],
])('endedByRecord gives the reason for %s', (_, record, reason) => {
  expect(endedByRecord(impersonation, record)).toBe(reason);
});
