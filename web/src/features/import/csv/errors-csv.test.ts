import { expect, test } from 'vitest';
import { parseRecords } from '#domain/csv/records.ts';
import { cellCleaner } from '#domain/import/cleaning.ts';
import type { FileRow } from '#domain/import/file.ts';
import { errorsCsv, errorsFileName, originalFileName } from './errors-csv.ts';

async function* fileRows(...rows: string[][]): AsyncGenerator<FileRow> {
  for (const [index, cells] of rows.entries())
    yield { row: index + 2, sheetRow: index + 2, cells, isClosed: true, isTooLarge: false };
}

test('only rows with errors are written, in their own columns with the error after them', async () => {
  const rows = fileRows(['Ada', 'ada@acme.example'], ['', 'x'], ['Bo'], ['Cy', 'cy@', ' extra, cell']);
  const errors = [
    { row: 3, error: 'Name is required' },
    { row: 5, error: 'Email is not valid: cy@' },
    { row: 4, error: 'Row is "odd"' },
  ];
  const text = (await Array.fromAsync(errorsCsv(['Name', 'E-mail'], rows, errors))).join('');
  expect(text).toBe(
    '\ufeff"Name","E-mail","Error"\r\n' +
      '"","x","Name is required"\r\n' +
      '"Bo","","Row is ""odd"""\r\n' +
      '"Cy","cy@","Email is not valid: cy@"," extra, cell"\r\n',
  );
});

test('no cell or header is a formula for a spreadsheet, and an import reads the cells back unchanged', async () => {
  const cells = ['=1+1', '@x', '\n=1', '\t=1', '＝1', 'a;+1|x', '+49 (30) 555-0100', '-12.5', "'t Hooft"];
  const headers = ['=HYPERLINK("x")', ...cells.slice(1).map((_, column) => `Column ${column}`)];
  const text = (await Array.fromAsync(errorsCsv(headers, fileRows(cells), [{ row: 2, error: 'Row is odd' }]))).join('');
  const [head, row] = [...parseRecords(text.slice(1), ',')].map((record) => record.cells);
  expect(head?.[0]).toBe(`'=HYPERLINK("x")`);
  const written = ["'=1+1", "'@x", "'\n'=1", "'\t'=1", "'＝1", "a;'+1|x", '+49 (30) 555-0100', '-12.5', "'t Hooft"];
  expect(row).toEqual([...written, 'Row is odd']);
  const read = cellCleaner('title');
  expect(written.map(read)).toEqual(cells.map(read));
});

test('a text that Excel should not read as a number is the same after the file was corrected and imported', async () => {
  const cells = ['="Omar Beta"', '="0612345678"', '=SUM(1)'];
  const rows = fileRows(cells);
  const text = (await Array.fromAsync(errorsCsv(['Name', 'Phone', 'Notes'], rows, [{ row: 2, error: 'x' }]))).join('');
  const [, row] = [...parseRecords(text.slice(1), ',')].map((record) => record.cells);
  expect(row).toEqual(['Omar Beta', `'="0612345678"`, `'=SUM(1)`, 'x']);
  expect(cellCleaner('phone')(row?.[1] ?? '')).toBe('0612345678');
});

test('without errors the file has only the header', async () => {
  expect(await Array.fromAsync(errorsCsv(['Name'], fileRows(['Ada']), []))).toEqual(['\ufeff"Name","Error"\r\n']);
});

test('the error column of an earlier errors file is replaced', async () => {
  const rows = fileRows(['', 'x', 'Name is required', 'extra']);
  const text = await Array.fromAsync(errorsCsv(['Name', 'Email', 'Error'], rows, [{ row: 2, error: 'Row is odd' }]));
  expect(text.join('')).toBe('\ufeff"Name","Email","Error"\r\n"","x","Row is odd","extra"\r\n');
});

test.each([
  ['team.csv', 'team - errors.csv'],
  ['TEAM.CSV', 'TEAM - errors.csv'],
  ['team - errors.csv', 'team - errors.csv'],
])('the errors of %s are saved as %s', (name, saved) => {
  expect(errorsFileName(name)).toBe(saved);
});

test.each([
  ['team - errors.csv', 'team.csv'],
  ['team - errors (2).csv', 'team.csv'],
  ['Team - Errors.CSV', 'Team.csv'],
  ['team.csv', null],
  [' - errors.csv', null],
])('%s has the errors of %s', (name, original) => {
  expect(originalFileName(name)).toBe(original);
});
