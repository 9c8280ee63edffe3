import { readFile } from 'node:fs/promises';
import {
  csvFile,
  expectResults,
  expectToast,
  findWizard,
  leadNames,
  leadRow,
  openAttention,
  upload,
} from '../support/pages.ts';
import { expect, expectAccessible, storeSession, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const FILE = csvFile(
  'enriched.csv',
  [
    'Full name,Title,Icebreaker,Score,Приветствие,Unused',
    'Ada,CTO,"Loved your talk,\n""Engines"" 🎉",91,Привет,x',
    'Bea,CEO,,78,,x',
    'Cid,CFO,Congrats on the round,,Здравствуйте,x',
  ].join('\r\n'),
);

test('columns of a file become custom fields that are reviewed, filtered by, edited and exported', async ({
  page,
  context,
  agency,
}) => {
  const customer = await agency.addCustomer('Enriched');
  const member = await agency.addMember(customer.id, 'Mia Member');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await upload(page, { file: FILE });
  const wizard = findWizard(page);
  await wizard.getByRole('button', { name: 'Keep 4 columns' }).click();
  await wizard.getByRole('combobox', { name: 'Unused maps to' }).click();
  await page.getByRole('option', { name: 'Ignore' }).click();
  await wizard
    .getByRole('row', { name: /^Score/ })
    .getByRole('checkbox', { name: 'Agency only' })
    .click();
  await expect(
    wizard.getByText('Customers see the columns you keep, unless they’re for your agency only.'),
  ).toBeVisible();
  await expectAccessible(page);
  await wizard.getByRole('button', { name: 'Import 3 rows' }).click();
  await expectResults(page, { Imported: 3, Duplicates: 0, Errors: 0, 'Companies created': 0 });
  await wizard.getByRole('button', { name: 'Done' }).click();

  await test.step('administrators see all fields, choose columns and export them', async () => {
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Icebreaker' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Score' }).click();
    await page.keyboard.press('Escape');
    await expect(leadRow(page, 'Bea').getByText('78')).toBeVisible();
    await leadRow(page, 'Ada').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved');
    await page.getByRole('button', { name: 'More exports' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export with custom fields' }).click(),
    ]);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head).toBe(
      '\ufeff"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience","Icebreaker","Score","Приветствие"',
    );
    expect(lines).toEqual(['"Ada","","CTO","","","","","","Loved your talk,\n""Engines"" 🎉","91","Привет"', '']);
  });

  await test.step('an edit of an approved lead marks it', async () => {
    await leadRow(page, 'Ada').getByRole('button', { name: 'Ada' }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Ada' });
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByRole('textbox', { name: 'Icebreaker' }).fill('Loved your talk');
    await panel.getByRole('textbox', { name: 'Score (agency only)' }).fill('92');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Changes saved');
    await expect(leadRow(page, 'Ada').getByRole('img', { name: 'Changed since the decision' })).toBeVisible();
    await (await openAttention(page, customer, '1 lead changed since the decision')).click();
    await expect(page).toHaveURL(`/admin/leads?customer=${customer.id}&changed=1`);
    await expect.poll(() => leadNames(page)).toEqual(['Ada']);
  });

  await test.step('members see what is not internal, filter by it, and decide again', async () => {
    await storeSession(context, await agency.startSession(member));
    await page.goto('/leads?columns=icebreaker');
    await expect(leadRow(page, 'Cid').getByText('Congrats on the round')).toBeVisible();
    await page.getByRole('button', { name: 'View' }).click();
    await expect(page.getByRole('menuitemcheckbox')).toHaveText([
      'Changed since decision',
      'Unread comments',
      'Do not contact',
      'Icebreaker',
      'Приветствие',
    ]);
    await page.getByRole('menuitem', { name: 'Filter by field' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => leadNames(page)).toEqual(['Bea']);
    await page.getByRole('button', { name: 'Remove filter: Icebreaker is empty' }).click();
    await page.getByRole('button', { name: 'Ada' }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Ada' });
    await expect(panel.getByText('Icebreaker was “Loved your talk, "Engines" 🎉”')).toBeVisible();
    await expect(panel.getByText('Score')).toBeHidden();
    await panel.getByRole('button', { name: 'Approve again' }).click();
    await expect(page.getByRole('img', { name: 'Changed since the decision' })).toBeHidden();
  });
});
