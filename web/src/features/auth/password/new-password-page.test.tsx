import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failAuthWith, newSession, requestsTo, signIn } from '#tests/component/backend.ts';
import { description, findToast, isFocused } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { NewPasswordPage } from './new-password-page.tsx';

const RECOVER = '/auth/v1/recover';
const VERIFY = '/auth/v1/verify';
const USER = '/auth/v1/user';

const button = (name: string) => screen.getByRole('button', { name });

async function openPage(heading: string) {
  const { user } = renderApp(<NewPasswordPage />, { path: '/auth/new-password' });
  await screen.findByRole('heading', { name: heading });
  return user;
}

it('a signed-out user requests a link, which needs an email', async () => {
  answer('POST', RECOVER, () => ({}));
  const user = await openPage('Forgot your password?');
  expect(isFocused(screen.getByLabelText('Email'))).toBe(true);
  await user.click(button('Send link'));
  expect(description(screen.getByLabelText('Email'))).toBe('Enter your email');
  expect(requestsTo('POST', RECOVER)).toEqual([]);
  await user.type(screen.getByLabelText('Email'), ' ada@example.test ');
  await user.click(button('Send link'));
  expect((await screen.findByRole('status')).textContent).toBe(
    'Check your inboxIf there’s an account for ada@example.test, we’ve sent a link. Open it in this browser.',
  );
  const [request] = requestsTo('POST', RECOVER);
  expect(request?.body).toMatchObject({ email: 'ada@example.test' });
  expect(request?.query.get('redirect_to')).toBe(new URL('/auth/new-password', location.href).href);
});

it('the code of the email signs in', async () => {
  answer('POST', RECOVER, () => ({}));
  const user = await openPage('Forgot your password?');
  await user.type(screen.getByLabelText('Email'), 'ada@example.test');
  await user.click(button('Send link'));
  const code = await screen.findByLabelText('Code');
  expect(isFocused(code)).toBe(true);
  await user.click(button('Continue'));
  expect(description(code)).toBe('Enter the 6-digit code');

  answer('POST', VERIFY, failAuthWith(403, 'otp_expired', 'Token has expired or is invalid'));
  await user.type(code, '000 000');
  await user.click(button('Continue'));
  await expect.poll(() => description(code)).toBe('Token has expired or is invalid');

  answer('POST', VERIFY, () => newSession());
  answer('GET', '/rest/v1/user_roles', () => []);
  answer('GET', '/rest/v1/customer_users', () => []);
  answer('GET', USER, () => newSession().user);
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(button('Continue'));
  await screen.findByRole('heading', { name: 'Choose a new password' });
  expect(requestsTo('POST', VERIFY).map(({ body }) => body)).toMatchObject([
    { type: 'recovery', email: 'ada@example.test', token: '000000' },
    { type: 'recovery', email: 'ada@example.test', token: '123456' },
  ]);
});

it('a signed-in user chooses a new password, typed twice', async () => {
  signIn({});
  answer('PUT', USER, () => newSession().user);
  const user = await openPage('Choose a new password');
  await user.type(screen.getByLabelText('New password'), 'battery staple');
  await user.type(screen.getByLabelText('Confirm new password'), 'battery stable');
  await user.click(button('Set password'));
  expect(screen.getByText('Passwords do not match')).toBeDefined();
  await user.clear(screen.getByLabelText('Confirm new password'));
  await user.type(screen.getByLabelText('Confirm new password'), 'battery staple');
  await user.click(button('Set password'));
  await findToast('Password changed');
  expect(location.pathname).toBe('/');
  expect(requestsTo('PUT', USER).map(({ body }) => body)).toMatchObject([{ password: 'battery staple' }]);
});
