import { readFile } from 'node:fs/promises';
import { choose, leadNames } from '../support/pages.ts';
import { failRequests, holdRequest, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { countsIn, importFile, importNames, importRow, openHistory, openImport } from './past-imports.ts';

test.use({ signedInAsAdmin: true });

const IMPORTS = '/rest/v1/imports';
const ERRORS = '/rest/v1/import_errors';
const csv = (...rows: string[]) => ['Name,Email,Company', ...rows].join('\n');
const GOOD = csv('Ada,ada@acme.example,Acme', 'Bea,bea@acme.example,Acme', 'Ada,ada@acme.example,Acme');

test('the history shows each file with its customer, user, time and counts', { tag: '@phone' }, async ({
  page,
  server,
  agency,
}) => {
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  await importFile([server, agency], north, { name: 'first.csv', csv: GOOD });
  await importFile([server, agency], north, { name: 'second.csv', csv: csv('Cy,cy@,Acme', 'Dee,dee@dot.example,Dot') });
  await importFile([server, agency], south, {
    name: `${south.name}.csv`,
    csv: 'Name\nAcme',
    mapping: { Name: 'name' },
    type: 'companies',
  });
  const calls = requestsTo(page, 'GET', IMPORTS);

  await page.goto('/admin/leads');
  await page.getByRole('link', { name: 'Import history' }).click();
  const customerShown = isPhone(page) ? `now · ${south.name}` : south.name;
  await expect(importRow(page, `${south.name}.csv`).getByText(customerShown)).toBeVisible();
  await choose(page, 'Customer', north.name);
  await expect.poll(() => importNames(page)).toEqual(['second.csv', 'first.csv']);
  await expect(page.getByRole('heading', { name: 'Import history 2' })).toBeVisible();
  await expect(importRow(page, 'first.csv').getByRole('time').filter({ visible: true })).toHaveText('now');
  const shown = isPhone(page)
    ? await importRow(page, 'first.csv').getByText('2 imported · 1 duplicate · 0 errors').count()
    : await importRow(page, 'first.csv').getByRole('cell').filter({ visible: true }).allTextContents();
  expect(shown).toEqual(
    isPhone(page) ? 1 : [expect.stringMatching(/^first\.csv/), north.name, 'admin@example.test', 'now', '2', '1', '0'],
  );
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'With errors only' }).click();
  await expect.poll(() => importNames(page)).toEqual(['second.csv']);
  await expect(page).toHaveURL(new RegExp(`customer=${north.id}&errors=1$`));
  expect(calls.at(-1)?.query.get('error_rows')).toBe('gt.0');
  expect(calls.map(({ query }) => query.get('offset'))).toEqual(calls.map(() => null));
});

