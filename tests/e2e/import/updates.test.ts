import { csvFile, expectResults, expectToast, findWizard, leadRow, upload } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { openHistory, openImport } from './past-imports.ts';

test.use({ signedInAsAdmin: true });

const first = csvFile('team.csv', 'Full name,Email,Title,Phone\r\nAda,ada@x.test,CEO,\r\nBea,bea@x.test,CFO,1');
const second = csvFile(
  'contacts-may.csv',
  [
    'Full name,Email,Title,Phone,Icebreaker',
    'Ada,ADA@x.test,CTO,2,"Loved your talk,\n""Engines"" 🎉"',
    'Bea,bea@x.test,,,',
    'Ada,ada@x.test,CTO,3,',
    'Cid,cid@x.test,COO,,Hello',
  ].join('\r\n'),
);

test('a second file updates chosen fields after a preview, and its undo restores them', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Updated');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await upload(page, { file: first });
  const wizard = findWizard(page);
  await wizard.getByRole('button', { name: 'Import 2 rows' }).click();
  await expectResults(page, { Imported: 2, Duplicates: 0, Errors: 0, 'Companies created': 0 });
  await wizard.getByRole('button', { name: 'Done' }).click();

  await upload(page, { file: second });
  await wizard.getByRole('button', { name: 'Keep 1 column' }).click();
  await wizard.getByRole('combobox', { name: 'Duplicates' }).click();
  await page.getByRole('option', { name: 'Update chosen fields' }).click();
  await expect(wizard.getByRole('button', { name: 'Import 4 rows' })).toBeDisabled();
  for (const name of ['Title', 'Phone', 'Icebreaker']) await wizard.getByRole('checkbox', { name }).click();
  await wizard.getByRole('button', { name: 'Preview changes' }).click();
  await expect(
    wizard.getByText('1 new row · 2 of 3 duplicates would update · 1 row repeated in the file'),
  ).toBeVisible();
  const examples = wizard.getByRole('region', { name: 'Examples' });
  await expect(examples.getByText('Title: CEO → CTO')).toBeVisible();
  await expect(examples.getByText('Phone: (empty) → 3')).toBeVisible();
  await expectAccessible(page);
  await wizard.getByRole('button', { name: 'Import 4 rows' }).click();
  await expectResults(page, { Imported: 1, 'Duplicates (2 updated)': 3, Errors: 0, 'Companies created': 0 });
  await wizard.getByRole('button', { name: 'Done' }).click();
  await expect(leadRow(page, 'Ada')).toContainText('CTO');

  await test.step('the panel says in which file the lead is too', async () => {
    await leadRow(page, 'Ada').getByRole('button', { name: 'Ada' }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Ada' });
    await expect(panel.getByRole('link', { name: 'contacts-may.csv' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'team.csv' })).toBeVisible();
  });

  await test.step('the history undoes the import', async () => {
    await openHistory(page, customer);
    const dialog = await openImport(page, 'contacts-may.csv');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 lead will be deleted. 1 updated lead will get its former values back.');
    await question.getByRole('button', { name: 'Undo import' }).click();
    await expectToast(page, 'Import undone');
    await expect(dialog.getByText('Former values restored in 1 row.')).toBeVisible();
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await expect(leadRow(page, 'Ada')).toContainText('CEO');
  });
});
