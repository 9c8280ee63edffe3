import { choose, csvFile, expectResults, expectStep, expectToast, findWizard, leadNames } from '../support/pages.ts';
import { holdRequest, IMPORT } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const SEVEN = csvFile(
  'Team list.csv',
  ['Full Name,Job Title,Employer,City,Country,Email Address,Shoe size']
    .concat(
      [1, 2, 3, 4, 5, 6, 7].map(
        (row) => `Lead ${row},Head of ${row},Acme,Berlin,Germany,lead${row}@acme.example,4${row}`,
      ),
    )
    .join('\n'),
);

test('an import goes through upload, mapping, processing and results, and links to its leads (S2.108, S2.110, S4.31, S5.36, S6.12, S8.35)', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const customer = await agency.addCustomer('Wizard');
  await agency.addCustomer('Second'); // the only customer would be selected
  const wizard = findWizard(page);

  await test.step('a URL opens the wizard, and closing it changes the URL', async () => {
    await page.goto(`/admin/leads?customer=${customer.id}&upload=1`);
    await expect(wizard.getByRole('combobox', { name: 'Customer' })).toHaveText(customer.name);
    await wizard.getByRole('button', { name: 'Cancel' }).click();
    await expect(wizard).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/admin/leads\\?customer=${customer.id}$`));
  });

  await test.step('upload', async () => {
    if (isPhone(page)) await page.goto('/admin/leads');
    else {
      await page.goto('/admin/imports');
      await page.getByRole('link', { name: 'Leads', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Upload Leads' }).click();
    await expect(wizard.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
      /Upload/,
      /Mapping/,
      /Processing/,
      /Results/,
    ]);
    await expectStep(page, 'Upload');
    await wizard.locator('input[type=file]').setInputFiles(SEVEN);
    await expect(wizard.getByText('Team list.csv')).toBeVisible();
    await wizard.getByRole('button', { name: 'Continue' }).click();
    await expect(wizard.getByRole('combobox', { name: 'Customer' })).toHaveAccessibleDescription('Select a customer');
    await expectAccessible(page);
    await choose(page, 'Customer', customer.name);
    await wizard.getByRole('combobox', { name: 'Audience Optional' }).fill('  Spring fair  ');
    await wizard.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('mapping, which Back on a desktop leaves only after a confirmation', async () => {
    await expectStep(page, 'Mapping');
    await expect(wizard.getByText(`6 of 7 columns mapped. 7 rows to import for ${customer.name}.`)).toBeVisible();
    await expect(wizard.getByRole('region', { name: 'Preview' }).getByRole('row')).toHaveCount(6);
    await choose(page, 'Country maps to', 'Ignore');
    await expect(wizard.getByText(`5 of 7 columns mapped. 7 rows to import for ${customer.name}.`)).toBeVisible();
    await expect(wizard.getByRole('region', { name: 'Preview' })).not.toContainText('Germany');
    await expectAccessible(page);
    if (isPhone(page)) return;
    await page.evaluate(() => history.back());
    const question = page.getByRole('alertdialog', { name: 'Discard this import?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expectStep(page, 'Mapping');
    await expect(page).toHaveURL(/\/admin\/leads\?upload=1$/);
  });

  await test.step('processing', async () => {
    const call = await holdRequest(page, ['POST', IMPORT]);
    await wizard.getByRole('button', { name: 'Import 7 rows' }).click();
    await call.reached;
    await expectStep(page, 'Processing');
    await expect(wizard.getByRole('heading', { name: 'Importing Team list.csv' })).toBeVisible();
    await expectAccessible(page);
    call.release();
  });

  await test.step('results, and the imported leads in the list', async () => {
    await expectToast(page, 'Import completed', 'Team list.csv');
    await expectStep(page, 'Results');
    await expectResults(page, { Imported: 7, Duplicates: 0, Errors: 0, 'Companies created': 1 });
    await expectAccessible(page);
    await wizard.getByRole('link', { name: 'View imported leads' }).click();
    await expect(wizard).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/leads\?(?:.*&)?import=[0-9a-f-]{36}$/);
    await expect.poll(() => leadNames(page)).toEqual([1, 2, 3, 4, 5, 6, 7].map((row) => `Lead ${row}`));
    const stored = { audience: 'Spring fair', location: 'Berlin', company: 'Acme', is_approved: null };
    expect(await agency.readLeads(customer.id)).toMatchObject(Array(7).fill(stored));
  });
});
