import { expectToast } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';

test('offline the page says so and how much waits; back online changes are saved and pages load', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('ERR_INTERNET_DISCONNECTED', 'Leadlight couldn’t be reached'); // also by what was being loaded just then
  const { customer, member } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await page.goto('/leads');
  const row = page.getByText('Pia Pending');
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  await context.setOffline(true);
  const note = page.getByRole('status').filter({ hasText: /^You’re offline/ });
  await expect(note).toHaveText('You’re offline. Data may be out of date.');
  expect(await row.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await expect(note).toHaveText('You’re offline with 1 change waiting to be saved. Keep this tab open.');
  await expectAccessible(page);
  expect((await agency.readLeads(customer.id))[0]?.is_approved).toBeNull();

  await context.setOffline(false);
  await expectToast(page, 'Lead approved', 'Pia Pending');
  await expect(note).toBeHidden();
  expect((await agency.readLeads(customer.id))[0]?.is_approved).toBe(true);

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByText('This page will open when you’re back online.')).toBeVisible();
  await expect(page.getByText('Pia Pending')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: member.email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});
