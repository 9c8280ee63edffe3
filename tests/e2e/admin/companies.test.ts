import { addCompanies, companyNames, companyRow } from '../customer/customer-area.ts';
import { COMPANIES, openAdminList } from '../lists/tables.ts';
import { choose, csvFile, expectToast, readInOrder } from '../support/pages.ts';
import { IMPORT, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('companies are imported, and have bulk approval and deletion, but no audience, export or bulk rejection (S1.14, S2.86, S2.87, S2.88, S2.89, S2.109, S4.9)', async ({
  page,
  agency,
}) => {
  await test.step('companies have bulk approval, deletion and upload, but no audience, export or bulk rejection', async () => {
    const customer = await agency.addCustomer('Buttons');
    await addCompanies(agency, customer.id, [{ name: 'Acme' }]);
    await openAdminList(page, COMPANIES, customer);
    const order = ['Approve Selected', 'Delete Selected', 'Approve All (Filtered)', 'Upload Companies'];
    const main = page.getByRole('main');
    const buttons = main.getByRole('button', { name: /Selected$|Filtered|Upload|Export|Assign/ });
    await expect(buttons).toHaveText(order);
    for (const width of [390, 768, 1023, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const read = () => readInOrder(buttons);
      await expect.poll(read, `${width} px`).toEqual(order);
    }
    for (const name of order.slice(0, 2)) await expect(page.getByRole('button', { name })).toBeDisabled();
    await companyRow(page, 'Acme').getByRole('checkbox').check();
    for (const name of order) await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();

    await expect(main.getByRole('combobox')).toHaveCount(1); // customer
    await expect(main.getByText(/audience/i)).toHaveCount(0);
    const rejecting = main.getByRole('button', { name: /reject/i });
    await expect(rejecting).toHaveCount(1);
    await expect(companyRow(page, 'Acme').getByRole('button', { name: /reject/i })).toHaveCount(1);
  });

  await test.step('Upload Companies opens the import wizard, and the imported rows appear in the list', async () => {
    const customer = await agency.addCustomer('Imports');
    await page.goto('/admin/companies');
    const calls = requestsTo(page, 'POST', IMPORT);
    await page.getByRole('button', { name: 'Upload Companies' }).click();
    const wizard = page.getByRole('dialog', { name: 'Upload companies' });
    await expect(wizard.getByLabel('Audience')).toHaveCount(0);
    const file = csvFile(
      'firms.csv',
      'Company Name,Website,Industry\nNova,nova.example,Energy\nNova,nova.example,Energy\n',
    );
    await wizard.locator('input[type=file]').setInputFiles(file);
    await choose(page, 'Customer', customer.name);
    await wizard.getByRole('button', { name: 'Continue' }).click();
    await wizard.getByRole('button', { name: /^Import/ }).click();
    await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeVisible();
    expect(calls.map(({ body }) => body)).toMatchObject([{ importType: 'companies', customerId: customer.id }]);
    await expectToast(page, 'Import completed');
    await wizard.getByRole('link', { name: 'View imported companies' }).click();
    await expect(page).toHaveURL(/\/admin\/companies\?(?:.*&)?import=/);
    await expect.poll(() => companyNames(page)).toEqual(['Nova']);
    await page.goto('/admin/companies');
    await choose(page, 'Customer', customer.name); // found by a search where there are many
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveText(customer.name);
  });
});
