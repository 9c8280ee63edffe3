import { expect, test } from 'vitest';
import { type ColumnLayout, columnWidths } from './columns.ts';

const name: ColumnLayout = { title: 'Name', width: '1fr' };
const score: ColumnLayout = { title: 'Score', width: '2fr', shownFrom: 'middle' };
const approval: ColumnLayout = { title: 'Approval', width: '5rem', narrowWidth: 'auto', widestWidth: '11rem' };

test.each([
  { says: 'as wide as its cell where nothing else is in columns', columns: [name, approval], middle: '1fr auto' },
  {
    says: 'beside a wider first one',
    columns: [{ ...name, middleWidth: '3fr' }, score, approval],
    middle: '3fr 2fr 5rem',
  },
  { says: 'the same in every row beside further columns', columns: [name, score, approval], middle: '1fr 2fr 5rem' },
])('in a list of middle width the last column is $says', ({ columns, middle }) => {
  expect(columnWidths(columns)).toMatchObject({ '--columns': '1fr auto', '--middle-columns': middle });
});
