import { readFile } from 'node:fs/promises';
import {
  csvFile,
  expectResults,
  expectToast,
  findToast,
  findWizard,
  leadNames,
  leadRow,
  upload,
} from '../support/pages.ts';
import { expect, expectAccessible, storeSession, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const FILE = csvFile(
  'more.csv',
  'Name,Email,Company\nDan,dan@eu.rival.example,Rival\nEva,eva@x.example,Umbrella\nFay,fay@x.example,\n',
);

test('no lead on a do-not-contact list is approved, imported or exported unnoticed', async ({
  page,
  context,
  agency,
}) => {
  const customer = await agency.addCustomer('Careful');
  const member = await agency.addMember(customer.id, 'Mia Member');
  await agency.addLeads(customer.id, [
    { name: 'Ada', email: 'ada@rival.example', is_approved: true },
    { name: 'Bea', email: 'bea@sales.rival.example' },
    { name: 'Cy', company: 'Umbrella' },
    { name: 'Zoe' },
  ]);

  await test.step('administrators add pasted entries, which show the approved leads they apply to', async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Do not contact' }).click();
    await page.goto(`/admin/do-not-contact?customer=${customer.id}`);
    await expect(page.getByText('No entries yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add entries' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add entries' });
    await dialog
      .getByRole('textbox', { name: /^Emails/ })
      .fill('rival.example; sued us\ngmail.com\nhttps://www.linkedin.com/in/ada?utm_source=x');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(
      dialog.getByText('Many users have addresses at gmail.com: add their email addresses instead'),
    ).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Ada' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add 2 entries' }).click();
    await expectToast(page, '2 entries added');
    await expect(dialog.getByRole('textbox', { name: /^Emails/ })).toHaveValue('gmail.com');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('rival.example')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('members add to their customer’s list, and remove what members have added', async () => {
    await storeSession(context, await agency.startSession(member));
    await page.goto('/do-not-contact');
    await page.getByRole('button', { name: 'Add entries' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add entries' });
    await dialog.getByRole('textbox', { name: /^Emails/ }).fill('Umbrella');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Add 1 entry' }).click();
    await expectToast(page, '1 entry added');
    await expect(page.getByRole('button', { name: 'Remove Umbrella' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove rival.example' })).toBeHidden();
  });

  await test.step('a member confirms an approval', async () => {
    await page.goto('/leads');
    await expect(leadRow(page, 'Cy').getByRole('img', { name: 'On the do-not-contact list' })).toBeVisible();
    await leadRow(page, 'Cy').getByRole('button', { name: 'Approve' }).click();
    const question = page.getByRole('alertdialog', { name: 'Approve Cy?' });
    await expect(question.getByText('On the do-not-contact list: Umbrella')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Do not contact' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Bea', 'Cy']);
  });

  await test.step('an import rejects its rows, to be downloaded apart', async () => {
    await storeSession(context, await agency.startSession(agency.admin));
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await upload(page, { file: FILE });
    const wizard = findWizard(page);
    await wizard.getByRole('button', { name: 'Import 3 rows' }).click();
    await expectResults(page, {
      Imported: 1,
      Duplicates: 0,
      Errors: 0,
      'On a do-not-contact list': 2,
      'Companies created': 0,
    });
    await expect(wizard.getByText('On the do-not-contact list: Umbrella')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      wizard.getByRole('button', { name: 'Download do-not-contact rows (2)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('more - do not contact.csv');
    expect((await readFile(await download.path(), 'utf8')).split('\r\n')[1]).toBe(
      '"Dan","dan@eu.rival.example","Rival","On the do-not-contact list: rival.example"',
    );
    await wizard.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('bulk approval offers to leave them out, and the export warns', async () => {
    await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
    const question = page.getByRole('alertdialog', { name: 'Approve 4 leads?' });
    await expect(question.getByText(/2 of them are on the do-not-contact list\.$/)).toBeVisible();
    await question.getByRole('button', { name: 'Without these 2' }).click();
    await expectToast(page, '2 leads approved');
    await page.getByRole('radio', { name: /^Approved/ }).click();
    await expect.poll(async () => (await leadNames(page)).toSorted()).toEqual(['Ada', 'Fay', 'Zoe']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Approved' }).click(),
    ]);
    expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(5);
    await expect(
      findToast(page, '3 leads exported').getByText('1 of them is on the do-not-contact list.'),
    ).toBeVisible();
  });

  await test.step('a removed entry comes back by Undo', async () => {
    await page.goto(`/admin/do-not-contact?customer=${customer.id}&search=umb`);
    await page.getByRole('button', { name: 'Remove Umbrella' }).click();
    await expect(page.getByText(/^No results for "umb"/)).toBeVisible();
    await findToast(page, 'Umbrella removed').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Remove Umbrella' })).toBeVisible();
  });
});
