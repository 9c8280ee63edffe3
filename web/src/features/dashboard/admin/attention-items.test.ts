import { describe, expect, it } from 'vitest';
import { type AttentionReason, describeItem, pathOf, sortItems } from './attention-items.ts';

it.each<[AttentionReason, number, string]>([
  ['leads waiting', 1, '1 lead waiting for over 7 days'],
  ['leads waiting', 999, '999 leads waiting for over 7 days'],
  ['leads waiting', 1000, '1,000+ leads waiting for over 7 days'],
  ['invitations not mailed', 1, '1 invitation wasn’t delivered'],
  ['invitations not mailed', 1000, '1,000 invitations weren’t delivered'],
  ['invitations expiring', 1, '1 invitation expires within 2 days'],
  ['invitations expiring', 2, '2 invitations expire within 2 days'],
  ['imports with errors', 1, '1 import with errors in the last 7 days'],
  ['imports with errors', 2, '2 imports with errors in the last 7 days'],
])('%s: %i', (reason, amount, words) => {
  expect(describeItem({ reason, amount }, 'en-GB')).toBe(words);
});

it.each<[AttentionReason, string]>([
  ['leads waiting', '/admin/leads?customer=c1'],
  ['invitations not mailed', '/admin/customers/c1'],
  ['invitations expiring', '/admin/customers/c1'],
  ['imports with errors', '/admin/imports?customer=c1&errors=1'],
])('pathOf an item of %s is %s', (reason, path) => {
  expect(pathOf({ reason, customer_id: 'c1' })).toBe(path);
});

describe('sortItems', () => {
  const item = (reason: AttentionReason, customer_name: string, since = '2026-01-01T00:00:00Z') => ({
    reason,
    customer_name,
    customer_id: '',
    amount: 1,
    since,
  });
  const names = (items: readonly { customer_name: string }[]) => items.map(({ customer_name }) => customer_name);

  it('puts imports first, then invitations, then leads', () => {
    const items = [
      item('leads waiting', 'Z'),
      item('leads waiting', 'B'),
      item('invitations expiring', 'C'),
      item('imports with errors', 'Y'),
    ];
    expect(names(sortItems(items))).toEqual(['Y', 'C', 'B', 'Z']);
  });

  it.each<[AttentionReason, string[]]>([
    ['leads waiting', ['a new', 'b new', 'old']],
    ['invitations not mailed', ['a new', 'b new', 'old']],
    ['invitations expiring', ['old', 'a new', 'b new']],
    ['imports with errors', ['a new', 'b new', 'old']],
  ])('puts the newest of %s first, or the next to expire, then sorts by name', (reason, expected) => {
    const [before, after] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01+00:00'];
    const items = [item(reason, 'b new', after), item(reason, 'old', before), item(reason, 'a new', after)];
    expect(names(sortItems(items))).toEqual(expected);
  });
});
