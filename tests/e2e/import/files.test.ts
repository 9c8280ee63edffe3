import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { expectResults, expectToast, LEAD_FIELDS, leadNames, upload, wizardOf } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

type Expected = {
  file: string;
  audience?: string;
  autoMapping: Record<string, string>;
  totalRows: number;
  successfulRows: number;
  duplicateRows: number;
  errorRows: number;
  errors: { row: number; error: string }[];
  companiesCreated: number;
  stored: { match: Record<string, string>; expect: Record<string, unknown> }[];
  listedFirst: string;
  listedLast: string;
};

const corpus: Expected[] = JSON.parse(readFileSync('tests/fixtures/csv/expected.json', 'utf8'));

/** What the made-up addresses of the leads' pictures answer. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

for (const [about, file] of [
  ['Apollo with 63 columns', 'apollo-contacts.csv'],
  ['HubSpot with a byte-order mark', 'hubspot-contacts.csv'],
  ['Excel in Windows-1252 with semicolons', 'excel-leads.csv'],
  ['Google in UTF-16', 'google-contacts.csv'],
  ['a Mac with tabs and bare carriage returns', 'mac-leads.csv'],
  ['a download that broke off', 'truncated-leads.csv'],
] as const) {
  test(`a file from ${about} is imported as expected.json says`, async ({ page, agency }) => {
    const expected = corpus.find((one) => one.file === file);
    if (!expected) throw new Error(`expected.json has no ${file}`);
    const { autoMapping, totalRows, successfulRows, duplicateRows, errorRows, errors, companiesCreated } = expected;
    const customer = await agency.addCustomer('Corpus');
    await page.route('https://photos.example/**', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
    await page.goto(`/admin/leads?customer=${customer.id}`);
    await upload(page, { file: `tests/fixtures/csv/${file}`, audience: expected.audience });
    const wizard = wizardOf(page);

    const targets = wizard.getByRole('combobox', { name: / maps to$/ });
    await expect(targets).toHaveText(Object.values(autoMapping).map((target) => LEAD_FIELDS[target] ?? 'Ignore'));
    await wizard.getByRole('button', { name: `Import ${totalRows} rows` }).click();
    await expectResults(page, {
      Imported: successfulRows,
      Duplicates: duplicateRows,
      Errors: errorRows,
      'Companies created': companiesCreated,
    });
    await expect(wizard.getByRole('region', { name: 'Errors' }).getByRole('listitem')).toHaveText(
      errors.map(({ row, error }) => `Row ${row}${error}`),
    );
    await wizard.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await leadNames(page))[0]).toBe(expected.listedFirst);

    const leads = await agency.leadsOf(customer.id);
    expect(leads).toHaveLength(successfulRows);
    expect(leads.at(-1)?.name).toBe(expected.listedLast);
    expect(leads.every((lead) => lead.audience === (expected.audience ?? null))).toBe(true);
    for (const { match, expect: fields } of expected.stored) {
      const matching = leads.filter((lead) => Object.entries(match).every(([field, value]) => lead[field] === value));
      expect(matching).toEqual([expect.objectContaining(fields)]);
    }
  });
}

test('errors cannot be downloaded once the file is gone, and the toast says why', async ({ page, agency }, info) => {
  const customer = await agency.addCustomer('Moved');
  await page.goto(`/admin/leads?customer=${customer.id}`);
  const file = info.outputPath('moved.csv');
  await writeFile(file, 'Name,Email\nAda,bad.example');
  await upload(page, { file });
  const wizard = wizardOf(page);
  await wizard.getByRole('button', { name: 'Import 1 row', exact: true }).click();
  await expectResults(page, { Imported: 0, Duplicates: 0, Errors: 1, 'Companies created': 0 });
  await rm(file);
  await wizard.getByRole('button', { name: 'Download errors' }).click();
  await expectToast(
    page,
    'The errors could not be saved',
    'The file cannot be read: it may have been moved, deleted or changed since it was chosen',
  );
  await expect(wizard.getByRole('button', { name: 'Download errors' })).not.toHaveAttribute('aria-busy');
});
