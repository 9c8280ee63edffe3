import { choose } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test('without a mail server the administrator gets the link of the invitation', async ({
  page,
  context,
  agency,
  expected,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const email = agency.newAddress();
  expected.push('status of 503');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, agency.admin.email, agency.admin.password);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill(email);
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
  await page.goto(link);
  await expect(page.getByRole('alert').getByText('This invitation is for another email address')).toBeVisible();
});

test('a link that the browser cannot copy is not reported as copied', async ({ page, agency, expected }) => {
  const customer = await agency.addCustomer('Northwind');
  expected.push('status of 503');
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
    document.execCommand = () => false;
  });
  await signIn(page, agency.admin.email, agency.admin.password);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill(agency.newAddress());
  await choose(page, 'Customer', customer.name);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const link = dialog.getByLabel('Invitation link');
  await expect(link).toHaveAccessibleDescription(/It is selected: copy it by keyboard/);
  await expect(link).toBeFocused();
  await expect(dialog.getByText('Copied', { exact: true })).toBeHidden();
});

test('an invitation that cannot be stored shows an error', async ({ page, agency, expected }) => {
  const customer = await agency.addCustomer('Northwind');
  expected.push('net::ERR_FAILED');
  await signIn(page, agency.admin.email, agency.admin.password);
  await page.goto('/admin/users');
  await page.route('**/rest/v1/invitations*', (route) => route.abort());
  await page.getByRole('button', { name: 'Invite User' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(agency.newAddress());
  await choose(page, 'Customer', customer.name);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(toast.getByText('Error sending invitation')).toBeVisible();
  await expect(toast.getByText('Failed to send invitation')).toBeVisible();
});
