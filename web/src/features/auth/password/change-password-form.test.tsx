import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, failAuthWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderApp } from '#tests/component/render.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

const USER = '/auth/v1/user';
const REAUTHENTICATE = '/auth/v1/reauthenticate';

function renderForm({ hasPassword }: { hasPassword: boolean }) {
  signIn({});
  const onClose = vi.fn();
  const { user } = renderApp(
    <ChangePasswordForm email="ada@example.test" hasPassword={hasPassword} onClose={onClose} />,
  );
  const enter = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(label), text);
    await user.click(screen.getByRole('button', { name: 'Save password' }));
  };
  return { user, onClose, enter };
}

const NEW = { 'New password': 'battery staple', 'Confirm new password': 'battery staple' };

it('the form rejects a missing current password, a short password and one that differs, without a request', async () => {
  const { enter } = renderForm({ hasPassword: true });
  await enter({ 'New password': 'short', 'Confirm new password': 'shorT' });
  for (const error of [
    'Enter your current password',
    'Password must be at least 6 characters',
    'Passwords do not match',
  ]) {
    expect(screen.getByText(error)).toBeDefined();
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
  expect(requestsTo('PUT', USER)).toEqual([]);
});

it('the form sends the current password with the new one, and closes', async () => {
  answer('PUT', USER, () => ({ id: '1' }));
  const { enter, onClose } = renderForm({ hasPassword: true });
  await enter({ 'Current password': 'old secret', ...NEW });
  await screen.findByText('Password changed');
  expect(requestsTo('PUT', USER).map(({ body }) => body)).toMatchObject([
    { password: 'battery staple', current_password: 'old secret' },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('a user who does not know the password requests a code, which replaces it', async () => {
  answer('GET', REAUTHENTICATE, () => ({}));
  answer('PUT', USER, () => ({ id: '1' }));
  const { user, enter } = renderForm({ hasPassword: true });
  await user.click(screen.getByRole('button', { name: 'Email me a code instead' }));
  await screen.findByLabelText('Code');
  await enter(NEW);
  expect(screen.getByText('Enter the code we emailed you')).toBeDefined();
  await enter({ Code: ' 123456 ' });
  await screen.findByText('Password changed');
  expect(requestsTo('PUT', USER).map(({ body }) => body)).toMatchObject([
    { password: 'battery staple', nonce: '123456' },
  ]);
});

it('an account without a password needs a code if its sign-in is not recent', async () => {
  answer('PUT', USER, failAuthWith(400, 'reauthentication_needed', 'Reauthentication required'));
  answer('GET', REAUTHENTICATE, () => ({}));
  const { enter } = renderForm({ hasPassword: false });
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await enter(NEW);
  await screen.findByLabelText('Code');
  expect(requestsTo('GET', REAUTHENTICATE)).toHaveLength(1);
});

it('the form shows the error of the backend', async () => {
  answer('PUT', USER, failAuthWith(422, 'same_password', 'New password should be different'));
  const { enter, onClose } = renderForm({ hasPassword: true });
  await enter({ 'Current password': 'old secret', ...NEW });
  await screen.findByText('New password should be different');
  expect(onClose).not.toHaveBeenCalled();
});
