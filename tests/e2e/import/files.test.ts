import { readFileSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { expectResults, expectToast, findWizard, leadNames, upload } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

type Expected = {
  file: string;
  audience?: string;
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

/** The rejected rows of each file: the number in a spreadsheet, the name, the error, and the label of the field to correct it in. */
const REJECTED: Record<string, string[]> = {
  'apollo-contacts.csv': [
    'Row 23Ștefan ȚurcanuEmail is not valid: jane.doe@Email',
    'Row 28Mele TuʻipulotuLinkedIn URL is not valid: http://linkedinLinkedIn URL',
    'Row 32健太 高橋Row has 64 cells, the header has 63',
    'Row 43stefan.turcanu@acme.exampleName is requiredFirst name',
  ],
  'excel-leads.csv': [
    'Row 24Jürgen OhnemailEmail is not valid: jürgen(at)x.exampleEmail',
    'Row 30info@nurfirma.exampleName is requiredName',
  ],
  'google-contacts.csv': [
    'Row 13Only A CompanyName is requiredFirst name',
    'Row 17Paul PictureProfile picture is not valid: laterProfile picture',
  ],
};

/** The answer of the made-up addresses of the leads' pictures. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('files with many columns, in Windows-1252 and in UTF-16 are imported as expected.json says', async ({
  page,
  agency,
}) => {
  await page.route('https://photos.example/**', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
  const wizard = findWizard(page);
  for (const [file, rejected] of Object.entries(REJECTED)) {
    await test.step(file, async () => {
      const expected = corpus.find((one) => one.file === file);
      if (!expected) throw new Error(`expected.json has no ${file}`);
      const { totalRows, successfulRows, duplicateRows, errorRows, companiesCreated, audience } = expected;
      const customer = await agency.addCustomer('Corpus');
      await page.goto(`/admin/leads?customer=${customer.id}`);
      await upload(page, { file: `tests/fixtures/csv/${file}`, audience });
      await wizard.getByRole('button', { name: `Import ${totalRows} rows` }).click();
      await expectResults(page, {
        Imported: successfulRows,
        Duplicates: duplicateRows,
        Errors: errorRows,
        'Companies created': companiesCreated,
      });
      await expect(wizard.getByRole('region', { name: 'Errors' }).getByRole('listitem')).toHaveText(rejected);
      await wizard.getByRole('button', { name: 'Done' }).click();
      await expect.poll(async () => (await leadNames(page))[0]).toBe(expected.listedFirst);

      const leads = await agency.readLeads(customer.id);
      expect(leads).toHaveLength(successfulRows);
      expect(leads.at(-1)?.name).toBe(expected.listedLast);
      expect(leads.every((lead) => lead.audience === (audience ?? null))).toBe(true);
      for (const { match, expect: fields } of expected.stored) {
        const matching = leads.filter((lead) => Object.entries(match).every(([field, value]) => lead[field] === value));
        expect(matching).toEqual([expect.objectContaining(fields)]);
      }
    });
  }
});

test('at most ten errors are listed, and all of them can be downloaded until the file is gone (S9.5, S9.6)', async ({
  page,
  agency,
}, info) => {
  const customer = await agency.addCustomer('Messy');
  const file = info.outputPath('messy-leads.csv');
  await copyFile('tests/fixtures/csv/messy-leads.csv', file);
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await upload(page, { file });
  const wizard = findWizard(page);
  await wizard.getByRole('button', { name: 'Import 42 rows' }).click();
  await expectResults(page, { Imported: 21, Duplicates: 5, Errors: 16, 'Companies created': 11 });
  const errors = wizard.getByRole('region', { name: 'Errors' }).getByRole('listitem');
  await expect(errors).toHaveText([
    'Row 13noname@x.exampleName is requiredName',
    'Row 14noname2@x.exampleName is requiredName',
    'Row 15Bad EmailEmail is not valid: bad.exampleEmail',
    'Row 16Bad Email 2Email is not valid: a b@x.exampleEmail',
    'Row 17Bad Email 3Email is not valid: x@nodotEmail',
    'Row 24not-an-addressRow contains a NUL character',
    'Row 25not-an-addressRow has 11 cells, the header has 10',
    'Row 26Nul And WideRow contains a NUL character',
    'Row 29Bad LinkLinkedIn URL is not valid: not a urlLinkedIn URL',
    'Row 30Bad Link 2LinkedIn URL is not valid: javascript:alert(1)LinkedIn URL',
    'and 6 more',
  ]);
  await expectAccessible(page);

  const save = wizard.getByRole('button', { name: 'Download errors' });
  const downloading = page.waitForEvent('download');
  await save.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('messy-leads - errors.csv');
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(18);
  expect(lines[0]).toBe(
    '\uFEFF"Name","Email","Email (2)","Company","Column 5","Phone","Company (2)","Notes","LinkedIn","Column 10","Error"',
  );
  expect(lines[3]).toBe(
    '"Bad Email","bad.example","second@fallback.example","","x","","Ignored Co","","","","Email is not valid: bad.example"',
  );
  expect(lines[11]).toBe(
    '"Long Row","long@x.example","second@fallback.example","","x","","Ignored Co","","","","Row has 12 cells, the header has 10","one","two"',
  );
  expect(lines[16]).toMatch(/^"Too Long Link",.*,"LinkedIn URL is too long \(2037 characters, at most 2000\)"$/);
  expect(lines[17]).toBe('');

  await rm(file);
  await save.click();
  await expectToast(
    page,
    'Couldn’t save the errors',
    'The file cannot be read: it may have been moved, deleted or changed since it was chosen',
  );
  await expect(save).not.toHaveAttribute('aria-busy');
});
