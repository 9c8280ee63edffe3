import { describe, expect, it } from 'vitest';
import { invited, member } from './people.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const [before, after] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z'];

describe('an invitation', () => {
  it.each([
    ['mailed and open', after, before, ['Invited'], 'Expires'],
    ['not mailed', after, null, ['Invited', 'Not delivered'], 'Expires'],
    ['over', before, before, ['Invited', 'Expired'], 'Expired'],
    ['not mailed and over', before, null, ['Invited', 'Not delivered', 'Expired'], 'Expired'],
  ])('%s', (_, expires_at, mailed_at, words, verb) => {
    const person = invited({ id: '1', email: 'ada@x.test', token: 't', expires_at, mailed_at }, now);
    expect(person.statuses.map(({ word }) => word)).toEqual(words);
    expect(person.moment).toEqual({ verb, at: expires_at });
  });
});

describe('a membership', () => {
  it.each([
    ['accepted', after, true, 'Active', { verb: 'Joined', at: after }],
    ['not accepted', null, true, 'Invited', { verb: 'Added', at: before }],
    ['deactivated', after, false, 'Deactivated', { verb: 'Joined', at: after }],
  ])('%s', (_, accepted_at, is_active, word, moment) => {
    const profiles = { email: 'ada@x.test', full_name: null };
    const person = member({ id: '1', accepted_at, is_active, created_at: before, profiles });
    expect(person).toMatchObject({ name: 'ada@x.test', statuses: [{ word }], moment });
  });
});
