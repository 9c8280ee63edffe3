import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { ActivityList, ActivityPage } from './activity-page.tsx';

const FEED = '/rest/v1/rpc/activity_feed';

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
  answer('POST', FEED, () => [
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

it('older entries are loaded page by page, each after the last one', async () => {
  signIn({ roles: ['admin'] });
  vi.stubGlobal('innerHeight', 5_000); // all rows are visible
  const entries = Array.from({ length: 61 }, (_, index) => ({
    ...approval(1),
    id: `id-${index}`,
    created_at: new Date(Date.UTC(2026, 2, 2) - index * 1000).toISOString(),
    actor_id: `user-${index}`, // or they were one row
    actor_email: `user-${index}@example.test`,
  }));
  answer('POST', FEED, ({ body }) => {
    const { before_id, page_size } = body as { before_id?: string; page_size: number };
    const start = entries.findIndex(({ id }) => id === before_id) + 1;
    return entries.slice(start, start + page_size);
  });
  renderPage(<ActivityList customerId={null} />);
  await screen.findAllByTitle('user-0@example.test');
  await screen.findAllByTitle('user-60@example.test');
  const [first, second] = requestsTo('POST', FEED).map(({ body }) => body);
  expect(requestsTo('POST', FEED)).toHaveLength(2);
  expect(first).toEqual({ customer: null, page_size: 50 });
  const { id, created_at } = entries[49] ?? {};
  expect(second).toEqual({ customer: null, page_size: 50, before_id: id, before_created_at: created_at });
});

it('a failed load can be retried, and a customer without activity has an empty state', async () => {
  signIn({ roles: ['admin'] });
  answer('POST', '/rest/v1/rpc/search_customers', () => []);
  answer('GET', '/rest/v1/customers', () => []);
  answer('POST', FEED, failWith(500, 'The database rests'));
  const customer = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  const { user } = renderPage(<ActivityPage />, { path: `/admin/activity?customer=${customer}` });
  await screen.findByText('The activity couldn’t be loaded');
  answer('POST', FEED, ({ body }) => ((body as { customer: string | null }).customer ? [] : [approval(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No entries match');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(location.search).toBe('');
  await screen.findByText('approved lead “Lead 1”');
});
