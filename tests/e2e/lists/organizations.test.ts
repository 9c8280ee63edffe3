import type { Page } from '@playwright/test';
import { goBySidebar } from '../customer/customer-area.ts';
import { expectToast, leadNames, pageTitle } from '../support/pages.ts';
import { asMember, expect, test } from '../support/test.ts';

async function chooseOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('button', { name: `Organization: ${name}` })).toBeVisible();
}

test('a member of two organizations works in one of them or in both', async ({ page, context, agency }) => {
  const { customer, member } = await asMember(context, agency, [{ name: 'Nora North', is_approved: true }]);
  const other = await agency.addCustomer('Contoso');
  await agency.addLeads(other.id, [{ name: 'Carl' }, { name: 'Cora' }]);
  await agency.addMembership(member, other.id);
  const total = (count: number, approved: number) =>
    expect(
      page
        .getByRole('main')
        .getByRole('link')
        .filter({ has: page.getByText('Total Leads') }),
    ).toHaveText(`Total Leads${count}${approved} approved`);

  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Organization: All organizations' })).toBeVisible();
  await total(3, 1);
  await chooseOrganization(page, other.name);
  await total(2, 0);

  await test.step('the choice holds for the leads, and survives a reload', async () => {
    await goBySidebar(page, 'Leads');
    await expect.poll(() => leadNames(page)).toEqual(['Carl', 'Cora']);
    await page.reload();
    await expect.poll(() => leadNames(page)).toEqual(['Carl', 'Cora']);
    await chooseOrganization(page, customer.name);
    await expect.poll(() => leadNames(page)).toEqual(['Nora North']);
    await chooseOrganization(page, 'All organizations');
    await expect.poll(async () => (await leadNames(page)).toSorted()).toEqual(['Carl', 'Cora', 'Nora North']);
  });

  await test.step('a new campaign belongs to the chosen organization', async () => {
    await chooseOrganization(page, other.name);
    await goBySidebar(page, 'Copy');
    await expect(pageTitle(page, 'Copy')).toBeVisible();
    await page.getByRole('button', { name: 'Create campaign' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create campaign' });
    await dialog.getByRole('textbox', { name: 'Campaign name' }).fill('Hello Contoso');
    await dialog.getByRole('button', { name: 'Create campaign' }).click();
    await expectToast(page, 'Campaign created successfully');
    const { data } = await agency.rows
      .from('campaigns')
      .select('customer_id')
      .in('customer_id', [customer.id, other.id])
      .throwOnError();
    expect(data).toEqual([{ customer_id: other.id }]);
  });
});
