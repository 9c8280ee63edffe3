import { expect, it } from 'vitest';
import { type Invitation, isInvited, verdictOn } from './invitation.ts';

const end = '2026-02-01T12:00:00+00:00';
const invitation: Invitation = { customerName: 'Acme', email: 'Ada@example.test', expiresAt: end, isAccepted: false };
const before = Date.parse(end) - 1;

it.each([
  ['one that nobody knows is invalid', null, before, 'invalid'],
  ['one that is open is valid', invitation, before, 'valid'],
  ['one at its end has expired', invitation, before + 1, 'expired'],
  ['one that was accepted is used', { ...invitation, isAccepted: true }, before, 'used'],
  ['one that was accepted stays used past its end', { ...invitation, isAccepted: true }, before + 1, 'used'],
] as const)('%s', (_, given, now, verdict) => {
  expect(verdictOn(given, now)).toBe(verdict);
});

it.each([
  ['ada@example.test', true],
  ['ADA@EXAMPLE.TEST', true],
  ['eva@example.test', false],
  [undefined, false],
])('an invitation of Ada@example.test is for %s: %s', (email, invited) => {
  expect(isInvited(invitation, email)).toBe(invited);
});
