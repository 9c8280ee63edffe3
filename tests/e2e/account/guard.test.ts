import type { Page } from '@playwright/test';
import { pageTitle } from '../support/pages.ts';
import { failRequests, holdRequest } from '../support/requests.ts';
import { expect, expectAccessible, storeSession, test } from '../support/test.ts';

const ROLES = ['GET', '/rest/v1/user_roles'] as const;
const UNCHECKED = 'Your permissions couldn’t be checked.';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('an account opens the areas of its roles, and no others (S2.17, S2.59, S6.2, S6.3)', async ({
  page,
  context,
  agency,
}) => {
  const roles = agency.rows.from('user_roles');
  await test.step('signed out, every page redirects to /auth and leaves the history as it was', async () => {
    await page.goto('/nowhere');
    await expect(heading(page, '404: page not found')).toBeVisible();
    await expectAccessible(page);
    for (const path of ['/', '/leads', '/admin']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/nowhere$/);
    }
  });

  const user = await agency.addStranger('Ada Lovelace');
  await storeSession(context, await agency.startSession(user));
  await test.step('without a role it waits, and gets in once it has one', async () => {
    await page.goto('/leads');
    await expect(heading(page, 'Access Denied')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(heading(page, 'You need an invitation')).toBeVisible();
    await expectAccessible(page);
    await roles.insert({ user_id: user.id, role: 'customer' }).throwOnError();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/admin/leads');
    await expect(heading(page, 'Access Denied')).toBeVisible();
  });

  await test.step('with both roles it opens both areas', async () => {
    await roles.insert({ user_id: user.id, role: 'admin' }).throwOnError();
    for (const path of ['/leads', '/admin/leads']) {
      await page.goto(path);
      await expect(pageTitle(page, 'Leads')).toBeVisible();
    }
  });

  await test.step('with the role admin it is denied the customer area', async () => {
    await roles.delete().eq('user_id', user.id).eq('role', 'customer').throwOnError();
    await page.goto('/nowhere');
    await page.goto('/');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/nowhere$/);
    await page.goto('/leads');
    await expect(heading(page, 'Access Denied')).toBeVisible();
  });
});

test.describe('an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('an administrator sees a spinner until the roles are read, and an error if they cannot be read (S8.7)', async ({
    page,
    context,
    expected,
  }) => {
    expected.push('status of 500', 'Error fetching roles');
    const waiting = page.getByRole('status').filter({ has: page.getByText('Loading...') });
    const roles = await holdRequest(page, ROLES);
    await page.goto('/admin/leads');
    await roles.reached;
    await expect(waiting).toBeVisible();
    await expect(waiting.locator('svg')).toHaveCSS('animation-name', 'spin');
    const outage = await failRequests(page, ROLES, { message: 'out of order' });
    roles.release();
    await expect(pageTitle(page, 'Leads')).toBeVisible();

    await page.reload();
    await expect(heading(page, 'Your permissions haven’t loaded yet')).toBeVisible();
    await expect(page.getByRole('alert').getByText(UNCHECKED)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(heading(page, 'Your permissions haven’t loaded yet')).toBeVisible();
    await outage.end();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(heading(page, 'Dashboard')).toBeVisible();
  });

  test('an administrator sees an error if the code that reads the roles cannot be loaded (S8.7)', async ({
    page,
    expected,
  }) => {
    expected.push('net::ERR_FAILED', 'Error fetching roles and memberships:');
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error fetching roles and'));
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const readsRoles = (await response.text()).includes('customer_users');
      await (readsRoles ? route.abort() : route.fulfill({ response }));
    });
    await page.goto('/');
    await expect(page).toHaveURL(/\/auth$/);
    await expect(heading(page, 'Your permissions haven’t loaded yet')).toBeVisible();
    await expect(page.getByText(UNCHECKED)).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/invitation/i);
    expect((await logged).type()).toBe('error');
  });
});
