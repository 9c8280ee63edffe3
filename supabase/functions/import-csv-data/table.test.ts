import { expect, test } from 'vitest';
import { parseBody } from '../endpoint.ts';
import { type ImportBody, importBody } from './body.ts';
import { readTable } from './table.ts';

const body = (more: Record<string, unknown>): ImportBody =>
  parseBody(
    {
      customerId: '00000000-0000-4000-8000-000000000000',
      fileName: 'leads.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: 'Name\nAda\n',
      ...more,
    },
    importBody,
  );

test('rows carry the numbers that they have in the file', () => {
  const { rows, errors } = readTable(body({ csvData: 'Name,X\r\nAda\r\n\r\n,y\0z\r\nBea', firstRow: 7 }));
  expect(rows.map(({ row, name }) => [row, name])).toEqual([
    [7, 'Ada'],
    [9, 'Bea'],
  ]);
  expect(errors).toEqual([{ row: 8, error: 'Row contains a NUL character', cells: ['', 'y\ufffdz'] }]);
});

test('errors carry their numbers in a spreadsheet, and corrected rows their own numbers', () => {
  const { rows, errors } = readTable(
    body({ csvData: 'Name\nAda\n"  ",x\nBea\n', firstRow: 9, correctedRows: [3, 5, 8], sheetRows: [4, 6, 8] }),
  );
  expect(rows.map(({ row }) => row)).toEqual([3, 8]);
  expect(errors).toEqual([{ row: 5, sheet_row: 6, error: 'Row has 2 cells, the header has 1', cells: ['  ', 'x'] }]);
});

test.each(['correctedRows', 'sheetRows'])('%s must have one number for each row', (field) => {
  expect(() => readTable(body({ csvData: 'Name\nAda\nBea', [field]: [2] }))).toThrow(
    `${field} must have one number for each row of csvData`,
  );
});

test('a quote that is never closed makes the last row an error', () => {
  const { rows, errors } = readTable(body({ csvData: 'Name\nAda\n"Bea\nCid' }));
  expect(rows.length).toBe(1);
  expect(errors).toEqual([{ row: 3, error: 'A quoted cell is never closed', cells: ['Bea\nCid'] }]);
});

test('white space around the headers of file and mapping is ignored', () => {
  const { mapping, rows } = readTable(
    body({ csvData: '\ufeff Name , Mail\nAda,a@x.example', columnMapping: { 'Name ': 'name', Mail: 'email' } }),
  );
  expect(mapping).toEqual({ Name: 'name', Mail: 'email' });
  expect(rows).toEqual([expect.objectContaining({ name: 'Ada', email: 'a@x.example' })]);
});

test('a lone surrogate becomes the replacement character, since PostgreSQL cannot store it', () => {
  expect(readTable(body({ csvData: 'Name\nA\ud83d' })).rows).toEqual([expect.objectContaining({ name: 'A\ufffd' })]);
});

test('companies have no audience', () => {
  expect(body({ importType: 'companies', audience: 'Founders' }).audience).toBeNull();
  expect(body({ audience: ' Founders ' }).audience).toBe('Founders');
  expect(body({ audience: '   ' }).audience).toBeNull();
});

test('a header can have the name of a property that every object has', () => {
  const columnMapping = JSON.parse('{"__proto__": "name", "constructor": "email"}');
  const { rows } = readTable(body({ csvData: '__proto__,constructor\nAda,a@x.example', columnMapping }));
  expect(rows).toEqual([expect.objectContaining({ name: 'Ada', email: 'a@x.example' })]);
  expect(() => body({ columnMapping: JSON.parse('{"__proto__": "website"}') })).toThrow(
    `columnMapping must be made of target fields of leads or 'ignore', which "website" for '__proto__' is not`,
  );
});

test('of several invalid fields, importType is reported first, then the others in the order of the documentation', () => {
  const invalid = { importType: 7, customerId: 7, fileName: 7, columnMapping: 7, csvData: 7, audience: 7, importId: 7 };
  const valid = {
    importType: 'leads',
    customerId: '00000000-0000-4000-8000-000000000000',
    fileName: 'leads.csv',
    columnMapping: {},
    csvData: '',
    audience: null,
    importId: null,
  };
  const reported = Object.entries(valid).map((_, index) => {
    const corrected = Object.fromEntries(Object.entries(valid).slice(0, index));
    try {
      return body({ ...invalid, firstRow: 0, ...corrected });
    } catch (error) {
      return (error as Error).message.split(' ')[0];
    }
  });
  expect(reported).toEqual(Object.keys(valid));
});
