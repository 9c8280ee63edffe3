import { expect, test } from 'vitest';
import { LEADS } from '@/features/leads/lead-table.tsx';
import { columnShare, pairedShares } from './list-columns.tsx';

const column = (key: 'name' | 'customer') => ({
  title: key,
  text: (row: { name: string; customer: string }) => row[key],
});
const namedRows = (...names: string[]) => names.map((name) => ({ name, customer: 'Northwind Traders' }));

test.each([
  ['no rows', [], 16, 16],
  ['short texts', namedRows('Ada', 'Bo'), 8, 17],
  ['long texts', namedRows('x'.repeat(200)), 32, 17],
  ['one long text in ten', namedRows(...Array(10).fill('Ada Lovelace'), 'x'.repeat(40)), 12, 17],
])('the columns are as wide as their contents need: %s', (_, rows, name, customer) => {
  expect([columnShare(column('name'), rows), columnShare(column('customer'), rows)]).toEqual([name, customer]);
});

test('a pair of own columns, one below the other, is as wide as the wider one needs', () => {
  expect(pairedShares([8, 16, 23, 8, 12])).toEqual([16, 16, 23, 23, 12]);
});

test('the name of a lead has space for its picture, a link and a mark beside it', () => {
  type Lead = Parameters<NonNullable<(typeof LEADS.columns)[0]['measure']>>[0];
  const [name] = LEADS.columns;
  const rows = ['Ada Lovelace', 'Søren Nygård'].map((one) => ({ name: one }) as Lead);
  expect(name && columnShare(name, rows)).toBe(30);
});
