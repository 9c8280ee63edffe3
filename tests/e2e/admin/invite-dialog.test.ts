import { choose, expectToast } from '../support/pages.ts';
import { requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an email of separators alone is missing information', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Separated');
  const calls = requestsTo(page, 'POST', '/rest/v1/invitations');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite User', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user', exact: true });
  await choose(page, 'Customer', customer.name);
  await dialog.getByLabel('Email', { exact: true }).fill(' ; ');
  await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click();
  await expectToast(page, 'Missing information', 'Enter an email and choose a customer.');
  await expect(dialog.getByText('An email is required.', { exact: true })).toBeVisible();
  expect(calls).toEqual([]);
});
