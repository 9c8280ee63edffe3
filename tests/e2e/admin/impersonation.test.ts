import type { Locator } from '@playwright/test';
import { addCompanies, companyNames, goBySidebar } from '../customer/customer-area.ts';
import { expectToast, leadNames, leadRow, pageTitle } from '../support/pages.ts';
import { LEADS, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, storeSession, test } from '../support/test.ts';
import { addCustomerWithLeads, exit, heading, readImpersonations } from './impersonations.ts';
import { banner, impersonate, runCommand } from './palette.ts';

test.use({ signedInAsAdmin: true });

test('an impersonating administrator sees and changes the data of that customer only (S1.16, S2.103, S2.104, S4.25, S4.26, S4.27, S4.28, S4.29, S6.8, S6.13)', async ({
  page,
  agency,
}) => {
  await test.step('an impersonating administrator sees the customer area with the data of that customer only', async () => {
    const north = await addCustomerWithLeads(agency, 'North', [
      { name: 'Nora North', audience: 'Northerners', is_approved: true },
      { name: 'Niels North' },
    ]);
    const south = await addCustomerWithLeads(agency, 'South', [{ name: 'Sam South', audience: 'Southerners' }]);
    await addCompanies(agency, north.id, [{ name: 'North Works' }]);
    await addCompanies(agency, south.id, [{ name: 'South Works' }]);
    for (const [customer, name] of [
      [north, 'Hello North'],
      [south, 'Hello South'],
    ] as const) {
      await agency.rows.from('campaigns').insert({ customer_id: customer.id, name }).throwOnError();
    }
    const lists = requestsTo(page, 'GET', LEADS);

    await page.goto('/admin/leads');
    await impersonate(page, north);
    await expect(banner(page).getByText(/.+/).first()).toHaveText(`Currently impersonating: ${north.name}`);
    await expect(
      page
        .getByRole('main')
        .getByRole('link')
        .filter({ hasText: /approved$/ }),
    ).toHaveText(['Total Leads21 approved', 'Companies10 approved', 'Northerners1 approved']);
    await expect(page.getByRole('main')).not.toContainText('Southerners');
    await expectAccessible(page);

    await goBySidebar(page, 'Leads');
    await expect.poll(() => leadNames(page)).toEqual(['Nora North', 'Niels North']);
    expect(lists.at(-1)?.query.get('customer_id')).toBe(`in.(${north.id})`);
    await goBySidebar(page, 'Companies');
    await expect.poll(() => companyNames(page)).toEqual(['North Works']);
    await goBySidebar(page, 'Copy');
    await expect(page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem')).toContainText(['Hello North']);
    await goBySidebar(page, 'Settings');
    await expect(banner(page)).toBeVisible();

    await exit(page).click();
    await expectToast(page, 'Impersonation ended', 'Back to admin view');
    await expect(page).toHaveURL(/\/admin\/customers$/);
    await expect(banner(page)).toBeHidden();
    await expect.poll(async () => (await readImpersonations(agency, north))[0]?.ended_at).not.toBe(null);
    await page.goto('/dashboard');
    await expect(heading(page, 'Access Denied')).toBeVisible();
  });

  await test.step('changes made while impersonating belong to the customer and are recorded under the administrator', async () => {
    const north = await addCustomerWithLeads(agency, 'North', [{ name: 'Nora North' }]);
    await page.goto('/admin/users');
    await impersonate(page, north);
    await goBySidebar(page, 'Leads');
    await leadRow(page, 'Nora North').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved');
    await goBySidebar(page, 'Copy');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByLabel('Campaign name').fill('Hello North');
    await page.getByRole('dialog').getByRole('button', { name: 'Create campaign' }).click();
    await expectToast(page, 'Campaign created successfully');

    const [impersonation] = await readImpersonations(agency, north);
    const { data } = await agency.rows
      .from('activity')
      .select('action, subject, impersonation_id')
      .eq('customer_id', north.id)
      .not('impersonation_id', 'is', null)
      .order('created_at')
      .throwOnError();
    expect(data.map(({ action, subject }) => `${action} ${subject}`)).toEqual(['update leads', 'insert campaigns']);
    expect(new Set(data.map((row) => row.impersonation_id))).toEqual(new Set([impersonation?.id]));
  });
});

/** The hue of a computed colour, in degrees: amber lies around 40. */
const readHue = (element: Locator, property: 'color' | 'backgroundColor') =>
  element.evaluate((node, name) => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(node)
        [name].match(/[\d.]+/g)
        ?.map(Number) ?? [];
    const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    return max === red && min === blue ? (60 * (green - blue)) / (max - min) : Number.NaN;
  }, property);

