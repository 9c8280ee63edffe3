import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, failAuthWith, requestsTo } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const SIGN_UP = '/auth/v1/signup';

it('the form shows the error of the backend, and then that the account was created', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const onDone = vi.fn();
  const tooLong = 'The full name is too long: 201 characters, at most 200';
  answer('POST', SIGN_UP, failAuthWith(400, 'validation_failed', tooLong));
  const { user } = renderApp(<SignUpForm onDone={onDone} />);
  const enter = async (label: string, text: string) => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await enter('Full name', 'n'.repeat(201));
  await enter('Email', 'ada@example.test');
  await enter('Password', 'a good password');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await findToast('Error signing up')).toEqual(['Error signing up', tooLong]);
  expect(screen.getByRole('alert').textContent).toBe(tooLong);
  expect(logged.mock.calls).toEqual([['Sign-up error:', tooLong]]);
  expect(onDone).not.toHaveBeenCalled();

  const account = { id: '1', email: 'ada@example.test', user_metadata: {}, app_metadata: {}, identities: [] };
  answer('POST', SIGN_UP, () => ({
    access_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    user: account,
  }));
  answer('GET', '/rest/v1/user_roles', () => [{ role: 'customer' }]);
  answer('GET', '/rest/v1/customer_users', () => []);
  await user.type(screen.getByLabelText('Full name'), '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByText('Account created');
  screen.getByText('You can now sign in with your credentials.');
  expect(onDone).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(requestsTo('GET', '/rest/v1/customer_users')).toHaveLength(1));
  const sent = requestsTo('POST', SIGN_UP).map(({ body }) => (body as { data: { full_name: string } }).data.full_name);
  expect(sent).toEqual(['n'.repeat(201), 'n'.repeat(200)]);
});
