import { describe, expect, it } from 'vitest';
import { listMembers, type Membership, type PendingInvitation } from './members.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const [before, after] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z'];

const invitation: PendingInvitation = {
  id: '1',
  email: 'Ada@x.test',
  token: 't',
  expires_at: after,
  mailed_at: before,
  role: 'approver',
};
const membership: Membership = {
  id: '2',
  accepted_at: before,
  is_active: true,
  created_at: before,
  role: 'approver',
  profiles: { email: 'ada@x.test', full_name: null },
};

describe('an invitation', () => {
  it.each([
    ['mailed and open', after, before, ['Invited'], 'Expires'],
    ['not mailed', after, null, ['Invited', 'Not delivered'], 'Expires'],
    ['expired', before, before, ['Invitation expired'], 'Expired'],
    ['not mailed and expired', before, null, ['Invitation expired'], 'Expired'],
  ])('an invitation that is %s has its badges and date', (_, expires_at, mailed_at, labels, label) => {
    const [member] = listMembers({ invitations: [{ ...invitation, expires_at, mailed_at }], memberships: [] }, now);
    expect(member?.statuses.map(({ label }) => label)).toEqual(labels);
    expect(member).toMatchObject({ date: { label, at: expires_at }, canResend: true });
  });
});

describe('a membership (S4.18)', () => {
  it.each([
    ['accepted', after, true, 'Active', { label: 'Joined', at: after }],
    ['not accepted', null, true, 'Invited', { label: 'Added', at: before }],
    ['deactivated', after, false, 'Deactivated', { label: 'Joined', at: after }],
  ])('a membership that is %s has its badge and date', (_, accepted_at, is_active, label, date) => {
    const memberships = [{ ...membership, accepted_at, is_active }];
    const [member] = listMembers({ invitations: [], memberships }, now);
    expect(member).toMatchObject({ name: 'ada@x.test', statuses: [{ label }], date });
  });
});

it.each([
  ['a deactivated member', false, 'ada@x.test', false],
  ['an active member', true, 'ada@x.test', true],
  ['another address than that of a deactivated member', false, 'bob@x.test', true],
])('an invitation of %s can be sent again: %j', (_, is_active, email, canResend) => {
  const memberships = [{ ...membership, is_active, profiles: { email, full_name: null } }];
  const [first, second] = listMembers({ invitations: [invitation], memberships }, now);
  expect(first).toMatchObject({ invitation, canResend });
  expect(second).toMatchObject({ membership: { is_active } });
});
