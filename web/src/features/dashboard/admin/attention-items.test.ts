import { describe, expect, it } from 'vitest';
import { inOrder, inWords, placeOf, type Reason } from './attention-items.ts';

it.each<[Reason, number, string]>([
  ['leads waiting', 1, '1 lead waiting for over 7 days'],
  ['leads waiting', 999, '999 leads waiting for over 7 days'],
  ['leads waiting', 1000, '1,000+ leads waiting for over 7 days'],
  ['invitations not mailed', 1, '1 invitation was not delivered'],
  ['invitations not mailed', 1000, '1,000 invitations were not delivered'],
  ['invitations expiring', 1, '1 invitation expires within 2 days'],
  ['invitations expiring', 2, '2 invitations expire within 2 days'],
  ['imports with errors', 1, '1 import with errors in the last 7 days'],
  ['imports with errors', 2, '2 imports with errors in the last 7 days'],
])('%s: %i', (reason, amount, words) => {
  expect(inWords({ reason, amount }, 'en-GB')).toBe(words);
});

it.each<[Reason, string]>([
  ['leads waiting', '/admin/leads?customer=c1'],
  ['invitations not mailed', '/admin/customers/c1'],
  ['invitations expiring', '/admin/customers/c1'],
  ['imports with errors', '/admin/imports?customer=c1&errors=1'],
])('%s are seen to at %s', (reason, place) => {
  expect(placeOf({ reason, customer_id: 'c1' })).toBe(place);
});

describe('the order', () => {
  const matter = (reason: Reason, customer_name: string, since = '2026-01-01T00:00:00Z') => ({
    reason,
    customer_name,
    customer_id: '',
    amount: 1,
    since,
  });
  const names = (matters: readonly { customer_name: string }[]) => matters.map(({ customer_name }) => customer_name);

  it('has leads first, then invitations, then imports, and no more of each than asked for', () => {
    const matters = [matter('imports with errors', 'A'), matter('leads waiting', 'Z'), matter('leads waiting', 'B')];
    expect(names(inOrder(matters))).toEqual(['B', 'Z', 'A']);
    expect(names(inOrder(matters, 1))).toEqual(['B', 'A']);
  });

  it.each<[Reason, string[]]>([
    ['leads waiting', ['old', 'a new', 'b new']],
    ['invitations not mailed', ['old', 'a new', 'b new']],
    ['invitations expiring', ['old', 'a new', 'b new']],
    ['imports with errors', ['a new', 'b new', 'old']],
  ])('of %s has the most urgent first, and by name what is as urgent', (reason, expected) => {
    const [before, after] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01+00:00'];
    const matters = [matter(reason, 'b new', after), matter(reason, 'old', before), matter(reason, 'a new', after)];
    expect(names(inOrder(matters))).toEqual(expected);
  });
});
