import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { RejectionDetails } from './rejection-details.tsx';

it.each(['{Escape}', 'Too early{Enter}'])('the button has the focus again after %s in the note', async (keys) => {
  signIn({ customerIds: ['northwind'] });
  answer('GET', '/rest/v1/rejection_reasons', () => []);
  answer('PATCH', '/rest/v1/leads', () => [{ id: 'lead' }]);
  const row = { id: 'lead', customer_id: 'northwind', name: 'Ada', rejection_reason_id: null, rejection_note: null };
  const { user } = renderPage(<RejectionDetails table="leads" row={row} />);
  await user.click(await screen.findByRole('button', { name: 'Add note' }));
  await user.keyboard(keys);
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Add note' }));
});

it('a viewer reads reason and note', async () => {
  signIn({ customerIds: ['northwind'], memberRole: 'viewer' });
  answer('GET', '/rest/v1/rejection_reasons', () => [
    { id: 'role', subject: 'leads', name: 'Wrong role', position: 1, retired_at: null },
  ]);
  const row = {
    id: 'lead',
    customer_id: 'northwind',
    name: 'Ada',
    rejection_reason_id: 'role',
    rejection_note: 'Left',
  };
  renderPage(<RejectionDetails table="leads" row={row} />);
  await screen.findByText('Wrong role');
  screen.getByText('Left');
  expect([screen.queryByRole('combobox'), screen.queryByRole('button')]).toEqual([null, null]);
});

it('the form offers the reasons of the table, and the one that the row has', async () => {
  signIn({ customerIds: ['northwind'] });
  answer('GET', '/rest/v1/rejection_reasons', () => [
    { id: 'role', subject: 'leads', name: 'Wrong role', position: 1, retired_at: null },
    { id: 'small', subject: 'leads', name: 'Too few', position: 2, retired_at: null },
    { id: 'far', subject: 'companies', name: 'Too far', position: 1, retired_at: null },
  ]);
  const row = {
    id: 'acorn',
    customer_id: 'northwind',
    name: 'Acorn',
    rejection_reason_id: 'role',
    rejection_note: null,
  };
  const { user } = renderPage(<RejectionDetails table="companies" row={row} />);
  await screen.findByText('Wrong role');
  await user.click(screen.getByRole('combobox', { name: 'Reason' }));
  await screen.findByRole('option', { name: 'Too far' });
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['No reason', 'Wrong role', 'Too far']);
});
