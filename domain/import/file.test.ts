import { expect, test } from 'vitest';
import { isCsvName, openImportFile } from './file.ts';

async function rowsOf(text: string) {
  const file = await openImportFile(new Blob([text]), 'leads');
  const rows: [number, string[]][] = [];
  for await (const { row, cells } of file.rows()) rows.push([row, cells]);
  return rows;
}

test.each([
  ['leads.csv', true],
  ['LEADS.CSV', true],
  ['leads.csv.xlsx', false],
  ['leads', false],
  ['csv', false],
])('%s is a CSV name: %s', (name, isCsv) => {
  expect(isCsvName(name)).toBe(isCsv);
});

test('blank records are skipped', async () => {
  expect(await rowsOf('\nName,Email\n\nA,b\n , \n"",""\nC,d')).toEqual([
    [2, ['A', 'b']],
    [3, ['C', 'd']],
  ]);
});

test('the rows have the numbers that a spreadsheet shows', async () => {
  const file = await openImportFile(new Blob(['Notes:\n\nName,Email\nA,b\n\n,\n"C\nc",d\nE,f']), 'leads');
  const numbers: [number, number][] = [];
  for await (const { row, sheetRow } of file.rows()) numbers.push([row, sheetRow]);
  expect(numbers).toEqual([
    [2, 4],
    [3, 7],
    [4, 8],
  ]);
});

test('a file with a header and no rows has headers and nothing to import', async () => {
  const file = await openImportFile(new Blob(['Name,Email\n\n']), 'leads');
  expect(file.headers).toEqual(['Name', 'Email']);
  expect(file.firstRows).toEqual([]);
});

test('a file of blank records has no delimiter and no header row', async () => {
  const file = await openImportFile(new Blob(['\n , \n']), 'leads');
  expect(file).toMatchObject({ delimiter: null, headerRow: null, headers: [], firstRows: [] });
  expect(await rowsOf('\n , \n')).toEqual([]);
});

test('the line by which a file tells Excel its delimiter is no header, also with one known header', async () => {
  const file = await openImportFile(new Blob(['sep=;\nE-Mail;Kundennummer\nnora@alpha.example;17\n']), 'leads');
  expect(file).toMatchObject({ delimiter: ';', headerRow: 2, headers: ['E-Mail', 'Kundennummer'] });
  expect(file.firstRows).toMatchObject([{ row: 2, sheetRow: 3, cells: ['nora@alpha.example', '17'] }]);
});

test('the header row depends on what is imported', async () => {
  const text = 'Company,Website\nFirst Name,Last Name\n';
  expect((await openImportFile(new Blob([text]), 'companies')).headerRow).toBe(1);
  expect((await openImportFile(new Blob([text]), 'leads')).headerRow).toBe(2);
});

test('a record larger than a chunk is marked and keeps its number', async () => {
  const large = 'x'.repeat(4 * 1024 * 1024 + 1);
  const file = await openImportFile(new Blob([`Name,Email\nA,b\n"${large}",c\nD,e\n`]), 'leads');
  const rows: [number, boolean, number][] = [];
  for await (const { row, isTooLarge, cells } of file.rows()) rows.push([row, isTooLarge, cells.length]);
  expect(rows).toEqual([
    [2, false, 2],
    [3, true, 0],
    [4, false, 2],
  ]);
});
