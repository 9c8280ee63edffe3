import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast, isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CustomersPage } from './customers-page.tsx';

const CUSTOMERS = '/rest/v1/customers';
const SEARCH = '/rest/v1/rpc/search_customers';
const northwind = {
  id: 'c1',
  name: 'Northwind',
  is_active: true,
  needs_sign_off: false,
  created_at: new Date().toISOString(),
};

beforeEach(() => {
  signIn({ roles: ['admin'] });
  answer('GET', CUSTOMERS, () => [northwind]);
  answer('POST', SEARCH, () => []);
  answer('HEAD', SEARCH, () => new Response(null, { headers: { 'content-range': '*/0' } }));
  answer('HEAD', CUSTOMERS, () => new Response(null, { headers: { 'content-range': '*/0' } }));
  answer('GET', '/rest/v1/customer_counts', () => []);
});

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' });
const openForm = async () => {
  const { user } = renderPage(<CustomersPage />);
  await screen.findByText('Northwind');
  await user.click(screen.getByRole('button', { name: 'Create customer' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Create customer' }));
  return { user, dialog, name: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Customer name' }) };
};

it('the page shows why customers could not be loaded, and retries (S8.22)', async () => {
  answer('GET', CUSTOMERS, failWith(500, 'The database rests'));
  const { user } = renderPage(<CustomersPage />);
  await screen.findByText('Error loading customers');
  const alert = within(screen.getByRole('alert'));
  alert.getByText('Failed to fetch customer data');
  answer('GET', CUSTOMERS, () => [northwind]);
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Northwind');
});

it('the page without customers explains how to start', async () => {
  answer('GET', CUSTOMERS, () => []);
  renderPage(<CustomersPage />);
  await screen.findByText('No customers yet');
});

it('the search takes at most 200 characters, names one without results, and is cleared', async () => {
  const { user } = renderPage(<CustomersPage />);
  await screen.findByText('Northwind');
  await user.click(search());
  await user.paste('x'.repeat(20_000));
  expect(search().value).toBe('x'.repeat(200));
  await screen.findByText(`No results for "${'x'.repeat(200)}".`);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('Northwind');
  expect(search().value).toBe('');
});

it('the page creates a customer only with a name', async () => {
  const { user, dialog, name } = await openForm();
  await user.type(name, '   {Enter}');
  dialog.getByText('Enter a name');
  expect(isFocused(name)).toBe(true);
  expect(requestsTo('POST', CUSTOMERS)).toEqual([]);
});

it('the dialog shows why a customer could not be created, and keeps its name (S8.24)', async () => {
  answer('POST', CUSTOMERS, failWith(500, 'The database rests'));
  const { user, name } = await openForm();
  await user.type(name, 'Never{Enter}');
  expect(await findToast('Error creating customer')).toEqual(['Error creating customer', 'The database rests']);
  expect(name.value).toBe('Never');
});
