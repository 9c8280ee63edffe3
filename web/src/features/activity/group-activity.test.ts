import { expect, test } from 'vitest';
import type { Activity } from './data.ts';
import { groupActivity } from './group-activity.ts';

let number = 0;
const entry = (more: Partial<Activity> = {}): Activity => {
  number += 1;
  return {
    id: String(number),
    created_at: `2026-03-02T12:00:${String(59 - number).padStart(2, '0')}`,
    actor_id: 'ada',
    actor_name: 'Ada',
    actor_email: 'ada@example.test',
    is_impersonated: false,
    customer_id: 'northwind',
    customer_name: 'Northwind',
    action: 'update',
    subject: 'leads',
    row_count: 1,
    row_name: `Lead ${number}`,
    changed_columns: ['is_approved'],
    new_values: { is_approved: true },
    ...more,
  };
};
const rejected = { new_values: { is_approved: false } };
const change = { changed_columns: ['rejection_reason_id'], new_values: null };

/** Each row as its number of changed rows, that of its entries, and whether the user is that of the row above. */
const groupedRows = (activity: Activity[]) =>
  groupActivity(activity).map(({ row_count, entries, isContinued }) => [row_count, entries.length, isContinued]);

test('what one user did in a row is one row with the sum', () => {
  const groups = groupActivity([entry(), entry({ row_count: 70 }), entry(rejected)]);
  expect(groups.map(({ row_count, row_name, entries }) => [row_count, row_name === null, entries.length])).toEqual([
    [71, true, 2],
    [1, false, 0],
  ]);
  expect(groups[0]?.id).toBe(`group ${groups[0]?.entries[0]?.id}`);
  expect(groups[0]?.created_at).toBe(groups[0]?.entries[0]?.created_at);
});

test.each([
  ['another user', { actor_id: 'grace' }, false],
  ['an impersonation', { is_impersonated: true }, false],
  ['another customer', { customer_id: 'acorn' }, false],
  ['another day', { created_at: '2026-03-01T12:00:00' }, true],
  ['another value', rejected, true],
  ['another table', { subject: 'companies' }, true],
  ['an undo', { action: 'undo' }, true],
])('an entry of %s begins a new row of the feed', (_, more, isContinued) => {
  expect(groupedRows([entry(), entry(more), entry(more)])).toEqual([
    [1, 0, false],
    [2, 2, isContinued],
  ]);
});

test('entries of other tables than leads and companies stay apart', () => {
  const invited = { action: 'insert', subject: 'invitations', changed_columns: null, new_values: null };
  expect(groupedRows([entry(invited), entry(invited)])).toEqual([
    [1, 0, false],
    [1, 0, true],
  ]);
});

test('a rejection and its reason are one entry', () => {
  const rows = groupActivity([
    entry({ row_name: 'Alan', ...change }),
    entry({ row_name: 'Alan', ...rejected }),
    entry({ row_name: 'Mia', ...change }),
    entry({ row_name: 'Nora', changed_columns: ['rejection_note'], new_values: null }),
    entry({ row_name: 'Nora', ...change }),
    entry({ row_name: 'Nora', ...rejected }),
    entry({ row_name: 'Otto', ...rejected }),
  ]);
  expect(rows.map(({ row_name, changed_columns }) => [row_name, changed_columns])).toEqual([
    ['Alan', ['is_approved', 'rejection_reason_id']],
    ['Mia', ['rejection_reason_id']],
    ['Nora', ['is_approved', 'rejection_reason_id']],
    ['Otto', ['is_approved']],
  ]);
});
