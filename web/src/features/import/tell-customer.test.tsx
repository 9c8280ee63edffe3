import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { TellCustomer } from './tell-customer.tsx';

const IMPORT = '0f8fad5b-d9cb-469f-a165-000000000001';
const TELL = '/rest/v1/rpc/tell_customer';
const preview = {
  sender: 'Grace Hopper',
  leads: 37,
  companies: 12,
  recipients: ['ada@northwind.example', 'bea@northwind.example'],
  recipient_count: 2,
};
let toldAt: string | null;

beforeEach(() => {
  signIn({ roles: ['admin'] });
  toldAt = null;
  answer('GET', '/rest/v1/imports', () => [
    { id: IMPORT, customers: { name: 'Northwind' }, created_by: null, undone_by: null, told_at: toldAt },
  ]);
  answer('POST', '/rest/v1/rpc/preview_news', () => preview);
  answer('POST', TELL, () => 2);
});

async function open() {
  const { user } = renderPage(<TellCustomer importId={IMPORT} />, { path: '/admin/imports' });
  await user.click(await screen.findByRole('button', { name: 'Tell the customer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell the customer' }));
  return { user, dialog };
}

test('the email to a customer is shown while its message is typed, and then sent', async () => {
  const { user, dialog } = await open();
  const email = await dialog.findByRole('region', { name: 'Email' });
  await user.type(dialog.getByRole('textbox', { name: /^Message/ }), 'From the fair');
  await waitFor(() => expect(email.textContent).toContain('for Northwind to review'));
  expect([...email.children].map(({ textContent }) => textContent)).toEqual([
    'To ada@northwind.example, bea@northwind.example',
    '37 new leads and 12 companies to review',
    'Grace Hopper added 37 new leads and 12 companies for Northwind to review.',
    'From the fair',
  ]);
  expect(requestsTo('POST', TELL)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  await screen.findByText('Customer told');
  screen.getByText('2 emails on the way.');
  expect(requestsTo('POST', TELL).map(({ body }) => body)).toEqual([{ import_id: IMPORT, message: 'From the fair' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a customer who was told within the hour cannot be told again, one who was told before can', async () => {
  toldAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const { dialog } = await open();
  await dialog.findByText(/The customer was last told/);
  expect(dialog.getByRole('status', { name: '' }).textContent).toBe(
    'The customer was last told 5 minutes ago. You can tell them again an hour after that.',
  );
  await dialog.findByRole('region', { name: 'Email' });
  expect(dialog.getByRole('button', { name: 'Send email' }).hasAttribute('disabled')).toBe(true);
});

test.each([
  [{ leads: 0, companies: 0 }, 'Everything in this import has been reviewed, so there’s nothing to tell.'],
  [
    { recipients: [], recipient_count: 0 },
    'Nobody who reviews for this customer gets these emails. Invite a member or send a review link first.',
  ],
])('a customer with %j cannot be told, and the dialog says why', async (change, text) => {
  answer('POST', '/rest/v1/rpc/preview_news', () => ({ ...preview, ...change }));
  const { dialog } = await open();
  await dialog.findByText(text);
  expect(dialog.queryByRole('region', { name: 'Email' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Send email' }).hasAttribute('disabled')).toBe(true);
});

test('a message to a customer that is too long is rejected before it is sent, and an error of the server is shown', async () => {
  answer('POST', TELL, failWith(409, 'Nothing of this import is left to review'));
  const { user, dialog } = await open();
  await dialog.findByRole('region', { name: 'Email' });
  const field = dialog.getByRole('textbox', { name: /^Message/ });
  await user.click(field);
  await user.paste('x'.repeat(2001));
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  await dialog.findByText('The message is too long: 2001 characters, at most 2000');
  await user.type(field, '{Backspace}');
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  await screen.findByText('Couldn’t tell the customer');
  screen.getByText('Nothing of this import is left to review');
  dialog.getByRole('region', { name: 'Email' });
});
