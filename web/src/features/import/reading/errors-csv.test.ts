import { expect, test } from 'vitest';
import type { FileRow } from '../../../../../domain/import/file.ts';
import { errorsCsv, errorsFileName } from './errors-csv.ts';

async function* rowsOf(...rows: string[][]): AsyncGenerator<FileRow> {
  for (const [index, cells] of rows.entries()) yield { row: index + 2, cells, isClosed: true, isTooLarge: false };
}

test('only the rows with an error are written, in their own columns with the reason after them', async () => {
  const rows = rowsOf(['Ada', 'ada@acme.example'], ['', 'x'], ['Bo'], ['Cy', 'cy@', ' extra, cell']);
  const errors = [
    { row: 3, error: 'Name is required' },
    { row: 5, error: 'Email is not valid: cy@' },
    { row: 4, error: 'Row is "odd"' },
  ];
  const text = (await Array.fromAsync(errorsCsv(['Name', 'E-mail'], rows, errors))).join('');
  expect(text).toBe(
    '\ufeffName,E-mail,Error\r\n' +
      ',x,Name is required\r\n' +
      'Bo,,"Row is ""odd"""\r\n' +
      'Cy,cy@,Email is not valid: cy@," extra, cell"\r\n',
  );
});

test('without errors the file holds the header alone', async () => {
  expect(await Array.fromAsync(errorsCsv(['Name'], rowsOf(['Ada']), []))).toEqual(['\ufeffName,Error\r\n']);
});

test('of a file that has been through here before, the reason of then gives way to the new one', async () => {
  const rows = rowsOf(['', 'x', 'Name is required', 'extra']);
  const text = await Array.fromAsync(errorsCsv(['Name', 'Email', 'Error'], rows, [{ row: 2, error: 'Row is odd' }]));
  expect(text.join('')).toBe('\ufeffName,Email,Error\r\n,x,Row is odd,extra\r\n');
});

test.each([
  ['team.csv', 'team - errors.csv'],
  ['TEAM.CSV', 'TEAM - errors.csv'],
  ['team - errors.csv', 'team - errors.csv'],
])('the refused rows of %s are saved as %s', (name, saved) => {
  expect(errorsFileName(name)).toBe(saved);
});
