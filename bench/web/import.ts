// Imports through the wizard: complete, cancelled, interrupted by a reload, and offline.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeCsv } from '../../tests/support/made-leads.ts';
import { type LargeWork, LONG } from './large-work.ts';

/** The wizard's results. */
type WizardCounts = { Imported: number; Duplicates: number; Errors: number; 'Companies created': number };
type File = { path: string; rows: number; expected: WizardCounts };

const IMPORT = /\/functions\/v1\/import-csv-data$/;
const wizardOf = (page: Page) => page.getByRole('dialog', { name: 'Upload leads' });
const complete = (page: Page) => wizardOf(page).getByRole('heading', { name: 'Import complete' });

export function makeFile({ folder }: LargeWork, rows: number): File {
  const { csv, expected } = makeCsv('leads', rows);
  const file = path.join(folder, `leads-${rows}.csv`);
  writeFileSync(file, csv);
  const { successfulRows = 0, duplicateRows = 0, errorRows = 0, companiesCreated = 0 } = expected;
  const counts = { Imported: successfulRows, Duplicates: duplicateRows, Errors: errorRows };
  return { path: file, rows, expected: { ...counts, 'Companies created': companiesCreated } };
}

/** Opens the wizard and chooses the file by its path, so that the browser reads it from disk. */
async function choose(page: Page, file: File, customer: string): Promise<void> {
  await page.goto(new URL(`/admin/leads?customer=${customer}&upload=1`, page.url()).href);
  await wizardOf(page).waitFor(LONG);
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
  await devtools.send('DOM.setFileInputFiles', { files: [file.path], nodeId });
  await wizardOf(page).getByRole('button', { name: 'Continue' }).click();
  await wizardOf(page).getByRole('heading', { name: 'Match your columns' }).waitFor(LONG);
}

const begin = (page: Page) =>
  wizardOf(page)
    .getByRole('button', { name: /^Import [\d,]+ rows$/ })
    .click();

const resume = (page: Page) => wizardOf(page).getByRole('button', { name: 'Resume import' }).click(LONG);

/** Waits for the wizard's results. */
async function results(page: Page, heading = 'Import complete'): Promise<WizardCounts> {
  await wizardOf(page).getByRole('heading', { name: heading }).waitFor(LONG);
  const shown = await wizardOf(page)
    .locator('dl > *')
    .evaluateAll((cards) =>
      cards.map((card) => [
        card.querySelector('dt')?.textContent,
        Number(card.querySelector('dd')?.textContent?.replaceAll(',', '')),
      ]),
    );
  return Object.fromEntries(shown) as WizardCounts;
}

async function countStored({ leadlight }: LargeWork, customer: string): Promise<number> {
  const text = 'select count(*)::int from public.leads where customer_id = $1';
  return (await leadlight.owner.query(text, [customer])).rows[0].count;
}

/** Compares the wizard's results and the database with the generator's counts. */
async function compare(work: LargeWork, file: File, customer: string): Promise<string> {
  const [counts, inDatabase] = [await results(await work.page()), await countStored(work, customer)];
  const same = JSON.stringify(counts) === JSON.stringify(file.expected) && inDatabase === counts.Imported;
  return same
    ? `counts exact (${inDatabase.toLocaleString('en')} imported)`
    : `COUNTS DIFFER: ${JSON.stringify({ counts, expected: file.expected, inDatabase })}`;
}

export async function importWhole(work: LargeWork, file: File): Promise<void> {
  const customer = await work.leadlight.addCustomer(`Import of ${file.rows}`);
  const reading = performance.now();
  await choose(await work.page(), file, customer);
  const read = (performance.now() - reading) / 1000;
  const { seconds, summary } = await work.measure(begin, (page) => complete(page).isVisible());
  const pace = Math.round(file.rows / seconds).toLocaleString('en');
  console.log(
    `${file.rows.toLocaleString('en')} rows: read in ${read.toFixed(1)} s, ${pace} rows per second, ${await compare(work, file, customer)}\n${summary}`,
  );
}

/** Begins an import and waits until three requests have completed. */
async function beginImport(work: LargeWork, file: File) {
  const [page, customer] = [await work.page(), await work.leadlight.addCustomer('Interrupted')];
  await choose(page, file, customer);
  await begin(page);
  for (let at = 0; at < 3; at += 1) await page.waitForResponse((response) => IMPORT.test(response.url()), LONG);
  return { page, customer };
}

async function cancel(work: LargeWork, file: File): Promise<void> {
  const { page, customer } = await beginImport(work, file);
  let begun = 0;
  page.on('request', (request) => {
    if (IMPORT.test(request.url())) begun += 1;
  });
  const start = performance.now();
  await wizardOf(page).getByRole('button', { name: 'Cancel' }).click();
  const { Imported } = await results(page, 'Import canceled');
  const taken = Math.round(performance.now() - start);
  page.removeAllListeners('request');
  const same = Imported === (await countStored(work, customer)) ? 'as in the database' : 'NOT AS IN THE DATABASE';
  console.log(
    `cancelled: done after ${taken} ms, ${begun} requests sent after the click, ${Imported} imported, ${same}`,
  );
}

async function reload(work: LargeWork, file: File): Promise<void> {
  const { page, customer } = await beginImport(work, file);
  page.once('dialog', (question) => question.accept());
  await page.reload();
  await choose(page, file, customer);
  await resume(page);
  console.log(`reloaded and continued: ${await compare(work, file, customer)}`);
}

async function loseNetwork(work: LargeWork, file: File): Promise<void> {
  const { page, customer } = await beginImport(work, file);
  await page.context().setOffline(true);
  await wizardOf(page).getByText('Import stopped').waitFor(LONG);
  await page.context().setOffline(false);
  await resume(page);
  console.log(`network lost and resumed: ${await compare(work, file, customer)}`);
}

export const INTERRUPTIONS = [cancel, reload, loseNetwork];
