import { choose } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test.use({ settings: { SMTP_URL: '' } });

test('without a mail server the administrator copies the link of the invitation, and the invited user accepts with it (S8.26, S8.27)', async ({
  page,
  context,
  agency,
  expected,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const invited = await agency.addStranger('Grace Hopper');
  expected.push('status of 503');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, agency.admin.email, agency.admin.password);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill(invited.email);
  await choose(page, 'Customer', customer.name);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('alert').getByText('Invitation created but email failed to send')).toBeVisible();
  await expect(
    dialog
      .getByRole('alert')
      .getByText('Invitation was saved but email could not be sent. Please contact the user directly.'),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status').filter({ has: page.getByText('Invitation link copied') })).toBeAttached();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await dialog.getByLabel('Invitation link').inputValue());
  await dialog.getByRole('button', { name: 'Done' }).click();

  await test.step('a user who is signed in with another email signs out and returns to the invitation', async () => {
    await page.goto(link);
    await expect(page.getByRole('alert').getByText('This invitation is for a different email')).toBeVisible();
    await expect(page.getByRole('alert').getByText(invited.email)).toBeVisible();
    await expect(page.getByRole('alert').getByText(agency.admin.email)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out and continue' }).click();
    await page.getByRole('tab', { name: 'Existing User' }).click();
    await page.getByLabel('Password').fill(invited.password);
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
