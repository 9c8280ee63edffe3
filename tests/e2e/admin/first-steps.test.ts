import { expect, expectAccessible, test } from '../support/test.ts';

// A server of its own, which is empty.
test.use({ signedInAsAdmin: true, settings: { INVITATION_DAYS: '8' } });

test('the dashboard of an empty installation leads to a customer, leads and an invitation', async ({
  page,
  agency,
}) => {
  const setup = page.getByRole('region', { name: 'Set up Leadlight' });
  const steps = ['Create a customer', 'Upload leads', 'Invite the customer'];
  await page.goto('/admin');
  await expect(setup.getByRole('link')).toHaveText(steps);
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expectAccessible(page);

  await setup.getByRole('link', { name: 'Create a customer' }).click();
  await expect(page.getByRole('dialog', { name: 'Create customer' })).toBeVisible();
  const customer = await agency.addCustomer('First');
  await page.goto('/admin');
  await expect(setup.getByRole('link')).toHaveText(steps.slice(1));
  await expect(setup.getByRole('listitem').first()).toContainText('Create a customer');
  await expect(setup.getByRole('img', { name: 'Done' })).toHaveCount(1);

  await setup.getByRole('link', { name: 'Upload leads' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload leads' })).toBeVisible();
  await agency.addLeads(customer.id, [{ name: 'Ada' }]);
  await page.goto('/admin');
  await expect(setup.getByRole('link')).toHaveText(steps.slice(2));
  await setup.getByRole('link', { name: 'Invite the customer' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite user' });
  await expect(invite.getByRole('combobox', { name: 'Customer' })).toHaveText(customer.name);
  await agency.invite(customer.id, 'grace@example.test');
  await page.goto('/admin');
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByText('Total Leads')).toBeVisible();
  await expect(setup).toBeHidden();
});
