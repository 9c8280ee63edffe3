import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { fakeTable } from '#tests/component/review-table.ts';
import { AdminLeadsPage } from './admin-leads-page.tsx';

it('approves or selects all matches by their exact count while an estimate is shown', async () => {
  signIn({ roles: ['admin'] });
  fakeTable('leads', 60);
  const counted = Promise.withResolvers<void>();
  answer('POST', '/rest/v1/rpc/lead_totals', async ({ body }) => {
    const { term, estimate } = body as { term: string; estimate: boolean };
    if (term && !estimate) await counted.promise;
    return { total: 5600, approved: 2800, reviewed: 5600, is_estimated: term !== '' && estimate };
  });
  answer('POST', '/rest/v1/rpc/count_leads', async ({ body }) => {
    if ((body as { approved?: boolean }).approved === false) return 2800;
    await counted.promise;
    return 5600;
  });
  const { user } = renderPage(<AdminLeadsPage />);
  await screen.findByRole('heading', { name: 'Leads 5,600', level: 1 });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Row' } });
  const heading = await screen.findByRole('heading', { name: 'Leads ~5,600', level: 1 });
  await user.click(screen.getByRole('button', { name: 'Approve All (Filtered)' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Approve 2,800 leads?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all leads' }));
  counted.resolve();
  await within(await screen.findByRole('region', { name: 'Selection' })).findByText('All 5,600 matching');
  expect(heading.textContent).toBe('Leads5,600');
});
