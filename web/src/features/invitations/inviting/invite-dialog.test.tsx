import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { description, findToast, isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { InviteDialog, type InviteDialogProps } from './invite-dialog.tsx';

const INVITATIONS = '/rest/v1/invitations';
const SEND = '/functions/v1/send-invitation';
const NORTHWIND = { id: 'northwind', name: 'Northwind' };

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  signIn({ roles: ['admin'] });
  answer('GET', INVITATIONS, () => []);
  answer('POST', INVITATIONS, () => ({ token: 'secret', expires_at: '2999-01-01T00:00:00Z' }));
  answer('POST', SEND, () => ({ sent: true }));
});

async function openDialog(props: Partial<InviteDialogProps> = { customer: NORTHWIND }) {
  const onClose = vi.fn();
  const { user } = renderPage(<InviteDialog {...props} onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Invite user' });
  const invite = async (email: string) => {
    await user.type(screen.getByLabelText('Email'), email);
    await user.click(button('Send invitation'));
  };
  return { user, invite, onClose };
}

it('the dialog requires an email and a customer', async () => {
  answer('GET', '/rest/v1/customers', () => []);
  const { user } = await openDialog({});
  await user.click(button('Send invitation'));
  expect(await findToast('Missing information')).toEqual([
    'Missing information',
    'Enter an email and choose a customer.',
  ]);
  expect(screen.getByText('Enter an email')).toBeDefined();
  expect(screen.getByText('Select a customer')).toBeDefined();
  expect(requestsTo('POST', INVITATIONS)).toEqual([]);
});

it('the dialog takes separators alone for no email (S5.26)', async () => {
  const { invite } = await openDialog();
  await invite(' ; ');
  expect(await findToast('Missing information')).toEqual([
    'Missing information',
    'Enter an email and choose a customer.',
  ]);
  screen.getByText('Enter an email');
  expect(requestsTo('POST', INVITATIONS)).toEqual([]);
});

it('the dialog stores the invitation, sends its email and closes', async () => {
  const { invite, onClose } = await openDialog();
  await invite('grace@example.test');
  expect(await findToast('Invitation sent')).toEqual(['Invitation sent', 'grace@example.test can now join Northwind.']);
  expect(onClose).toHaveBeenCalledOnce();
  expect(requestsTo('POST', INVITATIONS).map(({ body }) => body)).toEqual([
    { customer_id: 'northwind', email: 'grace@example.test', invited_by: USER_ID, role: 'approver' },
  ]);
  expect(requestsTo('POST', SEND).map(({ body }) => body)).toEqual([
    {
      email: 'grace@example.test',
      customerName: 'Northwind',
      inviterName: 'ada@example.test',
      token: 'secret',
      expiresAt: '2999-01-01T00:00:00Z',
    },
  ]);
});

it('the dialog invites with the chosen role, also where an invitation is open', async () => {
  const { user, invite } = await openDialog();
  answer('GET', INVITATIONS, () => [{ id: 'i', email: 'grace@example.test', token: 'secret', role: 'approver' }]);
  answer('PATCH', INVITATIONS, () => null);
  answer('POST', '/rest/v1/rpc/renew_invitation', () => '2999-01-01T00:00:00Z');
  await user.click(screen.getByRole('combobox', { name: 'Role' }));
  await user.click(await screen.findByRole('option', { name: 'Viewer' }));
  screen.getByText('Can view and comment.');
  await invite('grace@example.test');
  await findToast('Invitation sent');
  expect(requestsTo('PATCH', INVITATIONS).map(({ body }) => body)).toEqual([{ role: 'viewer' }]);
});

it('the dialog shows an error if the invitation cannot be stored (S8.29, S8.30)', async () => {
  answer('POST', INVITATIONS, () => {
    throw new TypeError('Failed to fetch');
  });
  const { invite, onClose } = await openDialog();
  await invite('grace@example.test');
  expect(await findToast('Error sending invitation')).toEqual([
    'Error sending invitation',
    'Failed to send invitation',
  ]);
  expect(onClose).not.toHaveBeenCalled();
});

async function openUnsent() {
  answer('POST', SEND, () => Response.json({ error: 'No mail server is configured.' }, { status: 503 }));
  const opened = await openDialog({ customer: NORTHWIND, unsentText: 'Contact the user directly.' });
  await opened.invite('grace@example.test');
  await screen.findByText('Invitation created but email failed to send');
  return opened;
}

it('the dialog shows the link if the email cannot be sent', async () => {
  const { user, onClose } = await openUnsent();
  expect(screen.getByText('Contact the user directly.')).toBeDefined();
  expect(screen.getByText('No mail server is configured.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Invitation link').value).toBe(
    new URL('/invite/secret', location.href).href,
  );
  await user.click(button('Done'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('the dialog copies the link', async () => {
  const { user } = await openUnsent();
  await user.click(button('Copy'));
  await screen.findByText('Invitation link copied');
  expect(await navigator.clipboard.readText()).toBe(new URL('/invite/secret', location.href).href);
});

it('a link that the browser cannot copy is not reported as copied', async () => {
  const { user } = await openUnsent();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('closed'));
  document.execCommand = () => false;
  await user.click(button('Copy'));
  const link = screen.getByLabelText('Invitation link');
  await expect
    .poll(() => description(link))
    .toBe('Your browser blocked copying. The text is selected, so you can copy it with the keyboard.');
  expect(isFocused(link)).toBe(true);
  expect(screen.queryByText('Copied')).toBeNull();
});

it('the dialog asks before Escape discards the emails that were typed', async () => {
  const { user, onClose } = await openDialog();
  await user.type(screen.getByLabelText('Email'), 'grace@example.test');
  await user.keyboard('{Escape}');
  await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await user.click(button('Keep editing'));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Email').value).toBe('grace@example.test');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});
