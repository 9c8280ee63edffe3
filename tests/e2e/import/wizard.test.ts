import { readFile } from 'node:fs/promises';
import {
  choose,
  csvFile,
  expectResults,
  expectStep,
  expectToast,
  leadNames,
  upload,
  wizardOf,
} from '../support/pages.ts';
import { holdRequest, IMPORT, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

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

test('an import goes through upload, mapping, processing and results, and links to its leads', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const customer = await agency.addCustomer('Wizard');
  await page.goto('/admin/leads');
  const calls = requestsTo(page, 'POST', IMPORT);
  const wizard = wizardOf(page);

  await test.step('upload', async () => {
    await page.getByRole('button', { name: 'Upload Leads' }).click();
    await expect(wizard.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
      /Upload/,
      /Mapping/,
      /Processing/,
      /Results/,
    ]);
    await expectStep(page, 'Upload');
    await expectAccessible(page);
    await wizard.locator('input[type=file]').setInputFiles(SEVEN);
    await expect(wizard.getByText('Team list.csv')).toBeVisible();
    await choose(page, 'Customer', customer.name);
    await wizard.getByRole('combobox', { name: 'Audience Optional' }).fill('  Spring fair  ');
    await wizard.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('mapping shows the columns with the first row, and the first five rows as they will be stored', async () => {
    await expectStep(page, 'Mapping');
    await expectAccessible(page);
    await expect(wizard.getByText(`6 of 7 columns mapped. 7 rows to import for ${customer.name}.`)).toBeVisible();
    const columns = { 'Full Name': 'Name', 'Job Title': 'Title', Employer: 'Company', City: 'Location' };
    for (const [header, target] of Object.entries({ ...columns, Country: 'Location', 'Email Address': 'Email' })) {
      await expect(wizard.getByRole('combobox', { name: `${header} maps to` })).toHaveText(target);
    }
    await expect(wizard.getByRole('combobox', { name: 'Shoe size maps to' })).toHaveText('Ignore');
    const firstRow = wizard
      .getByRole('table')
      .first()
      .getByRole('row')
      .filter({ has: page.getByText('Job Title') });
    await expect(firstRow.getByText('Head of 1')).toBeVisible();
    const preview = wizard.getByRole('region', { name: 'Preview' }).getByRole('row');
    await expect(preview).toHaveCount(6);
    await expect(preview.nth(0)).toHaveText('RowNameEmailTitleCompanyLocation');
    await expect(preview.nth(1)).toHaveText('2Lead 1lead1@acme.exampleHead of 1AcmeBerlin, Germany');
    await expect(preview.nth(5)).toHaveText('6Lead 5lead5@acme.exampleHead of 5AcmeBerlin, Germany');
    expect(calls).toEqual([]);
  });

  await test.step('a column can be ignored', async () => {
    await choose(page, 'Country maps to', 'Ignore');
    await expect(wizard.getByText(`5 of 7 columns mapped. 7 rows to import for ${customer.name}.`)).toBeVisible();
    await expect(wizard.getByRole('region', { name: 'Preview' })).not.toContainText('Germany');
  });

  await test.step('processing', async () => {
    const call = await holdRequest(page, ['POST', IMPORT]);
    await wizard.getByRole('button', { name: 'Import 7 rows' }).click();
    await call.reached;
    await expectStep(page, 'Processing');
    await expect(wizard.getByRole('heading', { name: 'Importing Team list.csv' })).toBeVisible();
    await expect(wizard.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 7 rows');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: 'Stop the import?' })).toBeVisible();
    call.release();
    await expect(page.getByRole('alertdialog')).toBeHidden(); // the import has finished
  });

  await test.step('results, and the imported leads in the list', async () => {
    await expectToast(page, 'Import completed', 'Team list.csv');
    await expectStep(page, 'Results');
    await expectResults(page, { Imported: 7, Duplicates: 0, Errors: 0, 'Companies created': 1 });
    await expectAccessible(page);
    expect(calls).toHaveLength(1);
    await wizard.getByRole('link', { name: 'View imported leads' }).click();
    await expect(wizard).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveText(customer.name);
    await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveText('Spring fair');
    await expect.poll(() => leadNames(page)).toEqual([1, 2, 3, 4, 5, 6, 7].map((row) => `Lead ${row}`));
    const stored = { audience: 'Spring fair', location: 'Berlin', company: 'Acme', is_approved: null };
    expect(await agency.leadsOf(customer.id)).toMatchObject(Array(7).fill(stored));
  });
});

test('the upload step says what is missing or wrong and sends nothing', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Rejecting');
  await page.goto('/admin/leads');
  const calls = requestsTo(page, 'POST', IMPORT);
  await page.getByRole('button', { name: 'Upload Leads' }).click();
  const wizard = wizardOf(page);
  const problem = wizard.getByRole('alert').first();
  const proceed = () => wizard.getByRole('button', { name: 'Continue' }).click();
  const give = (name: string, text: string) => wizard.locator('input[type=file]').setInputFiles(csvFile(name, text));

  await proceed();
  await expect(problem).toHaveText('Missing informationChoose a CSV file to import.');
  await give('leads.xlsx', 'Name\nAda');
  await expect(problem).toHaveText('Invalid file typeChoose a file whose name ends in .csv.');
  await give('leads.csv', 'Name\nAda');
  await expect(problem).toBeHidden();
  await proceed();
  await expect(problem).toHaveText('Missing informationChoose the customer the rows belong to.');
  await expect(wizard.getByRole('combobox', { name: 'Customer' })).toHaveAccessibleDescription(
    'A customer is required.',
  );
  await expectAccessible(page);
  await choose(page, 'Customer', customer.name);
  await expect(problem).toBeHidden();
  await give('empty.csv', '');
  await proceed();
  await expect(problem).toHaveText('Nothing to importThe file is empty.');
  await give('header.CSV', 'Name,Email\r\n');
  await proceed();
  await expect(problem).toHaveText('Nothing to importThe file has no rows below its header.');
  await expectStep(page, 'Upload');
  expect(calls).toEqual([]);
  await wizard.getByRole('button', { name: 'Cancel' }).click();
  await expect(wizard).toBeHidden();
});

test('a file without a name column can be imported once a column is mapped to the name', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Nameless');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await upload(page, { file: csvFile('who.csv', 'Who,Email\nAda,ada@acme.example') });
  const wizard = wizardOf(page);
  const go = wizard.getByRole('button', { name: 'Import 1 row', exact: true });
  await expect(wizard.getByRole('alert')).toHaveText('Choose a column for Name, or for First name or Last name.');
  await expect(go).toBeDisabled();
  await expectAccessible(page);

  await choose(page, 'Who maps to', 'First name');
  await expect(wizard.getByRole('alert')).toBeHidden();
  await expect(go).toBeEnabled();
  await choose(page, 'Who maps to', 'Name');
  await go.click();
  await expectResults(page, { Imported: 1, Duplicates: 0, Errors: 0, 'Companies created': 0 });
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => leadNames(page)).toEqual(['Ada']);
  expect(await agency.leadsOf(customer.id)).toMatchObject([{ audience: null }]);
});

