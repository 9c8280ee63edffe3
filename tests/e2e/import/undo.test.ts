import { expectToast, leadNames } from '../support/pages.ts';
import { failRequests, intercept, procedure, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { importFile, importRow, openHistory, openImport, undo } from './past-imports.ts';

test.use({ signedInAsAdmin: true });

const UNDO = procedure('undo_import');
const CSV = [
  'Name,Email,Company',
  'Ada,ada@acme.example,Acme',
  'Bea,bea@bolt.example,Bolt',
  'Cy,cy@acme.example,Acme',
].join('\n');

test('an undo removes unchanged rows, and keeps and names what was approved', { tag: '@phone' }, async ({
  page,
  server,
  agency,
}) => {
  const customer = await agency.addCustomer('Undone');
  await agency.addLeads(customer.id, [{ name: 'From before' }]);
  const id = await importFile([server, agency], customer, { csv: CSV });
  await agency.rows.from('leads').update({ is_approved: true }).eq('import_id', id).eq('name', 'Cy').throwOnError();
  await openHistory(page, customer);
  const dialog = await openImport(page, 'team.csv');
  const calls = requestsTo(page, 'POST', UNDO);

  await dialog.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await expect(question).toHaveAccessibleDescription(
    'This deletes the 3 leads and 2 companies it created, except those that were approved, rejected or edited since. This can’t be undone.',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(calls).toEqual([]);

  await undo(page, dialog);
  await expectToast(page, 'Import undone', '3 rows removed, 2 rows left.');
  const note = dialog.getByRole('status').filter({ has: page.getByText('This import was undone') });
  await expect(note.getByText('2 leads and 1 company removed, now by admin@example.test.')).toBeVisible();
  await expect(note.getByText('1 lead left, changed since the import: Cy')).toBeVisible();
  await expect(
    note.getByText('1 company left, changed since the import or used by a remaining lead: Acme'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo import' })).toHaveCount(0);
  await expectAccessible(page);
  expect(calls.map(({ body }) => body)).toEqual([{ import_id: id }]);

  await dialog.getByRole('link', { name: 'View remaining leads' }).click();
  await expect.poll(() => leadNames(page)).toEqual(['Cy']);
  await page.goBack();
  await page.keyboard.press('Escape');
  await expect(importRow(page, 'team.csv').getByText('Undone')).toBeVisible();
  expect((await agency.leadsOf(customer.id)).map(({ name }) => name).sort()).toEqual(['Cy', 'From before']);
});

test('an undo that fails says why and can be tried again', async ({ page, server, agency, expected }) => {
  expected.push('status of 500');
  const customer = await agency.addCustomer('Failed undo');
  await importFile([server, agency], customer, { csv: CSV });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'team.csv');
  await failRequests(page, ['POST', UNDO], { message: 'The database is away', only: [1] });
  await undo(page, dialog);
  await expectToast(page, 'The import could not be undone', 'The database is away');
  expect(await agency.countLeads(customer.id)).toBe(3);
  await undo(page, dialog);
  await expectToast(page, 'Import undone', '5 rows removed.');
  expect(await agency.countLeads(customer.id)).toBe(0);
});

test('an import that another administrator has undone is not undone twice', async ({
  page,
  server,
  agency,
  expected,
}) => {
  expected.push('status of 409');
  const customer = await agency.addCustomer('Undone twice');
  const id = await importFile([server, agency], customer, { csv: CSV });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'team.csv');
  await agency.rows.rpc('undo_import', { import_id: id }).throwOnError();
  await undo(page, dialog);
  await expectToast(page, 'The import could not be undone', 'This import has been undone already');
  await expect(dialog.getByText('This import was undone')).toBeVisible();
});

test('a long undo shows its progress, can be cancelled, and continues from there', async ({ page, server, agency }) => {
  const customer = await agency.addCustomer('Long undo');
  await importFile([server, agency], customer, { csv: CSV });
  const partly = { removed_leads: 50_000, removed_companies: 0, remaining_leads: null, remaining_companies: null };
  let begun = false;
  const reading = await intercept(page, ['GET', '/rest/v1/imports'], async (route) => {
    const answer = await route.fetch();
    const large = { successful_rows: 120_000, total_rows: 120_000 };
    const undone = begun ? { ...partly, undone_at: new Date().toISOString() } : {};
    const imports = (await answer.json()) as object[];
    await route.fulfill({ response: answer, json: imports.map((one) => ({ ...one, ...large, ...undone })) });
  });
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const calls = await intercept(page, ['POST', UNDO], async (route, number) => {
    if (number === 2) {
      reached.resolve();
      await released.promise;
    }
    begun = true;
    await route.fulfill({ json: number === 1 ? partly : { ...partly, removed_leads: 100_000 } });
  });

  await openHistory(page, customer);
  const dialog = await openImport(page, 'team.csv');
  await undo(page, dialog);
  await reached.promise;
  const progress = page.getByRole('dialog', { name: 'Undoing import' });
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '50,000 of 120,002 rows removed');
  await expectAccessible(page);
  await progress.getByRole('button', { name: 'Cancel' }).click();
  released.resolve();
  await expect(progress).toBeHidden();
  await expect(
    dialog.getByRole('alert').getByText('50,000 leads removed so far. Choose Finish undoing to remove the rest.'),
  ).toBeVisible();
  await calls.end();
  await reading.end();
  await dialog.getByRole('button', { name: 'Finish undoing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expectToast(page, 'Import undone');
  await expect(dialog.getByText('This import was undone')).toBeVisible();
  expect(await agency.countLeads(customer.id)).toBe(0);
});
