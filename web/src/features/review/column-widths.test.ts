import { expect, test } from 'vitest';
import { columnWidths } from './column-widths.ts';

const column = (key: 'name' | 'customer', namesCustomer = false) => ({
  title: key,
  namesCustomer,
  renderCell: () => null,
  lengthOf: (row: { name: string; customer: string }) => row[key].length,
  skeleton: null,
});
const COLUMNS = [column('name'), column('customer', true)];
const rowsOf = (...names: string[]) => names.map((name) => ({ name, customer: 'Northwind Traders' }));

test.each([
  ['no rows', [], 'minmax(0,16fr)', 'minmax(0,16fr)'],
  ['short texts', rowsOf('Ada', 'Bo'), 'minmax(0,8fr)', 'minmax(0,17fr)'],
  ['long texts', rowsOf('x'.repeat(200)), 'minmax(0,32fr)', 'minmax(0,17fr)'],
  [
    'one long text in ten',
    rowsOf(...Array(10).fill('Ada Lovelace'), 'x'.repeat(40)),
    'minmax(0,12fr)',
    'minmax(0,17fr)',
  ],
])('the columns are as wide as their contents need: %s', (_, rows, name, customer) => {
  expect(columnWidths(COLUMNS, rows)).toEqual({
    '--columns': `${name} 5.5rem`,
    '--wide-columns': `${name} ${customer} 11.5rem`,
  });
});
