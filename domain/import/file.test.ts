import { expect, test } from 'vitest';
import { isCsvName, openImportFile } from './file.ts';

async function rowsOf(text: string) {
  const file = await openImportFile(new Blob([text]), 'leads');
  const rows: [number, string[]][] = [];
  for await (const { row, cells } of file.rows()) rows.push([row, cells]);
  return rows;
}

test.each([
  ['people.csv', true],
  ['PEOPLE.CSV', true],
  ['people.csv.xlsx', false],
  ['people', false],
  ['csv', false],
])('the name %s is taken: %s', (name, isTaken) => {
  expect(isCsvName(name)).toBe(isTaken);
});

test('blank records neither count nor come', async () => {
  expect(await rowsOf('\nName,Email\n\nA,b\n , \n"",""\nC,d')).toEqual([
    [2, ['A', 'b']],
    [3, ['C', 'd']],
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

test('the header row depends on what is imported', async () => {
  const text = 'Company,Website\nFirst Name,Last Name\n';
  expect((await openImportFile(new Blob([text]), 'companies')).headerRow).toBe(1);
  expect((await openImportFile(new Blob([text]), 'leads')).headerRow).toBe(2);
});

test('a record past the limit of a call says so and keeps its number', async () => {
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
