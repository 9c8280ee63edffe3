import { addCompanies } from '../customer/customer-area.ts';
import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator adds, renames, retires and restores a reason', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Reasons');
  await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: false }]);
  await addCompanies(agency, customer.id, [{ name: 'Acorn', is_approved: false }]);
  const [name, renamed] = [`Retired ${customer.name}`, `Left ${customer.name}`];
  const item = (reason: string) =>
    page
      .getByRole('list', { name: 'Rejection reasons' })
      .getByRole('listitem')
      .filter({ has: page.getByText(reason) });
  /** The reasons that the panel of a rejected lead offers. */
  const offered = async () => {
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('complementary').getByRole('combobox', { name: 'Reason' }).click();
    await expect(page.getByRole('option', { name: 'Wrong role' })).toBeVisible();
    const options = await page.getByRole('option').allTextContents();
    await page.goto('/admin/reasons');
    return options;
  };
  await page.goto('/admin/reasons');
  await expect(item('Wrong role')).toBeVisible();

  await test.step('the action is beside the title, however long the description is', async () => {
    const title = await page.getByRole('heading', { name: 'Rejection reasons', level: 1 }).boundingBox();
    const action = await page.getByRole('button', { name: 'Add reason' }).boundingBox();
    expect(action?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  });

  await test.step('adds one, with a name that no other has', async () => {
    await page.getByRole('button', { name: 'Add reason' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add reason' });
    await dialog.getByRole('button', { name: 'Add reason' }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Add reason' }).click();
    await expectToast(page, 'Reason added');
    await expect(item(name)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('renames it', async () => {
    await item(name).getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename reason' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(renamed);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expectToast(page, 'Reason renamed');
    await expect(item(name)).toBeHidden();
    expect(await offered()).toContain(renamed);
  });

  await test.step('retires it, so that it is not offered, and restores it', async () => {
    await item(renamed).getByRole('button', { name: 'Retire' }).click();
    await expectToast(page, 'Reason retired', 'Past rejections keep it.');
    await expect(item(renamed).getByText('Retired')).toBeVisible();
    expect(await offered()).not.toContain(renamed);
    await item(renamed).getByRole('button', { name: 'Restore' }).click();
    await expectToast(page, 'Reason restored');
    await expect(item(renamed).getByRole('button', { name: 'Retire' })).toBeVisible();
    expect(await offered()).toContain(renamed);
  });

  await test.step('adds one of the same name for companies, which is offered for these', async () => {
    await page.getByRole('tab', { name: 'Companies' }).click();
    await expect(item('Wrong industry')).toBeVisible();
    await expect(item('Wrong role')).toBeHidden();
    await expect(item(renamed)).toBeHidden();
    await page.getByRole('button', { name: 'Add reason' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add reason' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(renamed);
    await dialog.getByRole('button', { name: 'Add reason' }).click();
    await expectToast(page, 'Reason added');
    await expect(item(renamed)).toBeVisible();

    await page.goto(`/admin/companies?customer=${customer.id}`);
    await page.getByRole('button', { name: 'Acorn', exact: true }).click();
    const reason = page.getByRole('complementary').getByRole('combobox', { name: 'Reason' });
    await reason.click();
    await expect(page.getByRole('option', { name: 'Wrong industry' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Wrong role' })).toHaveCount(0);
    await page.getByRole('option', { name: renamed }).click();
    await expect(reason).toHaveText(renamed);
    const rejections = () =>
      agency.rows.from('companies').select('rejection_reasons(subject, name)').eq('customer_id', customer.id);
    await expect
      .poll(async () => (await rejections().throwOnError()).data)
      .toEqual([{ rejection_reasons: { subject: 'companies', name: renamed } }]);
  });
});
