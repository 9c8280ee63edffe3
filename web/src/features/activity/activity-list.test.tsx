import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { ActivityList } from './activity-page.tsx';

const approval = (number: number) => ({
  id: `id-${number}`,
  created_at: `2026-03-02T12:00:${10 - number}Z`,
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
});

it('the list sums what a user did in a row, and shows its entries on request', async () => {
  signIn({ roles: ['admin'] });
  answer('POST', '/rest/v1/rpc/activity_feed', () => [
    approval(1),
    approval(2),
    { ...approval(3), action: 'undo', row_count: 71, row_name: null, new_values: { is_approved: null, undone: true } },
  ]);
  const { user } = renderPage(<ActivityList customerId={null} />);
  const table = await screen.findByRole('table', { name: 'Activity' });
  const shown = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
  expect(shown()).toEqual(['approved 2 leads', 'undid the approval of 71 leads']);
  const toggle = within(table).getByRole('button', { name: 'Show 2 entries', expanded: false });
  await user.click(toggle);
  expect(shown()).toEqual([
    'approved 2 leads',
    'approved lead “Lead 1”',
    'approved lead “Lead 2”',
    'undid the approval of 71 leads',
  ]);
  await user.click(within(table).getByRole('button', { name: 'Show 2 entries', expanded: true }));
  expect(shown()).toHaveLength(2);
});
