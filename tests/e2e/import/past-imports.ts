import { expect, type Locator, type Page } from '@playwright/test';
import { ImportClient } from '../../support/import-client.ts';
import type { TestServer } from '../../support/server.ts';
import type { Agency } from '../support/agency.ts';
import { pageTitle } from '../support/pages.ts';

export type PastFile = { name?: string; csv: string; mapping?: Record<string, string>; type?: 'leads' | 'companies' };

/** Imports a file through the API and returns the import's id. */
export async function importFile(
  [server, agency]: [TestServer, Agency],
  customer: { id: string },
  { name = 'team.csv', csv, mapping = { Name: 'name', Email: 'email', Company: 'company' }, type = 'leads' }: PastFile,
): Promise<string> {
  const { status, body } = await new ImportClient(server, agency.token).send({
    customerId: customer.id,
    fileName: name,
    importType: type,
    columnMapping: mapping,
    csvData: csv,
  });
  expect(status).toBe(200);
  return body.importId;
}

export const importRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Imports' })
    .getByRole('row')
    .filter({ has: page.getByText(name) });

/** The names in the history, from the top. */
export const importNames = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Imports' }).getByRole('link').allTextContents();

/** Opens the history of one customer. */
export async function openHistory(page: Page, customer: { id: string }): Promise<void> {
  await page.goto(`/admin/imports?customer=${customer.id}`);
  await expect(pageTitle(page, 'Import history')).toBeVisible();
}

/** Opens an import from the history. */
export async function openImport(page: Page, name: string): Promise<Locator> {
  await importRow(page, name).getByRole('link').click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('definition').first()).toBeVisible();
  return dialog;
}

/** The counts in an import's dialog, by name. */
export async function countsIn(dialog: Locator): Promise<Record<string, string>> {
  const shown = await dialog
    .locator('dl > *')
    .evaluateAll((cards) =>
      cards.map((card) => [card.querySelector('dt')?.textContent, card.querySelector('dd')?.textContent]),
    );
  return Object.fromEntries(shown);
}

/** Undoes the import of an open dialog. */
export async function undo(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await question.getByRole('button', { name: 'Undo import' }).click();
}
