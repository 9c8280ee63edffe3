import type { Locator, Page } from '@playwright/test';
import { addCampaign, connection } from '../copy/campaigns.ts';
import { csvFile, upload, wizardOf } from '../support/pages.ts';
import { asMember, expect, storeSession, test } from '../support/test.ts';

/** Opens each select in sight and closes it again. Radix throws for an option without a value, and a page's errors fail its test. */
async function openSelects(page: Page, scope: Locator, names: string[]): Promise<void> {
  const selects = scope.locator('button[role=combobox]');
  await expect(selects).toHaveCount(names.length);
  for (const [place, name] of names.entries()) {
    const select = selects.nth(place);
    await expect(select).toHaveAccessibleName(name);
    await expect(select).toBeEnabled();
    await select.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    for (const label of await page.getByRole('option').allTextContents()) expect(label.trim()).not.toBe('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
}

test('every select in the customer area opens without empty options', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada', audience: 'Founders' }, { name: 'Alan' }]);
  const campaign = await addCampaign(agency, customer.id, { steps: [connection()] });
  await page.goto('/leads');
  await openSelects(page, page.getByRole('main'), ['Audience']);
  await page.goto(`/copy?campaign=${campaign.id}`);
  await page.getByRole('button', { name: 'Add step' }).click();
  await openSelects(page, page.getByRole('dialog'), ['Status', 'Channel']);
});

test('every select in the admin area opens without empty options', async ({ page, context, agency }) => {
  const customer = await agency.addCustomer('Selects');
  await agency.addLeads(customer.id, [{ name: 'Ada', audience: 'Founders' }, { name: 'Alan' }]);
  await storeSession(context, await agency.startSession(agency.admin));
  const main = page.getByRole('main');
  const pages: [path: string, names: string[]][] = [
    ['/admin/leads', ['Customer', 'Audience']],
    ['/admin/companies', ['Customer']],
    ['/admin/copy', ['Customer']],
    ['/admin/imports', ['Customer']],
    ['/admin/activity', ['Customer']],
  ];
  for (const [path, names] of pages) {
    await page.goto(path);
    await openSelects(page, main, names);
  }
  await page.goto('/admin/copy');
  await page.getByRole('button', { name: 'Create campaign' }).first().click();
  await openSelects(page, page.getByRole('dialog'), ['Customer']);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  await openSelects(page, page.getByRole('dialog'), ['Customer']);
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await upload(page, { file: csvFile('two.csv', 'Name,Shoe size\nAda,40') });
  await openSelects(page, wizardOf(page), ['Name maps to', 'Shoe size maps to']);
});
