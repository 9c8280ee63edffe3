import { describe, expect, it } from 'vitest';
import { type AttentionReason, attentionPath, describeItem, reasons, sortItems } from './attention-items.ts';

it.each<[AttentionReason, number, string]>([
  ['handed off leads', 1, '1 handed-off lead to stop in the tool'],
  ['handed off leads', 1000, '1,000 handed-off leads to stop in the tool'],
  ['copy changes requested', 1, '1 campaign with changes requested'],
  ['copy changes requested', 2, '2 campaigns with changes requested'],
  ['duplicate leads', 1, '1 duplicate lead to keep or delete'],
  ['duplicate companies', 1200, '1,200 duplicate companies to keep or delete'],
  ['copy approved', 1, '1 campaign approved and ready to launch'],
  ['comments on leads', 1, '1 lead with unread comments'],
  ['comments on companies', 2, '2 companies with unread comments'],
  ['comments on campaigns', 1, '1 campaign with unread comments'],
  ['leads changed', 1, '1 lead changed since the decision'],
  ['leads changed', 1000, '1,000 leads changed since the decision'],
  ['leads waiting', 1, '1 lead waiting for over 7 days'],
  ['leads waiting', 999, '999 leads waiting for over 7 days'],
  ['leads waiting', 1000, '1,000+ leads waiting for over 7 days'],
  ['invitations not mailed', 1, '1 invitation wasn’t delivered'],
  ['invitations not mailed', 1000, '1,000 invitations weren’t delivered'],
  ['invitations expiring', 1, '1 invitation expires within 2 days'],
  ['invitations expiring', 2, '2 invitations expire within 2 days'],
  ['colleagues asked for', 1, '1 colleague to add for a guest'],
  ['colleagues asked for', 2, '2 colleagues to add for guests'],
  ['imports with errors', 1, '1 import with errors in the last 7 days'],
  ['imports with errors', 2, '2 imports with errors in the last 7 days'],
])('an item for %s counts %i', (reason, amount, words) => {
  expect(describeItem({ reason, amount }, 'en-GB')).toBe(words);
});

it.each<[AttentionReason, string]>([
  ['handed off leads', '/admin/hand-offs?customer=c1'],
  ['duplicate leads', '/admin/leads?customer=c1&duplicate=1'],
  ['duplicate companies', '/admin/companies?customer=c1&duplicate=1'],
  ['copy changes requested', '/admin/copy?customer=c1&waiting=changes_requested'],
  ['copy approved', '/admin/copy?customer=c1&waiting=approved'],
  ['comments on campaigns', '/admin/copy?customer=c1&waiting=comment'],
  ['comments on leads', '/admin/leads?customer=c1&unread=1'],
  ['comments on companies', '/admin/companies?customer=c1&unread=1'],
  ['leads changed', '/admin/leads?customer=c1&changed=1'],
  ['leads waiting', '/admin/leads?customer=c1&status=to-review'],
  ['invitations not mailed', '/admin/customers/c1'],
  ['invitations expiring', '/admin/customers/c1'],
  ['colleagues asked for', '/admin/customers/c1'],
  ['imports with errors', '/admin/imports?customer=c1&errors=1'],
])('the attention item “%s” links to %s', (reason, path) => {
  expect(attentionPath({ reason, customer_id: 'c1' })).toBe(path);
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

  it('sortItems puts what failed before what only waits', () => {
    const items = [...reasons.toReversed().map((reason) => item(reason, reason)), item('leads waiting', 'B')];
    expect(names(sortItems(items))).toEqual([
      'handed off leads',
      'imports with errors',
      'invitations not mailed',
      'invitations expiring',
      'colleagues asked for',
      'copy changes requested',
      'duplicate leads',
      'duplicate companies',
      'comments on campaigns',
      'comments on leads',
      'comments on companies',
      'copy approved',
      'leads changed',
      'B',
      'leads waiting',
    ]);
  });

  it.each(reasons)('sortItems puts the newest of %s first, or the next to expire, then sorts by name', (reason) => {
    const expected = reason === 'invitations expiring' ? ['old', 'a new', 'b new'] : ['a new', 'b new', 'old'];
    const [before, after] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01+00:00'];
    const items = [item(reason, 'b new', after), item(reason, 'old', before), item(reason, 'a new', after)];
    expect(names(sortItems(items))).toEqual(expected);
  });
});
