import { pageTitle } from '../support/pages.ts';
import { expect, expectAccessibleInBothThemes, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator turns on the digest, and finds the outbox @phone', async ({ page }) => {
  await page.goto('/admin/outbox');
  await expect(pageTitle(page, 'Outbox')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('banner').getByRole('button', { name: /@/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  const section = page.getByRole('region', { name: 'Email digest' });
  await section.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Daily' }).click();
  await expect(section.getByText('Every day at 08:00, Europe/Berlin time, if there’s something new.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
