import type { Page } from '@playwright/test';
import { pageTitle, toasts } from '../support/pages.ts';
import { failRequests, holdRequest, requestsTo } from '../support/requests.ts';
import { asMember, expect, stopClock, storeSession, test } from '../support/test.ts';

const ROLES = '/rest/v1/user_roles';
const MEMBERSHIPS = '/rest/v1/customer_users';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const waiting = (page: Page) => page.getByRole('status').filter({ has: page.getByText('Loading...') });

async function expectDenied(page: Page) {
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
}

test('an unknown address shows a 404 page with a link home', async ({ page }) => {
  for (const path of ['/nowhere', '/admin/nowhere', '/leads/1', '/Auth/more']) {
    await page.goto(path);
    await expect(heading(page, '404: page not found')).toBeVisible();
  }
  const home = page.getByRole('link', { name: 'Return to Home' });
  await expect(home).toHaveAttribute('href', '/');
  await home.click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('a signed-out user is redirected to /auth from every page, replacing history', async ({ page }) => {
  await page.goto('/nowhere');
  for (const path of ['/', '/leads', '/settings', '/admin', '/admin/leads']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/nowhere$/);
  }
});

test('an administrator is redirected from / to /admin, and is denied the customer area', async ({
  page,
  context,
  agency,
}) => {
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto('/nowhere');
  for (const entry of ['/', '/auth']) {
    await page.goto(entry);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(heading(page, 'Dashboard')).toBeVisible();
  }
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/nowhere$/);

  await page.goto('/leads');
  await expectDenied(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('a customer is redirected from / to /dashboard, and is denied the admin area', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency);
  for (const entry of ['/', '/auth']) {
    await page.goto(entry);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  for (const path of ['/admin', '/admin/leads', '/admin/customers/1']) {
    await page.goto(path);
    await expectDenied(page);
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the customer area requires the role customer, the admin area the role admin', async ({
  page,
  context,
  agency,
}) => {
  const { customer, member } = await asMember(context, agency);
  const customerArea = {
    '/dashboard': 'Welcome, Grace',
    '/leads': 'Leads',
    '/companies': 'Companies',
    '/copy': 'Copy',
    '/settings': 'Settings',
  };
  const adminArea = {
    '/admin': 'Dashboard',
    '/admin/customers': 'Customers',
    [`/admin/customers/${customer.id}`]: customer.name,
    '/admin/users': 'Users',
    '/admin/leads': 'Leads',
    '/admin/companies': 'Companies',
    '/admin/copy': 'Copy',
    '/admin/settings': 'Settings',
  };
  const expectGranted = async (area: Record<string, string>) => {
    for (const [path, title] of Object.entries(area)) {
      await page.goto(path);
      await expect(pageTitle(page, title)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
  };
  const expectNoneGranted = async (area: Record<string, string>) => {
    for (const path of Object.keys(area)) {
      await page.goto(path);
      await expectDenied(page);
    }
  };
  const roles = agency.rows.from('user_roles');

  await expectGranted(customerArea);
  await expectNoneGranted(adminArea);

  await roles.insert({ user_id: member.id, role: 'admin' }).throwOnError();
  await expectGranted({ '/leads': 'Leads', '/admin/leads': 'Leads' });

  await roles.delete().eq('user_id', member.id).eq('role', 'customer').throwOnError();
  await expectGranted(adminArea);
  await expectNoneGranted(customerArea);
});

test('an account without a role waits at /auth, is denied both areas, and gets in once it has a role', async ({
  page,
  context,
  agency,
}) => {
  const user = await agency.addStranger('Ada Lovelace');
  await storeSession(context, await agency.startSession(user));
  for (const path of ['/leads', '/admin']) {
    await page.goto(path);
    await expectDenied(page);
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(heading(page, 'Your account is waiting for an invitation')).toBeVisible();
  await expect(page.getByText(`You are signed in as ${user.email}.`)).toBeVisible();

  const [roles, memberships] = [requestsTo(page, 'GET', ROLES), requestsTo(page, 'GET', MEMBERSHIPS)];
  await agency.rows.from('user_roles').insert({ user_id: user.id, role: 'customer' }).throwOnError();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(Object.fromEntries(roles[0]?.query ?? [])).toEqual({ select: 'role', user_id: `eq.${user.id}` });
  expect(Object.fromEntries(memberships[0]?.query ?? [])).toEqual({
    select: 'customer_id,customers!inner()',
    user_id: `eq.${user.id}`,
    is_active: 'eq.true',
    order: 'accepted_at.asc.nullslast,created_at.asc,id.asc',
    offset: '0',
    limit: '1000',
  });

  await agency.rows.from('user_roles').insert({ user_id: user.id, role: 'admin' }).throwOnError();
  await page.goto('/');
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/leads');
  await expect(pageTitle(page, 'Leads')).toBeVisible();
});

test('until the session and the roles are known, every page shows a spinner', async ({ page, context, agency }) => {
  await storeSession(context, await agency.startSession(agency.admin));
  for (const path of ['/', '/admin/leads', '/auth']) {
    const roles = await holdRequest(page, ['GET', ROLES]);
    await page.goto(path);
    await roles.reached;
    await expect(waiting(page)).toBeVisible();
    await expect(waiting(page).locator('svg')).toHaveCSS('animation-name', 'spin');
    await expect(page.getByRole('heading')).toHaveCount(0);
    roles.release();
    await expect(pageTitle(page, path === '/admin/leads' ? 'Leads' : 'Dashboard')).toBeVisible();
    await expect(waiting(page)).toHaveCount(0);
    await page.unrouteAll();
  }
});

test('the spinner ends after four seconds, and a later response still counts', async ({ page, context, agency }) => {
  await storeSession(context, await agency.startSession(agency.admin));
  const roles = await holdRequest(page, ['GET', ROLES]);
  await stopClock(page);
  await page.goto('/admin');
  await roles.reached;
  await page.clock.runFor(3999);
  await expect(waiting(page)).toBeVisible();
  await page.clock.runFor(1);
  await expectDenied(page);
  roles.release();
  await page.clock.resume();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('roles and memberships that cannot be read are logged, and count as none', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500', 'Error fetching roles: out of order', 'Error fetching memberships: out of order');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await asMember(context, agency, [{ name: 'Ada Lovelace' }]);

  const noMemberships = await failRequests(page, ['GET', MEMBERSHIPS], { message: 'out of order' });
  await page.goto('/leads');
  await expect(page.getByText('No leads yet')).toBeVisible();
  expect(logged).toContain('Error fetching memberships: out of order');
  await noMemberships.end();

  await failRequests(page, ['GET', ROLES], { message: 'out of order' });
  await page.goto('/leads');
  await expectDenied(page);
  expect(logged).toContain('Error fetching roles: out of order');
  await expect(toasts(page)).toHaveCount(0);
});
