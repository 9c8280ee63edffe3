import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, answerGrants, failAuthWith, newSession, requestsTo, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { description, findToast, isFocused } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { config } from '@/lib/config.ts';
import { AuthPage } from './auth-page.tsx';

const SIGN_IN = '/auth/v1/token';
const SIGN_UP = '/auth/v1/signup';

const emailField = () => screen.getByLabelText<HTMLInputElement>('Email');
const passwordField = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  answer('GET', '/auth/v1/settings', () => ({ external: { email: true }, saml_enabled: true }));
});

async function openLogin() {
  const { user } = renderApp(<AuthPage />, { path: '/auth' });
  await screen.findByRole('tab', { name: 'Login' });
  const enter = async (fields: Record<string, string>, submit: string) => {
    for (const [label, text] of Object.entries(fields)) {
      await user.clear(screen.getByLabelText(label));
      if (text) await user.type(screen.getByLabelText(label), text);
    }
    await user.click(button(submit));
  };
  return { user, enter };
}

async function openSignUp() {
  const opened = await openLogin();
  await opened.user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await screen.findByLabelText('Full name');
  return opened;
}

it('the page has a tab for login and a tab for sign-up, each with its fields (S2.1, S2.2, S2.5)', async () => {
  const { user } = await openLogin();
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Login', 'Sign Up']);
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true');
  expect(emailField().autocomplete).toBe('username');
  expect(passwordField().type).toBe('password');
  expect(document.querySelectorAll('form input')).toHaveLength(2);

  tabs[0]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(isFocused(screen.getByRole('tab', { name: 'Sign Up' }))).toBe(true);
  expect(document.querySelectorAll('form input')).toHaveLength(3);
  for (const label of ['Full name', 'Email', 'Password']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).readOnly).toBe(false);
  }
  expect(description(passwordField())).toBe('At least 6 characters.');
});

it.each([
  ['an administrator (S1.18, S2.2, S2.3)', 'admin', '/admin'],
  ['a customer (S2.4)', 'customer', '/'],
])('signing in redirects %s', async (_, role, home) => {
  answer('POST', SIGN_IN, () => newSession());
  answerGrants({ roles: [role] });
  const { enter } = await openLogin();
  await enter({ Email: '  ADA@example.test ', Password: 'correct horse' }, 'Sign in');
  await expect.poll(() => location.pathname).toBe(home);
  const [request, ...others] = requestsTo('POST', SIGN_IN);
  expect(others).toEqual([]);
  expect(request?.query.get('grant_type')).toBe('password');
  expect(request?.body).toMatchObject({ email: 'ADA@example.test', password: 'correct horse' });
});

it('Enter in the password field signs in', async () => {
  answer('POST', SIGN_IN, () => newSession());
  answerGrants({ roles: ['admin'] });
  const { user } = await openLogin();
  await user.type(emailField(), 'ada@example.test');
  await user.type(passwordField(), 'correct horse{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin');
});

it('a wrong password shows the backend’s message in a toast, logs it, and keeps the form’s values (S8.1, S8.2, S8.6)', async () => {
  answer('POST', SIGN_IN, failAuthWith(400, 'invalid_credentials', 'Invalid login credentials'));
  const { enter } = await openLogin();
  await enter({ Email: 'ada@example.test', Password: 'not the password' }, 'Sign in');
  expect(await findToast('Error signing in')).toEqual(['Error signing in', 'Invalid login credentials']);
  expect(screen.getByRole('alert').textContent).toBe('Invalid login credentials');
  await expect.poll(takeLogged).toEqual(['Login error: Invalid login credentials']);
  expect(location.pathname).toBe('/auth');
  expect(emailField().value).toBe('ada@example.test');
  expect(passwordField().value).toBe('not the password');
  await expect.poll(() => button('Sign in').getAttribute('aria-busy')).toBeNull();
});

it('login requires email and password, and leaves every other rule to the backend (S5.12, S5.13)', async () => {
  answer('POST', SIGN_IN, failAuthWith(400, 'invalid_credentials', 'Invalid login credentials'));
  const { user, enter } = await openLogin();
  await user.click(button('Sign in'));
  expect(description(emailField())).toBe('Enter your email');
  expect(isFocused(emailField())).toBe(true);
  expect(description(passwordField())).toBe('Enter your password');
  expect(requestsTo('POST', SIGN_IN)).toEqual([]);

  await user.type(emailField(), 'unknown');
  expect(emailField().getAttribute('aria-invalid')).toBeNull();
  await enter({ Password: 'x' }, 'Sign in');
  await findToast('Error signing in');
  expect(requestsTo('POST', SIGN_IN).map(({ body }) => body)).toMatchObject([{ email: 'unknown', password: 'x' }]);
  await expect.poll(takeLogged).toEqual(['Login error: Invalid login credentials']);
});

it('after sign-up a message says that the account exists and is waiting for an invitation (S7.39, S8.5)', async () => {
  answer('POST', SIGN_UP, () => newSession());
  answerGrants({ roles: [] });
  answer('GET', '/auth/v1/user', () => newSession().user);
  const { enter } = await openSignUp();
  await enter({ 'Full name': ' Ada Lovelace ', Email: 'ada@example.test', Password: 'secret' }, 'Create account');
  expect(await findToast('Account created')).toEqual(['Account created', 'You can now sign in with your credentials.']);
  await screen.findByRole('heading', { name: 'You need an invitation' });
  const [request, ...others] = requestsTo('POST', SIGN_UP);
  expect(others).toEqual([]);
  expect(request?.query.get('redirect_to')).toBe(new URL('/', location.href).href);
  expect(request?.body).toMatchObject({
    email: 'ada@example.test',
    password: 'secret',
    data: { full_name: 'Ada Lovelace' },
  });
});

