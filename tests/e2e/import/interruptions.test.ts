import { csvFile, expectResults, expectStep, expectToast, findWizard, upload } from '../support/pages.ts';
import { failRequests, IMPORT, intercept, requestsTo } from '../support/requests.ts';
import { endSession, signInAgain } from '../support/sessions.ts';
import { expect, expectAccessible, storeSession, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

/** 12,000 rows in three chunks, but only six leads, so that the server has few to store however busy it is. */
const names = Array.from({ length: 12_000 }, (_, row) => `Lead ${Math.floor(row / 2_000)}`);
const leadsFile = (rows: string[]) =>
  csvFile('long.csv', ['Name,Company', ...rows.map((name) => `${name},Acme`)].join('\n'));
const COUNTS = { Imported: 6, Duplicates: 11_994, Errors: 0, 'Companies created': 1 };

test('an import that loses a response, fails and is reloaded continues where it stopped, with exact counts (S4.32, S8.36)', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('ERR_CONNECTION_RESET', 'the server responded with a status of 403');
  const customer = await agency.addCustomer('Interrupted');
  const file = leadsFile(names);
  const wizard = findWizard(page);
  const calls = requestsTo(page, 'POST', IMPORT);
  await page.goto(`/admin/leads?customer=${customer.id}`);

  await test.step('a chunk whose response is lost is sent again, and its rows count once', async () => {
    await intercept(page, ['POST', IMPORT], async (route, number) => {
      if (number > 1) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    const failure = { status: 403, message: 'Only administrators may import.', only: [3] };
    await failRequests(page, ['POST', IMPORT], failure);
    await upload(page, { file, audience: 'Long list' });
    await wizard.getByRole('button', { name: 'Import 12,000 rows' }).click();
    await expectToast(page, 'Import failed', 'Only administrators may import.', { timeout: 30_000 });
    expect(calls).toHaveLength(3);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
    expect(await agency.countLeads(customer.id)).toBe(3);
  });

  await test.step('a failed chunk returns to the upload step', async () => {
    await expectStep(page, 'Upload');
    await expect(wizard.getByRole('alert')).toHaveText('Import stoppedOnly administrators may import.');
    const note = `Imported 3 of 12,000 rows from long.csv for ${customer.name}. 7,000 left.`;
    await expect(wizard.getByRole('status').getByText(note)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: 'Leave this import unfinished?' })).toHaveAccessibleDescription(
      '7,000 rows of long.csv left to import. To resume later, choose the same file for the same customer.',
    );
  });

  const stopped = /^The import on .+ stopped after 5,000 of 12,000 rows\. 7,000 left\.$/;

  await test.step('after a reload another file of the same name is a new import', async () => {
    page.on('dialog', (question) => question.accept());
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await upload(page, { file: leadsFile(names.toReversed()) });
    await expect(wizard.getByText(`2 of 2 columns mapped. 12,000 rows to import for ${customer.name}.`)).toBeVisible();
    await expect(wizard.getByText(stopped)).toBeHidden();
    await wizard.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('the same file is resumed', async () => {
    await wizard.locator('input[type=file]').setInputFiles(file);
    await wizard.getByRole('button', { name: 'Continue' }).click();
    await expect(wizard.getByText(stopped)).toBeVisible();
    await wizard.getByRole('button', { name: 'Resume import' }).click();
    await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeVisible({ timeout: 60_000 });
    await expectResults(page, COUNTS);
    await expect(wizard.getByText('12,000 rows read from long.csv.')).toBeVisible();
    const bodies = calls.map(({ body }) => body as { importId: string; firstRow: number; audience: string });
    const resumed = bodies.slice(3).map(({ firstRow }) => firstRow);
    expect([...new Set(resumed)]).toEqual([5_002, 10_002]); // each sent again while the server is busy
    expect(new Set(bodies.map(({ importId }) => importId)).size).toBe(1);
    expect(new Set(bodies.map(({ audience }) => audience))).toEqual(new Set(['Long list']));
    expect(await agency.countLeads(customer.id)).toBe(COUNTS.Imported);
  });
});

test('an import whose session ends says so, and goes on after the next sign-in', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('the server responded with a status of 403');
  await storeSession(context, await agency.startSession(agency.admin));
  const customer = await agency.addCustomer('Signed out');
  const wizard = findWizard(page);
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await intercept(page, ['POST', IMPORT], async (route, number) => {
    if (number === 2) await endSession(page);
    await route.fallback();
  });
  await upload(page, { file: leadsFile(names), audience: 'Long list' });
  await wizard.getByRole('button', { name: 'Import 12,000 rows' }).click();
  const again = page.getByRole('dialog', { name: 'You’ve been signed out' });
  await expect(again).toHaveAccessibleDescription(
    `Sign in again as ${agency.admin.email} to continue. Nothing on this page is lost.`,
  );
  await expect(again.getByLabel('Email')).toHaveValue(agency.admin.email);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await signInAgain(page, agency.admin.password);
  await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeVisible({ timeout: 60_000 });
  await expectResults(page, COUNTS);
  expect(await agency.countLeads(customer.id)).toBe(COUNTS.Imported);
});
