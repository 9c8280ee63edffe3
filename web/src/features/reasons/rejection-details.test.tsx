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
