import { expect, test } from 'vitest';
import { type ColumnLayout, columnWidths } from './columns.ts';

const name: ColumnLayout = { title: 'Name', width: '1fr' };
const score: ColumnLayout = { title: 'Score', width: '2fr', shownFrom: 'own' };
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

test.each([
  [1, '3fr 1fr 5rem'],
  [2, '3fr 1fr 5rem'],
  [5, '3fr 1fr 3fr 5fr 5rem'],
])('two of %i own columns that do not fit side by side share a track', (count, stacked) => {
  const own = Array.from({ length: count }, (_, index) => ({ ...score, width: `${index + 1}fr` }));
  const columns = [{ ...name, middleWidth: '3fr' }, ...own, approval];
  expect(columnWidths(columns)).toMatchObject({ '--stacked-columns': stacked });
});