it('where emails must be confirmed, a sign-up says so, and a login before offers to send the email again', async () => {
  answer('POST', SIGN_UP, () => newSession().user);
  answer('POST', SIGN_IN, failAuthWith(400, 'email_not_confirmed', 'Email not confirmed'));
  answer('POST', '/auth/v1/resend', () => ({}));
  const { user, enter } = await openSignUp();
  await enter({ Email: 'ada@example.test', Password: 'correct horse' }, 'Create account');
  expect(await findToast('Account created')).toEqual(['Account created', 'Confirm your email, then sign in.']);
  await screen.findByText('Check your inbox');

  await user.click(screen.getByRole('tab', { name: 'Login' }));
  await enter({ Email: 'ada@example.test', Password: 'correct horse' }, 'Sign in');
  await screen.findByText('Confirm your email');
  expect(takeLogged()).toEqual(['Login error: Email not confirmed']);
  await user.click(await screen.findByRole('button', { name: 'Resend confirmation' }));
  expect(await findToast('Confirmation sent')).toEqual(['Confirmation sent', 'Check ada@example.test for the link.']);
  expect(requestsTo('POST', '/auth/v1/resend').map(({ body }) => body)).toMatchObject([
    { type: 'signup', email: 'ada@example.test' },
  ]);
});

it('a new password of five characters is rejected without a request (S5.11, S9.8)', async () => {
  const { enter } = await openSignUp();
  expect(passwordField().minLength).toBe(6);
  await enter({ Email: 'ada@example.test', Password: '12345' }, 'Create account');
  expect(description(passwordField())).toBe('Password must be at least 6 characters');
  expect(isFocused(passwordField())).toBe(true);
  expect(requestsTo('POST', SIGN_UP)).toEqual([]);
});

it.each([
  ['an invalid email', 'no address', 'validation_failed', 'Unable to validate email address: invalid format'],
  ['a registered email', 'ada@example.test', 'user_already_exists', 'User already registered'],
  ['no email', '', 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
])(
  'a sign-up with %s is sent, and the backend’s error is shown and logged (S5.13, S5.14, S8.3, S8.6)',
  async (_, email, code, message) => {
    answer('POST', SIGN_UP, failAuthWith(422, code, message));
    const { enter } = await openSignUp();
    await enter({ 'Full name': 'Ada', Email: email, Password: 'secret' }, 'Create account');
    expect(await findToast('Error signing up')).toEqual(['Error signing up', message]);
    expect(screen.getByRole('alert').textContent).toBe(message);
    await expect.poll(takeLogged).toEqual([`Sign-up error: ${message}`]);
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada');
    expect(requestsTo('POST', SIGN_UP).map(({ body }) => body)).toMatchObject([
      { email, password: 'secret', data: { full_name: 'Ada' } },
    ]);
  },
);

it('single sign-on requires a work email, and shows that a domain is unknown', async () => {
  answer('POST', '/auth/v1/sso', failAuthWith(404, 'sso_provider_not_found', 'No SSO provider for this domain'));
  const { user, enter } = await openLogin();
  await user.click(await screen.findByRole('button', { name: 'Continue with single sign-on' }));
  await enter({ 'Work email': '' }, 'Go to sign-in page');
  expect(description(screen.getByLabelText('Work email'))).toBe('Enter your work email');
  await enter({ 'Work email': 'ada@Nowhere.test' }, 'Go to sign-in page');
  expect(await findToast('Error signing in')).toEqual(['Error signing in', 'No SSO provider for this domain']);
  expect(description(screen.getByLabelText('Work email'))).toBe('No SSO provider for this domain');
  expect(screen.getByLabelText<HTMLInputElement>('Work email').value).toBe('ada@Nowhere.test');
  expect(requestsTo('POST', '/auth/v1/sso').map(({ body }) => body)).toMatchObject([{ domain: 'nowhere.test' }]);
});

it('an account without a role waits, and gets in once it has one', async () => {
  signIn({ roles: [] });
  answer('GET', '/auth/v1/user', () => newSession().user);
  const { user } = renderApp(<AuthPage />, { path: '/auth' });
  await screen.findByRole('heading', { name: 'You need an invitation' });
  expect(screen.getByText('You’re signed in as ada@example.test.')).toBeDefined();
  answerGrants({ roles: ['customer'] });
  await user.click(button('Check again'));
  await expect.poll(() => location.pathname).toBe('/');
});

describe('an installation without an administrator', () => {
  afterEach(() => {
    delete config.needsAdministrator;
  });

  it('the page says how to make the first administrator', async () => {
    config.needsAdministrator = true;
    await openLogin();
    const note = screen.getByText('This installation has no administrator yet').parentElement;
    expect(note?.textContent).toBe(
      'This installation has no administrator yetOn the server, run npm run create-admin -- you@example.com, or set ADMIN_EMAIL and ADMIN_PASSWORD and restart it. Then reload this page and sign in.',
    );
  });

  it('the page does not assume that there is no administrator', async () => {
    await openLogin();
    expect(screen.queryByText('This installation has no administrator yet')).toBeNull();
  });
});
