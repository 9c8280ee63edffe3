import type { Locator, Page } from '@playwright/test';
import { expectToast } from '../support/pages.ts';
import { expect } from '../support/test.ts';

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

/** Runs a command of the palette. */
export async function runCommand(page: Page, query: string, group: string, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Command palette' }).click();
  await palette(page).getByRole('combobox').fill(query);
  await palette(page)
    .getByRole('group', { name: group, exact: true })
    .getByRole('option', { name: option, exact: true })
    .click();
  await expect(palette(page)).toBeHidden();
}

export const banner = (page: Page): Locator => page.getByRole('complementary', { name: 'Impersonation' });

/** Starts an impersonation from any admin page. */
export async function impersonate(page: Page, { name }: { name: string }): Promise<void> {
  await runCommand(page, name, 'Impersonate', name);
  await expectToast(page, 'Impersonation started', `Now viewing as ${name}`);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(banner(page).getByText(`Currently impersonating: ${name}`)).toBeVisible();
}
