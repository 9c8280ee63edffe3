import type { Page } from '@playwright/test';
import { asMember, expect, expectAccessible, storeSession, test } from '../support/test.ts';
import { impersonate, palette, runCommand } from './palette.ts';

const box = (page: Page) => palette(page).getByRole('combobox');
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true });
const names = (page: Page, name: string) => group(page, name).getByRole('option').allTextContents();

test.describe('commands of an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('an administrator runs commands by keyboard, which return the focus', async ({ page, agency }) => {
    const north = await agency.addCustomer('North Pole Ltd');
    await page.goto('/admin/users');
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Upload Leads');
    expect(await names(page, 'Admin Panel')).toEqual([
      'Dashboard',
      'Customers',
      'Users',
      'Leads',
      'Companies',
      'Copy',
      'Settings',
      'Rejection reasons',
      'Do not contact',
      'Brand',
    ]); // the first ten; the others are found by typing
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(search).toBeFocused();

    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Sign Out');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Upload Companies');
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(north.name.toLowerCase());
    await expect.poll(() => names(page, 'Customers')).toEqual([north.name]);
    expect(await names(page, 'Impersonate')).toEqual([north.name]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/admin/customers/${north.id}$`));
    await expect(page.getByRole('main')).toBeFocused();

    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('no such thing');
    await expect(palette(page).getByRole('status')).toHaveText('No results for "no such thing".');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();

    await test.step('is listed in the help', async () => {
      await page.goto('/admin/users');
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await expect(page.getByRole('dialog').getByText('Open the command palette')).toBeVisible();
    });

    await test.step('offers the customer pages while impersonating, with the exit first', async () => {
      const north = await agency.addCustomer('North');
      await page.goto('/admin');
      await impersonate(page, north);
      await page.keyboard.press('Control+k');
      await expect(palette(page).getByRole('option').first()).toHaveText('Exit Impersonation');
      expect(await names(page, `Viewing as ${north.name}`)).toEqual([
        'Dashboard',
        'Leads',
        'Companies',
        'Copy',
        'Settings',
        'Do not contact',
        'Review links',
      ]);
      await page.keyboard.type('as copy');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/copy$/);
    });
  });

  test('an administrator starts an import, sets the theme and signs out by commands', async ({
    page,
    context,
    agency,
  }) => {
    await storeSession(context, await agency.startSession(agency.admin));
    await page.goto('/admin/leads');
    await page.getByRole('button', { name: 'Command palette' }).click();
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await runCommand(page, 'upload', 'Actions', 'Upload Leads');
    await expect(page.getByRole('dialog', { name: 'Upload leads' })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/leads\?upload=1$/);
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await runCommand(page, 'dark', 'Preferences', 'Dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await runCommand(page, 'sign', 'Preferences', 'Sign Out');
    await expect(page).toHaveURL(/\/auth$/);
  });
});

test('a customer is offered only the pages and actions of the customer area', async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/leads');
  await expect(page.getByRole('button', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('option')).toHaveText([
    'Create campaign',
    'Dashboard',
    'Leads',
    'Companies',
    'Copy',
    'Settings',
    'Do not contact',
    'Review links',
    'Light theme',
    'Dark theme',
    'System theme',
    'Sign Out',
  ]);
  await page.keyboard.type('compan');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/companies$/);
});
