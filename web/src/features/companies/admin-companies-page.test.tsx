import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { fakeTable } from '#tests/component/review-table.ts';
import { AdminCompaniesPage } from './admin-companies-page.tsx';

it('a row shows its customer and industry, and links to the website', async () => {
  signIn({ roles: ['admin'] });
  const table = fakeTable('companies', 1);
  Object.assign(table.rows[0] ?? {}, { industry: 'Energy', website: 'https://nordwerk.example', size: '51-200' });
  renderPage(<AdminCompaniesPage />);
  const checkbox = await screen.findByRole('checkbox', { name: 'Select Row 001' });
  const row = within(checkbox.closest('tr') as HTMLElement);
  for (const text of ['Northwind', 'Energy']) {
    expect(row.getAllByText(text)).toHaveLength(2); // its cell, and the second line of the name on narrow pages
  }
  const links = row.getAllByRole('link', { name: 'Website of Row 001: nordwerk.example' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(links.map(() => 'https://nordwerk.example/'));
  expect(row.getAllByText('51-200')).not.toEqual([]);
  expect(row.queryByRole('img', { name: 'Duplicate' })).toBeNull();
});

it('a row that is a duplicate has a mark', async () => {
  signIn({ roles: ['admin'] });
  const table = fakeTable('companies', 1);
  Object.assign(table.rows[0] ?? {}, { duplicate_of: 'id-002', is_separate: false });
  renderPage(<AdminCompaniesPage />);
  await screen.findByRole('img', { name: 'Duplicate' });
});