test('a past import shows its counts, at most ten errors, and its leads', { tag: '@phone' }, async ({
  page,
  server,
  agency,
}) => {
  const customer = await agency.addCustomer('Opened');
  await agency.addLeads(customer.id, [{ name: 'Not of this import' }]);
  const bad = Array.from({ length: 12 }, (_, row) => `Bad ${row},nothing-${row},Acme`);
  await importFile([server, agency], customer, { csv: csv('Ada,ada@acme.example,Acme', 'Bea,,Bolt', ...bad) });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'team.csv');
  expect(await countsIn(dialog)).toEqual({ Imported: '2', Duplicates: '0', Errors: '12', 'Companies created': '2' });
  const errors = dialog.getByRole('region', { name: 'Errors' }).getByRole('listitem');
  await expect(errors).toHaveCount(11);
  await expect(errors.first()).toHaveText('Row 4Email is not valid: nothing-0');
  await expect(errors.last()).toHaveText('and 2 more');
  await expect(dialog).toContainText(`Leads for ${customer.name}`);
  await expectAccessible(page);

  await dialog.getByRole('link', { name: 'View imported leads' }).click();
  await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Bea']);
  await expect(page.getByText(`Only those that are imported from team.csv for ${customer.name}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await expect(page).toHaveURL(/\/admin\/leads$/);
});

test('the errors file has every rejected row', async ({ page, server, agency }) => {
  const customer = await agency.addCustomer('Many errors');
  const bad = Array.from({ length: 1_200 }, (_, row) => `"Bad, ${row}",nothing-${row},,extra`);
  await importFile([server, agency], customer, { name: 'many.csv', csv: csv(...bad) });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'many.csv');
  const calls = requestsTo(page, 'GET', ERRORS);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download errors' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(1_202);
  expect(lines[0]).toBe('\uFEFFName,Email,Company,Error');
  expect(lines[1_200]).toBe('"Bad, 1199",nothing-1199,,"Row has 4 cells, the header has 3",extra');
  expect(calls.map(({ query }) => query.get('row'))).toEqual(['gt.0', 'gt.1001']);
});

test('errors that cannot be loaded are reported, and no partial file is saved', async ({
  page,
  server,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const customer = await agency.addCustomer('Unreadable');
  await importFile([server, agency], customer, { csv: csv('Cy,cy@,Acme') });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'team.csv');
  await expect(dialog.getByRole('region', { name: 'Errors' })).toBeVisible();
  await failRequests(page, ['GET', ERRORS], { message: 'The database is away', only: [1] });
  await dialog.getByRole('button', { name: 'Download errors' }).click();
  await expect(page.getByText('The errors could not be saved')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download errors' }).click();
  expect((await downloading).suggestedFilename()).toBe('team - errors.csv');
});

test('a long history loads page by page', async ({ page, server, agency }) => {
  const customer = await agency.addCustomer('Long');
  for (let file = 1; file <= 52; file += 1) {
    await importFile([server, agency], customer, { name: `file ${file}.csv`, csv: csv(`Lead ${file},,`) });
  }
  const calls = requestsTo(page, 'GET', IMPORTS);
  await openHistory(page, customer);
  await expect(importRow(page, 'file 52.csv')).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return importRow(page, 'file 1.csv').count();
    })
    .toBe(1);
  expect(calls.some(({ query }) => query.get('created_at')?.startsWith('lte.'))).toBe(true);
});

test('an empty, filtered or failed history says so', async ({ page, agency, expected }) => {
  expected.push('status of 500');
  const customer = await agency.addCustomer('Without imports');
  const list = await holdRequest(page, ['GET', IMPORTS]);
  await page.goto(`/admin/imports?customer=${customer.id}&errors=1`);
  await expect(page.getByRole('status', { name: 'Loading imports' })).toBeVisible();
  list.release();
  await expect(page.getByText('No imports match')).toBeVisible();
  await expect(page.getByText(`Nothing was found for customer ${customer.name}, imports with errors.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/admin\/imports$/);

  const away = await failRequests(page, ['GET', IMPORTS], { message: 'The database is away' });
  await page.goto(`/admin/imports?customer=${customer.id}`);
  await expect(page.getByText('The imports could not be loaded')).toBeVisible();
  await away.end();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No imports match')).toBeVisible();
});

test('an unknown import is reported as not found', async ({ page }) => {
  await page.goto('/admin/imports?import=not-an-id');
  await expect(page.getByRole('dialog').getByText('Import not found')).toBeVisible();
  await page.getByRole('button', { name: 'Back to import history' }).click();
  await expect(page).toHaveURL(/\/admin\/imports$/);
});

test('an import links to the companies it created', async ({ page, server, agency }) => {
  const customer = await agency.addCustomer('Firms');
  await importFile([server, agency], customer, { csv: 'Name,Email,Company\nAda,,Not of this import' });
  await importFile([server, agency], customer, {
    name: 'firms.csv',
    csv: 'Name\nZeta\nAlpha',
    mapping: { Name: 'name' },
    type: 'companies',
  });
  await openHistory(page, customer);
  const dialog = await openImport(page, 'firms.csv');
  expect(await countsIn(dialog)).toEqual({ Imported: '2', Duplicates: '0', Errors: '0' });
  await dialog.getByRole('link', { name: 'View imported companies' }).click();
  await expect(page.getByRole('table', { name: 'Companies' }).getByRole('row')).toContainText([
    /^Name/,
    'Zeta',
    'Alpha',
  ]);
  await expect(page.getByRole('table', { name: 'Companies' })).not.toContainText('Not of this import');
  await page.getByRole('button', { name: 'Show all companies' }).click();
  await expect(page).toHaveURL(/\/admin\/companies$/);
});
