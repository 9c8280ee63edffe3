import { expect, it } from 'vitest';
import { inOrder, inWords, placeOf, type Reason } from './matters.ts';

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

it('leads come first, then invitations, then imports, each as they came, and no more of each than asked for', () => {
  const matter = (reason: Reason, customer_name: string) => ({
    reason,
    customer_name,
    customer_id: '',
    amount: 1,
    since: '',
  });
  const matters = [matter('imports with errors', 'A'), matter('leads waiting', 'Z'), matter('leads waiting', 'B')];
  expect(inOrder(matters).map(({ customer_name }) => customer_name)).toEqual(['Z', 'B', 'A']);
  expect(inOrder(matters, 1).map(({ customer_name }) => customer_name)).toEqual(['Z', 'A']);
});
