import { readFile } from 'node:fs/promises';
import { choose, expectToast, findToast, leadNames, pageTitle } from '../support/pages.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { countsIn, importFile, importNames, importRow, openHistory, openImport, undo } from './past-imports.ts';

test.use({ signedInAsAdmin: true });

const csv = (...rows: string[]) => ['Name,Email,Company', ...rows].join('\n');

test('the history shows past imports, their errors and rows, and undoes one', { tag: '@phone' }, async ({
  page,
  server,
  agency,
}) => {
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  await agency.addLeads(north.id, [{ name: 'From before' }]);
  const first = await importFile([server, agency], north, {
    name: 'first.csv',
    csv: csv(
      'Ada,ada@acme.example,Acme',
      'Bea,bea@bolt.example,Bolt',
      'Cy,cy@acme.example,Acme',
      'Ada,ada@acme.example,Acme',
    ),
  });
  await agency.rows.from('leads').update({ is_approved: true }).eq('import_id', first).eq('name', 'Cy').throwOnError();
  const bad = Array.from({ length: 1_200 }, (_, row) => `"Bad, ${row}",nothing-${row},,extra`);
  await importFile([server, agency], north, { name: 'second.csv', csv: csv('Dee,,Dot', 'Cy,cy@,Acme', ...bad) });
  await importFile([server, agency], south, {
    name: `${south.name}.csv`,
    csv: 'Name\nZeta\nAlpha',
    mapping: { Name: 'name' },
    type: 'companies',
  });

  await test.step('the list', async () => {
    await page.goto('/admin/leads');
    if (isPhone(page))
      await page.goto('/admin/imports'); // in the sidebar only
    else await page.getByRole('main').getByRole('link', { name: 'Import history' }).click();
    const customerShown = isPhone(page) ? new RegExp(`^(just now|1 minute ago) · ${south.name}$`) : south.name;
    await expect(importRow(page, `${south.name}.csv`).getByText(customerShown)).toBeVisible();
    await choose(page, 'Customer', north.name);
    await expect.poll(() => importNames(page)).toEqual(['second.csv', 'first.csv']);
    await expect(page.getByRole('heading', { name: 'Import history 2' })).toBeVisible();
    const row = importRow(page, 'first.csv');
    await expect(row.getByRole('time').filter({ visible: true })).toHaveText(/^(just now|1 minute ago)$/);
    if (isPhone(page)) await expect(row.getByText('3 imported · 1 duplicate · 0 errors')).toBeVisible();
    else {
      const cells = await row.getByRole('cell').filter({ visible: true }).allTextContents();
      const name = expect.stringMatching(/^first\.csv/);
      const when = expect.stringMatching(/^(just now|1 minute ago)$/);
      expect(cells).toEqual([name, north.name, 'admin@example.test', when, '3', '1', '0']);
    }
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Only with errors' }).click();
    await expect.poll(() => importNames(page)).toEqual(['second.csv']);
    await expect(page).toHaveURL(new RegExp(`customer=${north.id}&errors=1$`));
  });

  await test.step('an import with errors, all of which are saved as a file', async () => {
    const dialog = await openImport(page, 'second.csv');
    expect(await countsIn(dialog)).toEqual({
      Imported: '1',
      Duplicates: '0',
      Errors: '1,201',
      'Companies created': '1',
    });
    const errors = dialog.getByRole('region', { name: 'Errors' }).getByRole('listitem');
    await expect(errors).toHaveCount(11);
    await expect(errors.first()).toHaveText('Row 3CyEmail is not valid: cy@');
    await expect(errors.last()).toHaveText('and 1,191 more');
    await expect(dialog).toContainText(`Leads for ${north.name}`);
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download errors' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(1_203);
    expect(lines[0]).toBe('\uFEFF"Name","Email","Company","Error"');
    expect(lines[1_201]).toBe('"Bad, 1199","nothing-1199","","Row has 4 cells, the header has 3","extra"');
  });

  await test.step('the rows of an import in the lists', async () => {
    await page.getByRole('dialog', { name: 'second.csv' }).getByRole('link', { name: 'View imported leads' }).click();
    await expect.poll(() => leadNames(page)).toEqual(['Dee']);
    await expect(pageTitle(page, 'Leads 1')).toBeVisible();
    await expect(page.getByText('Imported from second.csv')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'second.csv' }).click();
    await expect(page.getByRole('dialog', { name: 'second.csv' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove import filter' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/leads\\?customer=${north.id}$`));
    await expect(page.getByText('Imported from second.csv')).toBeHidden();

    await openHistory(page, south);
    const dialog = await openImport(page, `${south.name}.csv`);
    expect(await countsIn(dialog)).toEqual({ Imported: '2', Duplicates: '0', Errors: '0' });
    await dialog.getByRole('link', { name: 'View imported companies' }).click();
    const companies = page.getByRole('table', { name: 'Companies' }).getByRole('row');
    await expect(companies).toContainText([/^Name/, 'Zeta', 'Alpha']);
    await expect(companies).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove import filter' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/companies\\?customer=${south.id}$`));
  });

  await test.step('an undo removes unchanged rows, and keeps and names what was approved', async () => {
    await openHistory(page, north);
    const dialog = await openImport(page, 'first.csv');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Undo this import?' })).toHaveAccessibleDescription(
      '2 leads and 1 company will be deleted. 1 of 3 leads has been reviewed and will stay. 1 of 2 companies has changed or belongs to a lead and will stay. This can’t be undone.',
    );
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await undo(page, dialog);
    await expectToast(page, 'Import undone', '2 leads and 1 company removed, 1 lead and 1 company left.');
    const note = dialog.getByRole('status').filter({ has: page.getByText('This import was undone') });
    await expect(note.getByText('2 leads and 1 company removed just now by admin@example.test.')).toBeVisible();
    await expect(note.getByText('1 lead left (changed or commented on since the import): Cy')).toBeVisible();
    await expect(
      note.getByText('1 company left (changed or commented on since the import, or used by a remaining lead): Acme'),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'View remaining leads' }).click();
    await expect.poll(() => leadNames(page)).toEqual(['Cy']);
    await page.goBack();
    await page.keyboard.press('Escape');
    await expect(importRow(page, 'first.csv').getByText('Undone')).toBeVisible();
    const names = (await agency.readLeads(north.id)).map(({ name }) => name).sort();
    expect(names).toEqual(['Cy', 'Dee', 'From before']);
  });
});

