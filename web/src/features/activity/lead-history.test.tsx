import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderApp } from '#tests/component/render.tsx';
import { LeadHistory } from './lead-history.tsx';

it.each([
  { count: 99, notes: [] },
  { count: 100, notes: ['Showing the 100 most recent changes.'] },
])('the history lists $count changes of a lead with the notes $notes', async ({ count, notes }) => {
  signIn({ roles: ['admin'] });
  answer('POST', '/rest/v1/rpc/lead_history', () =>
    Array.from({ length: count }, (_, index) => ({
      id: index,
      action: 'insert',
      actor_id: null,
      actor_name: 'Ada',
      actor_email: 'ada@example.test',
      customer_id: null,
      customer_name: 'Northwind',
      row_name: 'Alan',
      row_count: 1,
      table_name: 'leads',
      changed_columns: null,
      new_values: null,
      is_impersonated: false,
      is_certain: true,
      created_at: '2026-01-01T00:00:00Z',
    })),
  );
  const { user } = renderApp(<LeadHistory lead={{ id: 'lead', name: 'Alan' }} />);
  await user.click(screen.getByRole('button', { name: 'History of Alan' }));
  const list = await screen.findByRole('list', { name: 'History of Alan' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(count);
  expect(screen.queryAllByText(/^Showing the/).map(({ textContent }) => textContent)).toEqual(notes);
});
