// Imports through the wizard: complete, cancelled, interrupted by a reload, and offline.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Page } from '@playwright/test';
import type { Profile } from '../support/browser.ts';
import type { Leadlight } from '../support/leadlight.ts';
import { measureWork, summarize } from './measure-work.ts';

/** The wizard's results. */
type Counts = { Imported: number; Duplicates: number; Errors: number; 'Companies created': number };
export type File = { path: string; rows: number; expected: Counts };

const IMPORT = /\/functions\/v1\/import-csv-data$/;
const wizardOf = (page: Page) => page.getByRole('dialog', { name: 'Upload leads' });
const LONG = { timeout: 20 * 60_000 };

export async function generate(directory: string, rows: number): Promise<File> {
  const generator = path.join(import.meta.dirname, '../make-leads.mjs');
  const made = spawn(process.execPath, [generator, '--rows', String(rows), '--seed', '7', '--type', 'leads']);
  const target = path.join(directory, `leads-${rows}.csv`);
  const [output] = await Promise.all([text(made.stderr), pipeline(made.stdout, createWriteStream(target))]);
  if (made.exitCode === null) await once(made, 'exit');
  const { successfulRows, duplicateRows, errorRows, companiesCreated } = JSON.parse(output);
  const expected = {
    Imported: successfulRows,
    Duplicates: duplicateRows,
    Errors: errorRows,
    'Companies created': companiesCreated,
  };
  return { path: target, rows, expected };
}

/** Sets the file by path, so that the browser reads it from disk. */
async function chooseFile(page: Page, place: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
  await devtools.send('DOM.setFileInputFiles', { files: [place], nodeId });
}

async function choose(page: Page, { file, customer }: { file: File; customer: string }): Promise<void> {
  await page.goto(new URL(`/admin/leads?customer=${customer}&upload=1`, page.url()).href);
  await wizardOf(page).waitFor(LONG);
  await chooseFile(page, file.path);
  await wizardOf(page).getByRole('button', { name: 'Continue' }).click();
  await wizardOf(page).getByRole('heading', { name: 'Match your columns' }).waitFor(LONG);
}

const begin = (page: Page) =>
  wizardOf(page)
    .getByRole('button', { name: /^Import [\d,]+ rows$/ })
    .click();

/** Waits for the wizard's results. */
async function results(page: Page, heading = 'Import complete'): Promise<Counts> {
  await wizardOf(page).getByRole('heading', { name: heading }).waitFor(LONG);
  const shown = await wizardOf(page)
    .locator('dl > *')
    .evaluateAll((cards) =>
      cards.map((card) => [
        card.querySelector('dt')?.textContent,
        Number(card.querySelector('dd')?.textContent?.replaceAll(',', '')),
      ]),
    );
  return Object.fromEntries(shown) as Counts;
}

/** Waits until a number of requests have completed. */
async function waitForResponses(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await page.waitForResponse((response) => IMPORT.test(response.url()), LONG);
}

async function countStored({ owner }: Leadlight, customer: string): Promise<number> {
  const { rows } = await owner.query('select count(*)::int from public.leads where customer_id = $1', [customer]);
  return rows[0].count;
}

/** Compares the wizard's results and the database with the generator's counts. */
async function compare(leadlight: Leadlight, customer: string, [file, counts]: [File, Counts]): Promise<string> {
  const inDatabase = await countStored(leadlight, customer);
  const same = JSON.stringify(counts) === JSON.stringify(file.expected) && inDatabase === counts.Imported;
  return same
    ? `counts exact (${inDatabase.toLocaleString('en')} imported)`
    : `COUNTS DIFFER: ${JSON.stringify({ counts, expected: file.expected, inDatabase })}`;
}

export async function importWhole(profile: Profile, leadlight: Leadlight, file: File, customer: string): Promise<void> {
  const reading = performance.now();
  await choose(await profile.page(), { file, customer });
  const read = (performance.now() - reading) / 1000;
  const isDone = (page: Page) => wizardOf(page).getByRole('heading', { name: 'Import complete' }).isVisible();
  const measured = await measureWork({ profile, server: leadlight.pids.server, begin, isDone });
  const counts = await results(await profile.page());
  const pace = Math.round(file.rows / measured.seconds).toLocaleString('en');
  const comparison = await compare(leadlight, customer, [file, counts]);
  console.log(
    `${file.rows.toLocaleString('en')} rows: read in ${read.toFixed(1)} s, ${pace} rows per second, ${comparison}`,
  );
  console.log(summarize(measured));
}

export async function importCancelled(page: Page, leadlight: Leadlight, file: File, customer: string): Promise<void> {
  await choose(page, { file, customer });
  await begin(page);
  await waitForResponses(page, 3);
  let begun = 0;
  page.on('request', (request) => {
    if (IMPORT.test(request.url())) begun += 1;
  });
  const start = performance.now();
  await wizardOf(page).getByRole('button', { name: 'Cancel' }).click();
  const { Imported } = await results(page, 'Import canceled');
  const taken = Math.round(performance.now() - start);
  page.removeAllListeners('request');
  const same = Imported === (await countStored(leadlight, customer)) ? 'as in the database' : 'NOT AS IN THE DATABASE';
  console.log(
    `cancelled: done after ${taken} ms, ${begun} requests sent after the click, ${Imported} imported, ${same}`,
  );
}

export async function importReloaded(page: Page, leadlight: Leadlight, file: File, customer: string): Promise<void> {
  await choose(page, { file, customer });
  await begin(page);
  await waitForResponses(page, 3);
  page.once('dialog', (question) => question.accept());
  await page.reload();
  await choose(page, { file, customer });
  await wizardOf(page).getByRole('button', { name: 'Resume import' }).click(LONG);
  console.log(`reloaded and continued: ${await compare(leadlight, customer, [file, await results(page)])}`);
}

export async function importOffline(page: Page, leadlight: Leadlight, file: File, customer: string): Promise<void> {
  await choose(page, { file, customer });
  await begin(page);
  await waitForResponses(page, 3);
  await page.context().setOffline(true);
  await wizardOf(page).getByText('Import stopped').waitFor(LONG);
  await page.context().setOffline(false);
  await wizardOf(page).getByRole('button', { name: 'Resume import' }).click();
  console.log(`network lost and resumed: ${await compare(leadlight, customer, [file, await results(page)])}`);
}
