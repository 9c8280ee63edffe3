import type { Page } from '@playwright/test';
import { expectToast, leadRow, pageTitle } from '../support/pages.ts';
import { failRequests, LEADS } from '../support/requests.ts';
import { asMember, expect, expectAccessible, isPhone, storeSession, test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const LEADS_OF_ALL_STATES = [
  {
    name: 'Ada Lovelace',
    title: 'Analyst',
    company: 'Engines Ltd',
    location: 'London',
    audience: 'Founders',
    linkedin_profile_url: 'https://www.linkedin.com/in/ada',
    is_approved: true,
  },
  { name: 'Alan Turing', is_approved: false },
  { name: 'Grace Hopper' },
];

test('the sign-in page is accessible', { tag: '@phone' }, async ({ page, expected }) => {
  expected.push('status of 400', 'Login error:');
  await page.goto('/auth');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await page.getByLabel('Email').fill('unknown@example.test');
  await page.getByLabel('Password', { exact: true }).fill('no password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectToast(page, 'Error signing in');
  await page.getByLabel('Email').fill('');
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(heading(page, 'Create your account')).toBeVisible();
  await expectAccessible(page);
});

test('error pages are accessible', { tag: '@phone' }, async ({ page, context, agency }) => {
  await page.goto('/nowhere');
  await expect(heading(page, '404: page not found')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/invite/0123456789');
  await expect(heading(page, 'Invalid invitation link')).toBeVisible();
  await expectAccessible(page);
  await storeSession(context, await agency.startSession(await agency.addStranger('Ada Lovelace')));
  await page.goto('/auth');
  await expect(heading(page, 'Your account is waiting for an invitation')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/leads');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expectAccessible(page);
});

test('the leads of a customer are accessible: filled, without matches, and failed', {
  tag: '@phone',
}, async ({ page, context, agency, expected }) => {
  expected.push('status of 500');
  await asMember(context, agency, LEADS_OF_ALL_STATES);
  await page.goto('/leads');
  await leadRow(page, 'Grace Hopper').getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Lead approved');
  await expectAccessible(page);
  await page.goto('/leads?search=unknown');
  await expect(page.getByText('No leads match')).toBeVisible();
  await expectAccessible(page);
  await failRequests(page, ['GET', LEADS], { message: 'The database rests' });
  await page.goto('/leads');
  await page.getByText('Details').click();
  await expectAccessible(page);
});

test('empty customer pages are accessible', { tag: '@phone' }, async ({ page, context, agency }) => {
  await asMember(context, agency);
  const pages = {
    leads: 'No leads yet',
    dashboard: 'No audience segments defined yet',
    companies: 'No companies yet',
    copy: 'No campaigns yet',
    settings: 'Save Changes',
  };
  for (const [path, words] of Object.entries(pages)) {
    await page.goto(`/${path}`);
    await expect(page.getByText(words).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('the leads of the administrator are accessible with a selection', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, LEADS_OF_ALL_STATES);
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await leadRow(page, 'Ada Lovelace').getByRole('checkbox').check();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
});

test('the other admin pages are accessible', { tag: '@phone' }, async ({ page, context, agency }) => {
  await storeSession(context, await agency.startSession(agency.admin));
  const titles = { Dashboard: '', Customers: '/customers', Customer: '/customers/1', Users: '/users' };
  const others = { Companies: '/companies', Copy: '/copy', Settings: '/settings' };
  for (const [title, path] of Object.entries({ ...titles, ...others })) {
    await page.goto(`/admin${path}`);
    await expect(pageTitle(page, title)).toBeVisible();
    await expectAccessible(page);
  }
});

test('sidebar, themes and keyboard help are accessible', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  if (isPhone(page)) await expect(page.getByRole('dialog', { name: 'Leadlight' })).toBeVisible();
  await expectAccessible(page);
  if (isPhone(page)) return;
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
});