test('at most ten errors are listed, and all of them can be downloaded as a CSV file', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Messy');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await upload(page, { file: 'tests/fixtures/csv/messy-leads.csv' });
  const wizard = wizardOf(page);
  await wizard.getByRole('button', { name: 'Import 42 rows' }).click();
  await expectResults(page, { Imported: 21, Duplicates: 5, Errors: 16, 'Companies created': 11 });
  const errors = wizard.getByRole('region', { name: 'Errors' }).getByRole('listitem');
  await expect(errors).toHaveText([
    'Row 10Name is required',
    'Row 11Name is required',
    'Row 12Email is not valid: bad.example',
    'Row 13Email is not valid: a b@x.example',
    'Row 14Email is not valid: x@nodot',
    'Row 21Row contains a NUL character',
    'Row 22Row has 11 cells, the header has 10',
    'Row 23Row contains a NUL character',
    'Row 26LinkedIn URL is not valid: not a url',
    'Row 27LinkedIn URL is not valid: javascript:alert(1)',
    'and 6 more',
  ]);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await wizard.getByRole('button', { name: 'Download errors' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('messy-leads - errors.csv');
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(18);
  expect(lines[0]).toBe('\uFEFFName,Email,Email (2),Company,Column 5,Phone,Company (2),Notes,LinkedIn,Column 10,Error');
  expect(lines[3]).toBe(
    'Bad Email,bad.example,second@fallback.example,,x,,Ignored Co,,,,Email is not valid: bad.example',
  );
  expect(lines[11]).toBe(
    'Long Row,long@x.example,second@fallback.example,,x,,Ignored Co,,,,"Row has 12 cells, the header has 10",one,two',
  );
  expect(lines[16]).toMatch(/^Too Long Link,.*,"LinkedIn URL is too long \(2037 characters, at most 2000\)"$/);
  expect(lines[17]).toBe('');
});
