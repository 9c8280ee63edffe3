import type { Page } from '@playwright/test';
import { pageTitle } from '../support/pages.ts';
import { asMember, expect, isPhone, storeSession, test } from '../support/test.ts';

const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' });
const navigation = (page: Page, area = 'Leadlight') => page.getByRole('navigation', { name: area });
const width = async (page: Page) => (await navigation(page).locator('..').boundingBox())?.width;

const CUSTOMER = {
  Main: ['Dashboard /dashboard', 'Leads /leads', 'Companies /companies', 'Copy /copy'],
  Other: ['Settings /settings'],
};
const ADMIN = {
  Admin: ['Dashboard /admin', 'Customers /admin/customers', 'Users /admin/users'],
  Data: ['Leads /admin/leads', 'Companies /admin/companies', 'Copy /admin/copy'],
  Settings: ['Settings /admin/settings'],
};

/** The groups of the sidebar with their links, in the order in which they stand. */
const groupsOf = (page: Page, area: string) =>
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
  for (const [title = '', path] of Object.values(groups).flatMap((links) => links.map((link) => link.split(' ')))) {
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

test.describe('in the customer area', () => {
  test.beforeEach(async ({ context, agency }) => {
    await asMember(context, agency);
  });

  test('the sidebar links to the five pages in two groups', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/settings');
    await openSidebar(page);
    await expect(navigation(page)).toBeVisible();
    expect(await groupsOf(page, 'Leadlight')).toEqual(Object.entries(CUSTOMER));
    if (isPhone(page)) await page.keyboard.press('Escape');
    await visitAll(page, 'Leadlight', CUSTOMER);
  });

  test('from 768 px the sidebar is beside the page and collapses to icons, and its state lasts seven days', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/dashboard');
    await expect(navigation(page)).toBeVisible();
    expect(await width(page)).toBe(16 * 16);
    expect(await context.cookies()).toEqual([]);

    const before = Date.now();
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    expect(await width(page)).toBe(3 * 16);
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
    expect(await width(page)).toBe(3 * 16);
    await toggle(page).click();
    expect(await width(page)).toBe(16 * 16);
    expect((await context.cookies())[0]?.value).toBe('true');
  });

  test('below 768 px the sidebar slides over the page until it is dismissed or used', {
    tag: '@phone',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width: 767, height: 900 });
    await page.goto('/dashboard');
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(navigation(page)).toBeHidden();
    await toggle(page).click();
    const panel = page.getByRole('dialog', { name: 'Leadlight' });
    await expect(panel).toBeVisible();
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 18 * 16, height: 900 });

    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    await toggle(page).click();
    await page.mouse.click(600, 400);
    await expect(panel).toBeHidden();
    await toggle(page).click();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await toggle(page).click();
    await panel.getByRole('link', { name: 'Copy' }).click();
    await expect(page).toHaveURL(/\/copy$/);
    await expect(panel).toBeHidden();
    expect(await context.cookies()).toEqual([]);
  });

  test('Ctrl or Cmd plus B toggles the sidebar', async ({ page }) => {
    await page.goto('/dashboard');
    const state = page.locator('[aria-label="Toggle sidebar"]'); // by role it is out of reach while the panel is over it
    const [first, other] = isPhone(page) ? ['false', 'true'] : ['true', 'false'];
    await expect(state).toHaveAttribute('aria-expanded', first);
    for (const key of ['Control+b', 'Meta+b', 'Control+B']) {
      await page.keyboard.press(key);
      await expect(state).toHaveAttribute('aria-expanded', other);
      await page.keyboard.press(key);
      await expect(state).toHaveAttribute('aria-expanded', first);
    }
    for (const key of ['b', 'Control+Alt+b', 'Control+Shift+b']) await page.keyboard.press(key);
    await expect(state).toHaveAttribute('aria-expanded', first);
  });

  test('a chosen theme is saved, and the system theme can be restored', { tag: '@phone' }, async ({ page }) => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    const pick = async (theme: string) => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: theme }).click();
    };
    await page.goto('/dashboard');
    expect(await scheme()).toBe('light dark');
    await pick('Dark');
    expect(await scheme()).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible();
    expect(await scheme()).toBe('dark');
    await pick('System');
    expect(await scheme()).toBe('light dark');
  });

  test('the keyboard can skip the navigation and show its shortcuts', async ({ page }) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys.getByText('Show or collapse the sidebar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('the admin sidebar is titled Admin Panel and links to the seven pages in three groups', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto('/admin/settings');
  await openSidebar(page);
  await expect(navigation(page, 'Admin Panel').getByText('Admin Panel')).toBeVisible();
  expect(await groupsOf(page, 'Admin Panel')).toEqual(Object.entries(ADMIN));
  if (isPhone(page)) await page.keyboard.press('Escape');
  await visitAll(page, 'Admin Panel', ADMIN);
});

test('the top bar shows the email of the user and signs them out', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto('/admin/copy');
  const bar = page.getByRole('banner');
  await expect(bar.getByText(agency.admin.email)).toBeInViewport();
  await bar.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});
