import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failWith, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { renderPage } from '#tests/component/render.tsx';
import { Palette } from './palette.tsx';

it('the palette says that rows could not be searched, also below the pages that match', async () => {
  signIn({ customerIds: ['northwind'] });
  for (const name of ['search_leads', 'search_companies', 'search_campaigns'])
    answer('POST', `/rest/v1/rpc/${name}`, failWith(500, 'out of order'));
  const { user } = renderPage(<Palette groups={[]} onClose={() => {}} />);
  await user.type(await screen.findByRole('combobox'), 'dark');
  await screen.findByText('Search results couldn’t be loaded.');
  screen.getByRole('option', { name: 'Dark theme' });
  expect(takeLogged()).toContain('Error searching rows: out of order');
});

it('the palette offers to create, and shows all results in the list where it has only the first', async () => {
  signIn({ roles: ['admin'] });
  const lead = (index: number) => ({
    id: `${index}`,
    name: `Ada ${index}`,
    title: '',
    company: '',
    customers: { name: 'Northwind' },
  });
  answer('POST', '/rest/v1/rpc/search_leads', () => [1, 2, 3, 4, 5].map(lead));
  for (const name of ['search_companies', 'search_campaigns', 'search_users', 'search_customers'])
    answer('POST', `/rest/v1/rpc/${name}`, () => []);
  const { user } = renderPage(<Palette groups={[]} onClose={() => {}} />);
  const actions = within(await screen.findByRole('group', { name: 'Actions' })).getAllByRole('option');
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    'Upload Leads',
    'Upload Companies',
    'Create customer',
    'Invite user',
    'Create campaign',
  ]);
  await user.type(screen.getByRole('combobox'), 'ada');
  await user.click(await screen.findByRole('option', { name: 'Show all leads that match "ada"' }));
  expect(`${location.pathname}${location.search}`).toBe('/admin/leads?search=ada');
  expect(screen.queryByRole('option', { name: /^Show all companies/ })).toBeNull();
});
