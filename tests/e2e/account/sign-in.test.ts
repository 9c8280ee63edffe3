import type { Page } from '@playwright/test';
import { expectToast } from '../support/pages.ts';
import { requestsTo } from '../support/requests.ts';
import { expect, signIn, test } from '../support/test.ts';

const SIGN_IN = '/auth/v1/token';
const SIGN_UP = '/auth/v1/signup';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function openSignUp(page: Page) {
  await page.goto('/auth');
  await tab(page, 'Sign Up').click();
}

async function fillSignUp(page: Page, entries: { fullName: string; email: string; password: string }) {
  await page.getByLabel('Full name').fill(entries.fullName);
  await email(page).fill(entries.email);
  await password(page).fill(entries.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** The addresses that the page has had, from now on. */
function pathsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  return paths;
}

test('the sign-in page has a tab for login and a tab for sign-up, each with its fields', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/auth');
  await expect(page.getByRole('tab')).toHaveText(['Login', 'Sign Up']);
  await expect(tab(page, 'Login')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('type', 'password');

  await tab(page, 'Login').press('ArrowRight');
  await expect(tab(page, 'Sign Up')).toBeFocused();
  await expect(page.getByRole('textbox')).toHaveCount(3);
  for (const label of ['Full name', 'Email', 'Password']) await expect(page.getByLabel(label)).toBeEditable();
  await expect(password(page)).toHaveAccessibleDescription('At least 6 characters.');
});

test('an administrator who signs in is redirected to /admin', async ({ page, agency }) => {
  const calls = requestsTo(page, 'POST', SIGN_IN);
  await signIn(page, agency.admin.email, agency.admin.password);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(calls.map(({ query }) => query.get('grant_type'))).toEqual(['password']);
  expect(calls[0]?.body).toMatchObject(agency.admin);
});

test('a customer who signs in is redirected to /, and from there to the dashboard', { tag: '@phone' }, async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const member = await agency.addMember(customer.id, 'Ada Lovelace');
  await page.goto('/auth');
  await expect(tab(page, 'Login')).toBeVisible();
  const paths = pathsOf(page);
  await email(page).fill(`  ${member.email.toUpperCase()} `);
  await password(page).fill(member.password);
  await password(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  expect(paths).toEqual(['/', '/dashboard']);
});

test('a wrong password shows the backend’s message in a toast, logs it, and keeps the form’s values', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 400', 'Login error: Invalid login credentials');
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Login error:'));
  await page.goto('/auth');
  await email(page).fill(agency.admin.email);
  await password(page).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expectToast(page, 'Error signing in', 'Invalid login credentials');
  await expect(page.getByText('Error signing in', { exact: true })).toHaveCSS('color', 'rgb(187, 37, 37)');
  expect((await logged).text()).toBe('Login error: Invalid login credentials');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(email(page)).toHaveValue(agency.admin.email);
  await expect(password(page)).toHaveValue('not the password');
  await expect(page.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy');
});

test('login requires email and password, and leaves every other rule to the backend', async ({ page, expected }) => {
  expected.push('status of 400', 'Login error:');
  const calls = requestsTo(page, 'POST', SIGN_IN);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(email(page)).toHaveAccessibleDescription('Enter your email');
  await expect(email(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('Enter your password');
  expect(calls).toEqual([]);

  await email(page).fill('unknown');
  await expect(email(page)).not.toHaveAttribute('aria-invalid');
  await password(page).fill('x');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectToast(page, 'Error signing in', 'Invalid login credentials');
  expect(calls[0]?.body).toMatchObject({ email: 'unknown', password: 'x' });
});

test('after sign-up a message says that the account exists and is waiting for an invitation', async ({ page }) => {
  const calls = requestsTo(page, 'POST', SIGN_UP);
  const address = `newcomer-${crypto.randomUUID()}@example.test`;
  await openSignUp(page);
  await fillSignUp(page, { fullName: ' Ada Lovelace ', email: address, password: 'secret' });

  await expectToast(page, 'Account created', 'You can now sign in with your credentials.');
  await expect(page.getByRole('heading', { name: 'Your account is waiting for an invitation' })).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.query.get('redirect_to')).toBe(new URL('/', page.url()).href);
  expect(calls[0]?.body).toMatchObject({ email: address, password: 'secret', data: { full_name: 'Ada Lovelace' } });

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await email(page).fill(address);
  await password(page).fill('secret');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`You are signed in as ${address}.`)).toBeVisible();
});

test('a new password of five characters is rejected without a request', async ({ page }) => {
  const calls = requestsTo(page, 'POST', SIGN_UP);
  await openSignUp(page);
  await expect(password(page)).toHaveAttribute('minlength', '6');
  await fillSignUp(page, { fullName: '', email: 'ada@example.test', password: '12345' });
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 6 characters');
  await expect(password(page)).toBeFocused();
  expect(calls).toEqual([]);
});

test('any other sign-up error shows the backend’s message and is logged', async ({ page, agency, expected }) => {
  expected.push('status of 4', 'Sign-up error:');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await openSignUp(page);
  await fillSignUp(page, { fullName: 'Ada', email: 'no address', password: 'secret' });
  await expectToast(page, 'Error signing up', 'Unable to validate email address: invalid format');
  await page.getByRole('button', { name: 'Dismiss: Error signing up' }).click();
  await fillSignUp(page, { fullName: 'Ada', email: agency.admin.email, password: 'secret' });
  await expectToast(page, 'Error signing up', 'User already registered');
  expect(logged).toContain('Sign-up error: Unable to validate email address: invalid format');
  expect(logged).toContain('Sign-up error: User already registered');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada');
});

test('a sign-up without an email is sent, and the backend’s error is shown', async ({ page, expected }) => {
  expected.push('status of 4', 'Sign-up error:');
  const calls = requestsTo(page, 'POST', SIGN_UP);
  await openSignUp(page);
  await fillSignUp(page, { fullName: 'Ada', email: '', password: 'secret' });
  await expectToast(page, 'Error signing up', 'Anonymous sign-ins are disabled');
  expect(calls.map(({ body }) => body)).toMatchObject([{ email: '', password: 'secret', data: { full_name: 'Ada' } }]);
});
