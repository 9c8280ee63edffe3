import { readFile } from 'node:fs/promises';
import {
  choose,
  csvFile,
  expectResults,
  expectStep,
  expectToast,
  findWizard,
  leadNames,
  openAttention,
  upload,
} from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { importNames, openImport, undo } from './past-imports.ts';

test.use({ signedInAsAdmin: true });

const TEAM = csvFile(
  'team.csv',
  [
    'Who,Mail,Employer',
    'Ada,ada@acme.example,Acme',
    'Bea,bea@,Bolt',
    'Cy,cy@acme.example,Acme',
    'Dee,dee.example,Dot',
  ].join('\n'),
);

test('rejected rows are downloaded, corrected and imported with the saved mapping, and the second import is undone', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Life cycle');
  const wizard = findWizard(page);
  const leads = async () => (await agency.readLeads(customer.id)).map(({ name }) => name).sort();
  let corrected = '';
  const attention = () => openAttention(page, customer, '1 import with errors in the last 7 days');

  await test.step('a first file whose columns the user maps', async () => {
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await upload(page, { file: TEAM });
    await expectStep(page, 'Mapping');
    await expect(wizard.getByText(/^Using the mapping saved/)).toHaveCount(0);
    await choose(page, 'Who maps to', 'Name');
    await wizard.getByRole('button', { name: 'Import 4 rows' }).click();
    await expectResults(page, { Imported: 2, Duplicates: 0, Errors: 2, 'Companies created': 1 });
  });

  await test.step('the history offers the errors as a file', async () => {
    await wizard.getByRole('link', { name: 'Import history' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/imports\\?customer=${customer.id}$`));
    const dialog = await openImport(page, 'team.csv');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download errors' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('team - errors.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toBe(
      '\uFEFF"Who","Mail","Employer","Error"\r\n"Bea","bea@","Bolt","Email is not valid: bea@"\r\n"Dee","dee.example","Dot","Email is not valid: dee.example"\r\n',
    );
    corrected = text.replace('"bea@"', '"bea@bolt.example"').replace('"dee.example"', '"dee@dot.example"');
  });

  await test.step('the import needs attention', async () => {
    await expect(await attention()).toBeVisible();
  });

  const uploadCorrected = async () => {
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await upload(page, { file: csvFile('team - errors.csv', corrected) });
    await expect(wizard.getByText(/^Using the mapping saved on .+\.$/)).toBeVisible();
    await expect(wizard.getByRole('combobox', { name: 'Who maps to' })).toHaveText('Name');
    await expect(wizard.getByRole('combobox', { name: 'Error maps to' })).toHaveText('Ignore');
    await wizard.getByRole('button', { name: 'Import 2 rows' }).click();
    await expectResults(page, { Imported: 2, Duplicates: 0, Errors: 0, 'Companies created': 2 });
  };

  await test.step('the corrected file is imported with the saved mapping', async () => {
    await uploadCorrected();
    expect(await leads()).toEqual(['Ada', 'Bea', 'Cy', 'Dee']);
    await expect(await attention()).toBeHidden();
  });

  await test.step('the second import is undone, the first stays', async () => {
    await page.goto(`/admin/imports?customer=${customer.id}`);
    await expect.poll(() => importNames(page)).toEqual(['team - errors.csv', 'team.csv']);
    const dialog = await openImport(page, 'team - errors.csv');
    await undo(page, dialog);
    await expectToast(page, 'Import undone', '2 leads and 2 companies removed.');
    await expect(dialog.getByRole('status').filter({ has: page.getByText('This import was undone') })).toContainText(
      '2 leads and 2 companies removed',
    );
    await expect(dialog.getByRole('button', { name: 'Undo import' })).toHaveCount(0);
    expect(await leads()).toEqual(['Ada', 'Cy']);
  });

  await test.step('the same file can be imported again', async () => {
    await uploadCorrected();
    await wizard.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => leadNames(page)).toEqual(['Bea', 'Dee', 'Ada', 'Cy']);
  });
});
