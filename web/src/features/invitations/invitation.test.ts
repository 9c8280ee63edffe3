import { expect, it } from 'vitest';
import { type Invitation, invitationStatus, isInvited } from './invitation.ts';

const end = '2026-02-01T12:00:00+00:00';
const invitation: Invitation = { customerName: 'Acme', email: 'Ada@example.test', expiresAt: end, isAccepted: false };
const before = Date.parse(end) - 1;

it.each([
  ['an unknown invitation is invalid', null, before, 'invalid'],
  ['an open invitation is valid', invitation, before, 'valid'],
  ['an invitation has expired at its end', invitation, before + 1, 'expired'],
  ['an accepted invitation is used', { ...invitation, isAccepted: true }, before, 'used'],
  ['an accepted invitation stays used after its end', { ...invitation, isAccepted: true }, before + 1, 'used'],
] as const)('%s', (_, stored, now, status) => {
  expect(invitationStatus(stored, now)).toBe(status);
});

it.each([
  ['ada@example.test', true],
  ['ADA@EXAMPLE.TEST', true],
  ['eva@example.test', false],
  [undefined, false],
])('an invitation of Ada@example.test is for %s: %s', (email, invited) => {
  expect(isInvited(invitation, email)).toBe(invited);
});
