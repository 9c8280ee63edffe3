// Imports of large files through the wizard.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { makeCsv } from '../../tests/support/made-leads.ts';
import { type LargeWork, LONG } from './large-work.ts';

const importWizard = (page: Page) => page.getByRole('dialog', { name: 'Upload leads' });
const complete = (page: Page) => importWizard(page).getByRole('heading', { name: 'Import complete' });

/** Opens the wizard and chooses the file by its path, so that the browser reads it from disk. */
async function choose(page: Page, file: string, customer: string): Promise<void> {
  await page.goto(new URL(`/admin/leads?customer=${customer}&upload=1`, page.url()).href);
  await importWizard(page).waitFor(LONG);
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
  await devtools.send('DOM.setFileInputFiles', { files: [file], nodeId });
  await importWizard(page).getByRole('button', { name: 'Continue' }).click();
  await importWizard(page).getByRole('heading', { name: 'Match your columns' }).waitFor(LONG);
}

const begin = (page: Page) =>
  importWizard(page)
    .getByRole('button', { name: /^Import [\d,]+ rows$/ })
    .click();

/** The wizard's results by their labels. */
async function results(page: Page): Promise<Record<string, number>> {
  const shown = await importWizard(page)
    .locator('dl > *')
    .evaluateAll((cards) =>
      cards.map((card) => [
        card.querySelector('dt')?.textContent,
        Number(card.querySelector('dd')?.textContent?.replaceAll(',', '')),
      ]),
    );
  return Object.fromEntries(shown);
}

/** Compares the wizard's results and the database with the generator's counts. */
export async function importRows(work: LargeWork, rows: number): Promise<void> {
  const { leadlight } = work;
  const { csv, expected } = makeCsv('leads', rows);
  const file = path.join(work.folder, `leads-${rows}.csv`);
  writeFileSync(file, csv);
  const customer = await leadlight.addCustomer(`Import of ${rows}`);
  const reading = performance.now();
  await choose(await work.page(), file, customer);
  const read = (performance.now() - reading) / 1000;
  const { seconds, summary } = await work.measure(begin, (page) => complete(page).isVisible());

  const counts = await results(await work.page());
  const expectedCounts = {
    Imported: expected.successfulRows,
    Duplicates: expected.duplicateRows,
    Errors: expected.errorRows,
    'Companies created': expected.companiesCreated,
  };
  const text = 'select count(*)::int from public.leads where customer_id = $1';
  const inDatabase: number = (await leadlight.owner.query(text, [customer])).rows[0].count;
  const same = isDeepStrictEqual(counts, expectedCounts) && inDatabase === counts.Imported;
  const compared = same
    ? `counts exact (${inDatabase.toLocaleString('en')} imported)`
    : `COUNTS DIFFER: ${JSON.stringify({ counts, expected: expectedCounts, inDatabase })}`;
  const pace = Math.round(rows / seconds).toLocaleString('en');
  console.log(
    `${rows.toLocaleString('en')} rows: read in ${read.toFixed(1)} s, ${pace} rows per second, ${compared}\n${summary}`,
  );
}
