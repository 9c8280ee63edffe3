import { expect, test } from 'vitest';
import { LEADS } from '@/features/leads/lead-table.tsx';
import { columnWidths } from '@/ui/list/columns.ts';
import { shareOf } from './list-columns.tsx';

const column = (key: 'name' | 'customer') => ({
  title: key,
  text: (row: { name: string; customer: string }) => row[key],
});
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
  const columns = [
    { ...column('name'), width: shareOf(column('name'), rows) },
    { ...column('customer'), shownFrom: 'widest' as const, width: shareOf(column('customer'), rows) },
    { title: 'approval', width: '5.5rem', narrowWidth: 'auto', widestWidth: '11.5rem' },
  ];
  expect(columnWidths(columns)).toMatchObject({
    '--columns': `${name} auto`,
    '--wide-columns': `${name} 5.5rem`,
    '--widest-columns': `${name} ${customer} 11.5rem`,
  });
});

test('the name of a lead has space for its picture, a link and a mark beside it', () => {
  type Lead = Parameters<NonNullable<(typeof LEADS.columns)[0]['lengthOf']>>[0];
  const [name] = LEADS.columns;
  const rows = ['Ada Lovelace', 'Søren Nygård'].map((one) => ({ name: one }) as Lead);
  expect(name && shareOf(name, rows)).toBe('minmax(0,30fr)');
});
