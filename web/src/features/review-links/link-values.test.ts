import { describe, expect, it, test } from 'vitest';
import {
  checkLink,
  colleagueLink,
  dayAhead,
  endOfDay,
  type LinkValues,
  linkStates,
  writtenDay,
} from './link-values.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const [before, after] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z'];

describe('the state of a review link', () => {
  it.each([
    ['mailed and live', after, null, before, ['Live']],
    ['live, and not mailed', after, null, null, ['Live', 'Not delivered']],
    ['past its end', before, null, null, ['Ended']],
    ['revoked', after, before, before, ['Revoked']],
    ['revoked and past its end', before, before, before, ['Revoked']],
  ])('a link that is %s has its badges', (_, expires_at, revoked_at, mailed_at, labels) => {
    expect(linkStates({ expires_at, revoked_at, mailed_at }, now).map(({ label }) => label)).toEqual(labels);
  });
});

const valid: LinkValues = {
  email: ' ada@acme.example ',
  audience: null,
  withCampaigns: false,
  role: 'approver',
  message: '',
  until: dayAhead(14),
  reviewBy: '',
};

describe('the values of a new review link', () => {
  it.each<[string, Partial<LinkValues>, object]>([
    ['usual values', {}, {}],
    ['the last possible day', { until: dayAhead(89) }, {}],
    ['today as the last day', { until: dayAhead(0) }, {}],
    ['a deadline on the last day', { reviewBy: dayAhead(14) }, {}],
    [
      'a deadline after the last day',
      { reviewBy: dayAhead(15) },
      { reviewBy: `Choose ${writtenDay(dayAhead(14))} or an earlier date` },
    ],
    ['a missing email', { email: ' ' }, { email: 'Enter an email' }],
    ['another text than an email', { email: 'ada' }, { email: 'Enter a valid email address' }],
    ['a missing last day', { until: '' }, { until: 'Choose a date' }],
    ['a last day that has passed', { until: dayAhead(-1) }, { until: 'Choose a later date' }],
    [
      'a last day too far ahead',
      { until: dayAhead(90) },
      { until: `Choose ${writtenDay(dayAhead(89))} or an earlier date` },
    ],
    [
      'a message that is too long',
      { message: 'x'.repeat(2001) },
      { message: 'The message is too long: 2001 characters, at most 2000' },
    ],
  ])('a new review link with %s is accepted or gets an error at its field', (_, changed, errors) => {
    expect(checkLink({ ...valid, ...changed })).toEqual(errors);
  });
});

test('a link ends with the last second of its day in the browser’s time zone', () => {
  const end = new Date(endOfDay('2026-12-01'));
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getSeconds()]).toEqual([
    2026, 11, 1, 23, 59,
  ]);
});

test('a day ahead passes the end of a year', () => {
  expect(dayAhead(14, new Date(2026, 11, 20))).toBe('2027-01-03');
});

test.each([
  ['the end of the guest’s own link', 5, 5],
  ['14 days if that link has ended', -1, 14],
])('the link for a colleague includes what the guest’s own does, until %s', (_, ahead, until) => {
  const link = {
    audience: 'Fintech',
    with_campaigns: true,
    role: 'reviewer',
    expires_at: endOfDay(dayAhead(ahead)),
  };
  expect(colleagueLink({ email: 'bob@acme.example', link })).toEqual({
    email: 'bob@acme.example',
    audience: 'Fintech',
    withCampaigns: true,
    role: 'reviewer',
    message: '',
    until: dayAhead(until),
    reviewBy: '',
  });
});
