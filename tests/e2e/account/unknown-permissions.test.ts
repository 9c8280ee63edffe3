import type { BrowserContext, Page } from '@playwright/test';
import { pageTitle } from '../support/pages.ts';
import { failRequests, holdRequest } from '../support/requests.ts';
import { asMember, expect, expectAccessible, stopClock, test } from '../support/test.ts';

const ROLES = ['GET', '/rest/v1/user_roles'] as const;
const MEMBERSHIPS = ['GET', '/rest/v1/customer_users'] as const;
const UNCHECKED = 'Your permissions could not be checked.';
const BEING_CHECKED = 'Your permissions are still being checked.';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });
const goHome = (page: Page) => page.getByRole('link', { name: 'Return to Home' }).click();

/** /auth says that the permissions are unknown, and does not mention an invitation. */
async function expectNotKnown(page: Page, note: string) {
  await expect(page).toHaveURL(/\/auth$/);
  await expect(heading(page, 'Your permissions aren’t known yet')).toBeVisible();
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/invitation/i);
}

test.describe('an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('whose roles cannot be read sees that on every page, and Retry opens the app', {
    tag: '@phone',
  }, async ({ page, expected }) => {
    expected.push('status of 500', 'Error fetching roles');
    const outage = await failRequests(page, ROLES, { message: 'out of order' });
    await page.goto('/admin/leads');
    await expect(heading(page, 'Access Denied')).toBeVisible();
    await expect(page.getByRole('alert').getByText(UNCHECKED)).toBeVisible();
    await expectAccessible(page);
    await retry(page).click();
    await expect(page.getByRole('alert').getByText(UNCHECKED)).toBeVisible();

    await goHome(page);
    await expectNotKnown(page, UNCHECKED);
    await expectAccessible(page);
    await outage.end();
    await retry(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(heading(page, 'Dashboard')).toBeVisible();
  });

  const returns: [what: string, comeBack: (page: Page, context: BrowserContext) => Promise<void>][] = [
    ['the tab gets the focus', (page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))],
    [
      'the browser is back online',
      async (_, context) => {
        await context.setOffline(true);
        await context.setOffline(false);
      },
    ],
  ];
  for (const [what, comeBack] of returns) {
    test(`whose roles could not be read gets in once ${what}`, async ({ page, context, expected }) => {
      expected.push('status of 500', 'Error fetching roles');
      await failRequests(page, ROLES, { message: 'out of order', only: [1] });
      await page.goto('/admin/leads');
      await expect(page.getByText(UNCHECKED)).toBeVisible();
      await comeBack(page, context);
      await expect(pageTitle(page, 'Leads')).toBeVisible();
      await expect(page.getByText(UNCHECKED)).toHaveCount(0);
    });
  }

  test('whose roles take long sees that they are being checked, and the first response counts', async ({ page }) => {
    const first = await holdRequest(page, ROLES);
    const second = await holdRequest(page, ROLES, 2);
    await stopClock(page);
    await page.goto('/admin');
    await first.reached;
    await page.clock.runFor(4000);
    await expect(heading(page, 'Access Denied')).toBeVisible();
    await expect(page.getByText(BEING_CHECKED)).toBeVisible();
    await page.clock.resume();
    await goHome(page);
    await expectNotKnown(page, BEING_CHECKED);

    await retry(page).click();
    await second.reached;
    first.release();
    await expect(heading(page, 'Dashboard')).toBeVisible();
    second.release();
  });

  test('sees an error if the code that reads the roles cannot be loaded', async ({ page, expected }) => {
    expected.push('net::ERR_FAILED', 'Error fetching roles and memberships:');
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error fetching roles and'));
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const readsRoles = (await response.text()).includes('customer_users');
      await (readsRoles ? route.abort() : route.fulfill({ response }));
    });
    await page.goto('/');
    await expectNotKnown(page, UNCHECKED);
    expect((await logged).type()).toBe('error');
  });
});

test('a member whose customers cannot be read sees why the page is empty, and Retry loads it', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500', 'Error fetching memberships');
  await asMember(context, agency, [{ name: 'Ada Lovelace' }]);
  const outage = await failRequests(page, MEMBERSHIPS, { message: 'out of order' });
  await page.goto('/leads');
  await expect(page.getByRole('alert').getByText(UNCHECKED)).toBeVisible();
  await expectAccessible(page);
  await outage.end();
  await retry(page).click();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
  await expect(page.getByText(UNCHECKED)).toHaveCount(0);
});