test('the leads of an import are searched, approved as a whole, restored and exported', { tag: '@phone' }, async ({
  page,
  server,
  agency,
}) => {
  const customer = await agency.addCustomer('Filtered');
  await agency.addLeads(customer.id, [{ name: 'Ada from before' }]);
  const id = await importFile([server, agency], customer, { csv: csv('Ada One,,', 'Ada Two,,', 'Bea,,') });
  const approved = async () => {
    const leads = await agency.readLeads(customer.id);
    return leads.flatMap(({ name, is_approved }) => (is_approved ? name : [])).sort();
  };
  await page.goto(`/admin/leads?import=${id}`);
  await expect.poll(() => leadNames(page)).toEqual(['Ada One', 'Ada Two', 'Bea']);
  await page.getByRole('searchbox').fill('ada');
  await expect.poll(() => leadNames(page)).toEqual(['Ada One', 'Ada Two']);
  await expect(page).toHaveURL(new RegExp(`import=${id}&search=ada$`));
  await expect(page.getByRole('radio', { name: 'To review 2' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all leads' }).click();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('All 2 matching')).toBeVisible();
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, '2 leads approved');
  expect(await approved()).toEqual(['Ada One', 'Ada Two']);
  await findToast(page, '2 leads approved').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(approved).toEqual([]);

  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve 2 leads?' });
  await expect(question).toHaveAccessibleDescription(
    'Every pending lead that matches "ada", import team.csv will be approved, including those you haven’t scrolled to.',
  );
  await question.getByRole('button', { name: 'Approve 2 leads' }).click();
  await expect.poll(approved).toEqual(['Ada One', 'Ada Two']);

  await page.getByRole('button', { name: 'Export Approved' }).click();
  const choice = page.getByRole('alertdialog', { name: 'Export approved leads' });
  await expect(choice).toHaveAccessibleDescription('Your list is filtered by "ada", import team.csv.');
  const downloading = page.waitForEvent('download');
  await choice.getByRole('button', { name: '2 that match these filters' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['"Ada One"', '"Ada Two"', '']);

  await page.goto('/admin/leads?import=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Import not found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/admin\/leads$/);
});
