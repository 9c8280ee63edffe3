import { describe, expect, it } from 'vitest';
import { type Invitation, listPeople, type Membership } from './members.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const [before, after] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z'];

const invitation: Invitation = { id: '1', email: 'Ada@x.test', token: 't', expires_at: after, mailed_at: before };
const membership: Membership = {
  id: '2',
  accepted_at: before,
  is_active: true,
  created_at: before,
  profiles: { email: 'ada@x.test', full_name: null },
};

describe('an invitation', () => {
  it.each([
    ['mailed and open', after, before, ['Invited'], 'Expires'],
    ['not mailed', after, null, ['Invited', 'Not delivered'], 'Expires'],
    ['over', before, before, ['Invited', 'Expired'], 'Expired'],
    ['not mailed and over', before, null, ['Invited', 'Not delivered', 'Expired'], 'Expired'],
  ])('%s', (_, expires_at, mailed_at, words, verb) => {
    const [person] = listPeople({ invitations: [{ ...invitation, expires_at, mailed_at }], memberships: [] }, now);
    expect(person?.statuses.map(({ word }) => word)).toEqual(words);
    expect(person).toMatchObject({ moment: { verb, at: expires_at }, mayResend: true });
  });
});

describe('a membership', () => {
  it.each([
    ['accepted', after, true, 'Active', { verb: 'Joined', at: after }],
    ['not accepted', null, true, 'Invited', { verb: 'Added', at: before }],
    ['deactivated', after, false, 'Deactivated', { verb: 'Joined', at: after }],
  ])('%s', (_, accepted_at, is_active, word, moment) => {
    const memberships = [{ ...membership, accepted_at, is_active }];
    const [person] = listPeople({ invitations: [], memberships }, now);
    expect(person).toMatchObject({ name: 'ada@x.test', statuses: [{ word }], moment });
  });
});

it.each([
  ['a deactivated member', false, 'ada@x.test', false],
  ['an active member', true, 'ada@x.test', true],
  ['another address than the deactivated member’s', false, 'bob@x.test', true],
])('an invitation of %s may be sent again: %j', (_, is_active, email, mayResend) => {
  const memberships = [{ ...membership, is_active, profiles: { email, full_name: null } }];
  const [first, second] = listPeople({ invitations: [invitation], memberships }, now);
  expect(first).toMatchObject({ invitation, mayResend });
  expect(second).toMatchObject({ membership: { is_active } });
});