test('impersonation has a banner, survives a reload, and ends where it started (S2.12, S2.67, S2.102)', async ({
  page,
  agency,
  context,
}) => {
  await test.step('the banner is amber and shown on every page of the customer area, and on unknown pages', async () => {
    const north = await agency.addCustomer('North');
    await page.goto('/admin/users');
    await impersonate(page, north);
    const pages = ['/dashboard', '/leads', '/companies', '/copy', '/settings', '/nowhere'];
    for (const path of pages) {
      await page.goto(path);
      await expect(banner(page).getByText(`Currently impersonating: ${north.name}`)).toBeVisible();
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const property of ['color', 'backgroundColor'] as const) {
        const hue = await readHue(banner(page), property);
        expect(hue).toBeGreaterThan(30);
        expect(hue).toBeLessThan(50);
      }
    }
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('Back to the admin area ends it, without a banner above that area', async () => {
    const north = await agency.addCustomer('North');
    await page.goto('/admin/users');
    await impersonate(page, north);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(banner(page)).toBeVisible();
    await page.goBack();
    await expectToast(page, 'Impersonation ended', 'Back to admin view');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(pageTitle(page, 'Users')).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await expect.poll(async () => (await readImpersonations(agency, north))[0]?.ended_at).not.toBe(null);
  });

  await test.step('Back after the exit returns to where it started, or home from a page of the customer', async () => {
    const north = await agency.addCustomer('North');
    await page.goto('/admin/users');
    await impersonate(page, north);
    await exit(page).click();
    await expect(page).toHaveURL(/\/admin\/customers$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(pageTitle(page, 'Users')).toBeVisible();

    await impersonate(page, north);
    await goBySidebar(page, 'Leads');
    await exit(page).click();
    await expect(page).toHaveURL(/\/admin\/customers$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(heading(page, 'Access Denied')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  await test.step('impersonation can be started from the customers page and ended from the palette', async () => {
    const north = await agency.addCustomer('North');
    await page.goto(`/admin/customers?search=${encodeURIComponent(north.name)}`);
    await page.getByRole('button', { name: `Impersonate ${north.name}` }).click();
    await expectToast(page, 'Impersonation started', `Now viewing as ${north.name}`);
    await expect(page).toHaveURL(/\/dashboard$/);
    await runCommand(page, 'exit', 'Actions', 'Exit Impersonation');
    await expectToast(page, 'Impersonation ended', 'Back to admin view');
    await expect(page).toHaveURL(/\/admin\/customers$/);
  });

  await test.step('impersonation survives a reload, / leads to the dashboard, and other tabs are not affected', async () => {
    const north = await agency.addCustomer('North');
    await page.goto('/admin');
    await impersonate(page, north);
    await page.reload();
    await expect(banner(page).getByText(`Currently impersonating: ${north.name}`)).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard$/);

    const other = await context.newPage();
    await other.goto('/');
    await expect(other).toHaveURL(/\/admin$/);
    await expect(banner(other)).toBeHidden();
    await other.goto('/leads');
    await expect(heading(other, 'Access Denied')).toBeVisible();
  });
});

test('impersonation survives a token refresh', async ({ page, context, agency }) => {
  const north = await addCustomerWithLeads(agency, 'North', [{ name: 'Nora North' }]);
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto('/admin');
  await impersonate(page, north);
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '');
    localStorage.setItem('supabase.auth.token', JSON.stringify({ ...stored, expires_at: 1 }));
  });
  const refreshed = page.waitForResponse((response) => response.url().includes('grant_type=refresh_token'));
  await page.goto('/leads');
  expect((await refreshed).status()).toBe(200);
  await expect.poll(() => leadNames(page)).toEqual(['Nora North']);
  await expect(banner(page).getByText(`Currently impersonating: ${north.name}`)).toBeVisible();
});
