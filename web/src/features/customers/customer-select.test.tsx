import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, type SentRequest, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { Field } from '@/ui/field.tsx';
import { CustomerSelect } from './customer-select.tsx';

const CUSTOMERS = '/rest/v1/customers';
const SEARCH = '/rest/v1/rpc/search_customers';
const CUSTOMER_NAMES = Array.from({ length: 250 }, (_, index) => `Customer ${1001 + index}`);

/** Finds customers as the row API does. */
function findCustomers({ query, body }: SentRequest) {
  const words = (body as { term: string } | null)?.term.toLowerCase().split(' ') ?? [];
  const after = query.get('name')?.slice('gte.'.length) ?? '';
  return CUSTOMER_NAMES.filter((name) => words.every((word) => name.toLowerCase().includes(word)) && name > after)
    .slice(0, Number(query.get('limit')))
    .map((name) => ({ id: `id of ${name}`, name }));
}

function Form() {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Field label="Customer">
      <CustomerSelect value={chosen} onChange={setChosen} />
    </Field>
  );
}

beforeEach(() => {
  signIn({ roles: ['admin'] });
  answer('GET', CUSTOMERS, findCustomers);
  answer('POST', SEARCH, findCustomers);
});

const select = () => screen.findByRole('combobox', { name: 'Customer' });
const search = () => screen.queryByRole('combobox', { name: 'Search customers' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

async function open() {
  const { user } = renderPage(<Form />);
  await waitFor(async () => expect((await select()).textContent).toBe('Choose a customer'));
  await user.click(await select());
  return user;
}

it('a customer is found by typing, chosen by keyboard, and the focus returns', async () => {
  const user = await open();
  expect((await select()).getAttribute('aria-haspopup')).toBe('dialog');
  expect(document.activeElement).toBe(search());
  await user.keyboard('MER 119');
  await waitFor(() => expect(options()).toEqual(['Customer 1119', ...CUSTOMER_NAMES.slice(189, 199)]));
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  expect(search()).toBeNull();
  expect((await select()).textContent).toBe('Customer 1190');
  expect(document.activeElement).toBe(await select());

  await user.keyboard('{Enter}');
  await user.keyboard('unknown');
  await screen.findByText('No customers match “unknown”.');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(search());
  await user.keyboard('{Escape}');
  expect(search()).toBeNull();
  expect(document.activeElement).toBe(await select());
  expect((await select()).textContent).toBe('Customer 1190');
});

it('scrolling loads all customers, page by page, in order', async () => {
  const user = await open();
  expect(options()).toEqual(CUSTOMER_NAMES.slice(0, 100));
  const scroll = () => fireEvent.scroll(screen.getByRole('listbox').parentElement as HTMLElement);
  for (const count of [200, 250]) {
    scroll();
    await waitFor(() => expect(options()).toEqual(CUSTOMER_NAMES.slice(0, count)));
  }
  scroll();
  expect(requestsTo('GET', CUSTOMERS)).toHaveLength(3);
  await user.click(screen.getByRole('option', { name: 'Customer 1250' }));
  expect((await select()).textContent).toBe('Customer 1250');
});

it('a search that fails is logged and shown, and Retry repeats it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const user = await open();
  answer('POST', SEARCH, failWith(403, 'The database is away'));
  await user.keyboard('1100');
  const error = await screen.findByText('The customers couldn’t be loaded.');
  expect(error.getAttribute('role')).toBe('alert');
  expect(logged.mock.calls).toEqual([['Error fetching customers:', 'The database is away']]);
  answer('POST', SEARCH, findCustomers);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('option', { name: 'Customer 1100' }));
  expect((await select()).textContent).toBe('Customer 1100');
});

it('the select stays open when customers that failed to load are loaded on opening it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  answer('GET', CUSTOMERS, failWith(403, 'Not now'));
  const { user } = renderPage(<Form />);
  await waitFor(async () => expect((await select()).textContent).toBe('Customers couldn’t be loaded'));
  expect(logged.mock.calls).toEqual([['Error fetching customers:', 'Not now']]);
  answer('GET', CUSTOMERS, findCustomers);
  await user.click(await select());
  await waitFor(() => expect(document.activeElement).toBe(search()));
  await user.keyboard('1100');
  await user.click(await screen.findByRole('option', { name: 'Customer 1100' }));
  expect((await select()).textContent).toBe('Customer 1100');
  expect(document.activeElement).toBe(await select());
});
