import type { Page } from '@playwright/test';
import { pageTitle } from '../support/pages.ts';
import { asMember, expect, isPhone, storeSession, test } from '../support/test.ts';

const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' });
const navigation = (page: Page, area = 'Leadlight') => page.getByRole('navigation', { name: area });
const width = async (page: Page) => (await navigation(page).locator('..').boundingBox())?.width;

const CUSTOMER = {
  Main: ['Dashboard /dashboard', 'Leads /leads', 'Companies /companies', 'Copy /copy'],
  Other: ['Settings /settings'],
  Review: ['Do not contact /do-not-contact'],
};
const ADMIN = {
  Admin: ['Dashboard /admin', 'Customers /admin/customers', 'Users /admin/users'],
  Data: ['Leads /admin/leads', 'Companies /admin/companies', 'Copy /admin/copy'],
  Settings: ['Settings /admin/settings'],
  Review: ['Rejection reasons /admin/reasons', 'Do not contact /admin/do-not-contact'],
  Agency: ['Brand /admin/brand'],
  History: [
    'Activity /admin/activity',
    'Import history /admin/imports',
    'Hand-offs /admin/hand-offs',
    'Outbox /admin/outbox',
  ],
};

/** The groups of the sidebar with their links, in the order in which they stand. */
const readGroups = (page: Page, area: string) =>
  navigation(page, area)
    .locator('div:has(> h2)')
    .evaluateAll((groups) =>
      groups.map((group) => [
        group.querySelector('h2')?.textContent,
        [...group.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      ]),
    );

async function openSidebar(page: Page) {
  if (isPhone(page)) await toggle(page).click();
}

/** Goes to every page of the area by the sidebar. */
async function visitAll(page: Page, area: string, groups: Record<string, string[]>) {
  for (const [title = '', path] of Object.values(groups).flatMap((links) =>
    links.map((link) => link.split(/ (?=\/)/)),
  )) {
    await openSidebar(page);
    await navigation(page, area).getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(pageTitle(page, path === '/dashboard' ? 'Welcome, Grace' : title)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title} ·`));
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('status').getByText(await page.title())).toBeAttached();
    if (isPhone(page)) await expect(navigation(page, area)).toBeHidden();
    else await expect(navigation(page, area).locator('[aria-current=page]')).toHaveText([title]);
  }
}

test('the sidebar of a customer is beside the page, links to the five pages, and collapses to icons (S2.18, S2.19, S2.99, S9.11, S9.12, S9.13)', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency);

  await test.step('its links lead to the pages', async () => {
    await page.goto('/settings');
    await expect(navigation(page)).toBeVisible();
    expect(await readGroups(page, 'Leadlight')).toEqual(Object.entries(CUSTOMER));
    await visitAll(page, 'Leadlight', CUSTOMER);
  });

  await test.step('the keyboard can skip it', async () => {
    await page.goto('/settings');
    await expect(pageTitle(page, 'Settings')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('a chosen theme lasts over a reload', async () => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    const pick = async (theme: string) => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: theme }).click();
    };
    expect(await scheme()).toBe('light dark');
    await pick('Dark');
    expect(await scheme()).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible();
    expect(await scheme()).toBe('dark');
    await pick('System');
    expect(await scheme()).toBe('light dark');
  });

  await test.step('from 768 to 1,023 px it has icons only, unless it was toggled; its state lasts seven days', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(navigation(page)).toBeVisible();
    await expect.poll(() => width(page)).toBe(3 * 16);
    await page.setViewportSize({ width: 1023, height: 900 });
    await expect.poll(() => width(page)).toBe(3 * 16);
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect.poll(() => width(page)).toBe(16 * 16);
    expect(await context.cookies()).toEqual([]);

    const before = Date.now();
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => width(page)).toBe(3 * 16);
    const links = navigation(page).getByRole('link');
    for (const link of await links.all()) expect((await link.boundingBox())?.width).toBeLessThanOrEqual(3 * 16);
    await links.first().focus();
    await expect(page.getByRole('tooltip')).toHaveText('Dashboard');
    const [cookie] = await context.cookies();
    const sevenDays = 7 * 24 * 60 * 60;
    expect(cookie).toMatchObject({ name: 'sidebar_state', value: 'false', path: '/', sameSite: 'Lax' });
    expect(cookie?.expires).toBeGreaterThanOrEqual(Math.floor(before / 1000) + sevenDays);
    expect(cookie?.expires).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + sevenDays);

    await page.reload();
    await expect(navigation(page)).toBeVisible();
    await expect.poll(() => width(page)).toBe(3 * 16);
    await page.keyboard.press('Control+b');
    await expect.poll(() => width(page)).toBe(16 * 16);
    expect((await context.cookies())[0]?.value).toBe('true');
    await page.setViewportSize({ width: 768, height: 900 });
    await expect.poll(() => width(page)).toBe(16 * 16);
  });
});

test('on a phone the bar names the organization', { tag: '@touch' }, async ({ page, context, agency }) => {
  const { customer, member } = await asMember(context, agency);
  await page.goto('/settings');
  await expect(page.getByRole('banner').getByText(customer.name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  await agency.addMembership(member, (await agency.addCustomer('Contoso')).id);
  await page.reload();
  await expect(page.getByRole('banner').getByText('All organizations')).toBeInViewport({ ratio: 1 });
});

test('below 768 px the sidebar slides over the page until it is dismissed or used (S2.60, S2.61, S2.62, S2.63, S2.101, S9.12, S9.13)', {
  tag: '@touch',
}, async ({ page, context, agency }) => {
  await storeSession(context, await agency.startSession(agency.admin));
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/admin/settings');
  const panel = page.getByRole('dialog', { name: 'Admin Panel' });
  const isOpen = () => expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 18 * 16, height: 900 });

  await test.step('its links lead to the nine pages and close it', async () => {
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(navigation(page, 'Admin Panel')).toBeHidden();
    await toggle(page).click();
    await expect(navigation(page, 'Admin Panel').getByText('Admin Panel')).toBeVisible();
    expect(await readGroups(page, 'Admin Panel')).toEqual(Object.entries(ADMIN));
    await isOpen();
    await page.keyboard.press('Escape');
    await visitAll(page, 'Admin Panel', ADMIN);
  });

  await test.step('the Escape key, a tap beside it and its button dismiss it', async () => {
    await toggle(page).click();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    await toggle(page).click();
    await isOpen();
    await page.mouse.click(600, 400);
    await expect(panel).toBeHidden();
    await toggle(page).click();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    expect(await context.cookies()).toEqual([]);
  });

  await test.step('Ctrl plus B shows and hides it', async () => {
    const state = page.locator('[aria-label="Toggle sidebar"]'); // covered by the panel, so not found by its role
    for (const isExpanded of ['true', 'false']) {
      await page.keyboard.press('Control+b');
      await expect(state).toHaveAttribute('aria-expanded', isExpanded);
    }
  });

  await test.step('the top bar shows the email of the user and signs them out', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('banner');
    await expect(bar.getByText(agency.admin.email)).toBeInViewport();
    await bar.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });
});
