import { execFileSync } from 'node:child_process';
import { csvFile, expectResults, expectStep, expectToast, upload, wizardOf } from '../support/pages.ts';
import { failRequests, holdRequest, IMPORT, intercept, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

/** 12,000 rows in three chunks. COUNTS is the result for an empty customer. */
const longFile = () => {
  const command = ['bench/make-leads.mjs', '--rows', '12000', '--seed', '7', '--type', 'leads'];
  const text = execFileSync(process.execPath, command, { maxBuffer: 2 ** 24, stdio: ['ignore', 'pipe', 'ignore'] });
  return { name: 'twelve thousand.csv', mimeType: 'text/csv', buffer: text };
};
const COUNTS = { Imported: 11_705, Duplicates: 238, Errors: 57, 'Companies created': 1_985 };

test('a failed chunk returns to upload, and resuming ends with exact counts', async ({ page, agency, expected }) => {
  expected.push('the server responded with a status of 403');
  const customer = await agency.addCustomer('Interrupted');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  const calls = requestsTo(page, 'POST', IMPORT);
  await failRequests(page, ['POST', IMPORT], { status: 403, message: 'Only administrators may import.', only: [2] });
  await upload(page, { file: longFile(), audience: 'Long list' });
  const wizard = wizardOf(page);
  await wizard.getByRole('button', { name: 'Import 12,000 rows' }).click();

  await expect.poll(() => calls.length, { timeout: 60_000 }).toBe(2); // the first 5,000 rows may take a while
  await expectToast(page, 'Import failed', 'Only administrators may import.');
  await expectStep(page, 'Upload');
  await expect(wizard.getByRole('alert')).toHaveText('Import stoppedOnly administrators may import.');
  const imported = await agency.countLeads(customer.id);
  expect(imported).toBeGreaterThan(4_000);
  const note = `${imported.toLocaleString('en')} of 12,000 rows of twelve thousand.csv imported for ${customer.name}. 7,000 left.`;
  await expect(wizard.getByRole('status').getByText(note)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave this import unfinished?' });
  await expect(question).toHaveAccessibleDescription(
    '7,000 rows of twelve thousand.csv left to import. To resume later, choose the same file for the same customer.',
  );
  await question.getByRole('button', { name: 'Stay' }).click();

  await wizard.getByRole('button', { name: 'Resume import' }).click();
  await expectResults(page, COUNTS);
  await expect(wizard.getByText('12,000 rows read from twelve thousand.csv.')).toBeVisible();
  const bodies = calls.map(({ body }) => body as { importId: string; firstRow: number; audience: string });
  expect(bodies.map(({ firstRow }) => firstRow)).toEqual([2, 5_002, 5_002, 10_002]);
  expect(new Set(bodies.map(({ importId }) => importId)).size).toBe(1);
  expect(new Set(bodies.map(({ audience }) => audience))).toEqual(new Set(['Long list']));
  expect(await agency.countLeads(customer.id)).toBe(COUNTS.Imported);
});

test('a chunk whose response is lost is sent again, and its rows count once', async ({ page, agency, expected }) => {
  expected.push('ERR_CONNECTION_RESET');
  const customer = await agency.addCustomer('Lost answer');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  const calls = requestsTo(page, 'POST', IMPORT);
  await intercept(page, ['POST', IMPORT], async (route, number) => {
    if (number > 1) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await upload(page, { file: csvFile('lost.csv', 'Name,Company\nAda,Acme\nBob,Acme\nAda,Acme') });
  await wizardOf(page).getByRole('button', { name: 'Import 3 rows' }).click();
  await expectResults(page, { Imported: 2, Duplicates: 1, Errors: 0, 'Companies created': 1 });
  expect(calls).toHaveLength(2);
  expect(calls[1]?.body).toEqual(calls[0]?.body);
  expect(await agency.countLeads(customer.id)).toBe(2);
});

test('an import interrupted by a reload resumes where it stopped once its file is chosen again', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Reloaded');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  const calls = requestsTo(page, 'POST', IMPORT);
  const third = await holdRequest(page, ['POST', IMPORT], 3);
  await upload(page, { file: longFile(), audience: 'Long list' });
  const wizard = wizardOf(page);
  await wizard.getByRole('button', { name: 'Import 12,000 rows' }).click();
  await third.reached;
  page.once('dialog', (question) => question.accept());
  await page.goto(`/admin/leads?customer=${customer.id}`);
  third.release();

  const [header, first, ...rest] = longFile().buffer.toString().split('\n');
  const other = { ...longFile(), buffer: Buffer.from([header, rest[0], first, ...rest.slice(1)].join('\n')) };
  const stopped = /^The import of .+ stopped after 10,000 of 12,000 rows\. 2,000 left\.$/;
  await upload(page, { file: other });
  await expect(wizard.getByText(new RegExp(` mapped\\. 12,000 rows to import for ${customer.name}\\.$`))).toBeVisible();
  await expect(wizard.getByText(stopped)).toBeHidden();
  await wizard.getByRole('button', { name: 'Back' }).click();
  await wizard.locator('input[type=file]').setInputFiles(longFile());
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.getByText(stopped)).toBeVisible();
  await wizard.getByRole('button', { name: 'Resume import' }).click();

  await expectResults(page, COUNTS);
  await expect(wizard.getByText('12,000 rows read from twelve thousand.csv.')).toBeVisible();
  const bodies = calls.map(({ body }) => body as { importId: string; firstRow: number; audience: string });
  expect(bodies.map(({ firstRow }) => firstRow)).toEqual([2, 5_002, 10_002, 10_002]);
  expect(new Set(bodies.map(({ importId }) => importId)).size).toBe(1);
  expect(new Set(bodies.map(({ audience }) => audience))).toEqual(new Set(['Long list']));
  expect(await agency.countLeads(customer.id)).toBe(COUNTS.Imported);
});
