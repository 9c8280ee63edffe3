import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failWith, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { renderPage } from '#tests/component/render.tsx';
import { Palette } from './palette.tsx';

it('says that rows could not be searched, also below the pages that match', async () => {
  signIn({ customerIds: ['northwind'] });
  for (const name of ['search_leads', 'search_companies', 'search_campaigns'])
    answer('POST', `/rest/v1/rpc/${name}`, failWith(500, 'out of order'));
  const { user } = renderPage(<Palette groups={[]} onClose={() => {}} />);
  await user.type(await screen.findByRole('combobox'), 'dark');
  await screen.findByText('Search results couldn’t be loaded.');
  screen.getByRole('option', { name: 'Dark theme' });
  expect(takeLogged()).toContain('Error searching rows: out of order');
});
