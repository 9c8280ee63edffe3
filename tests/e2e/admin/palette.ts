// In charge of the command palette's handles, and of starting an impersonation by it.
import type { Locator, Page } from '@playwright/test';
import { expectToast } from '../support/pages.ts';
import { expect } from '../support/test.ts';

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

/** Opens the palette, types, and takes what is called so in a group. */
export async function take(page: Page, typed: string, group: string, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Command palette' }).click();
  await palette(page).getByRole('combobox').fill(typed);
  await palette(page)
    .getByRole('group', { name: group, exact: true })
    .getByRole('option', { name: option, exact: true })
    .click();
  await expect(palette(page)).toBeHidden();
}

export const banner = (page: Page): Locator => page.getByRole('complementary', { name: 'Impersonation' });

/** Starts looking at a customer, from any page of the administrator. */
export async function impersonate(page: Page, { name }: { name: string }): Promise<void> {
  await take(page, name, 'Impersonate', name);
  await expectToast(page, 'Impersonation started', `Now viewing as ${name}`);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(banner(page).getByText(`Currently impersonating: ${name}`)).toBeVisible();
}
