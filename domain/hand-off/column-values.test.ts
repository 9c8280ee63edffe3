import { expect, it } from 'vitest';
import {
  ColumnValues,
  ignoredRemovals,
  resultColumns,
  unansweredRemovals,
  unansweredValues,
  unreadDates,
} from './column-values.ts';
import { resultMapping, withAnswer } from './results.ts';

const column = (cells: readonly string[]) => {
  const values = new ColumnValues();
  for (const cell of cells) values.add(cell);
  return values;
};
const numbered = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${text} ${at}`);

it.each([
  [['https://mail.example/u/1', 'https://mail.example/u/2', '', '-'], { holdsResults: false, holdsDates: false }],
  [['ada@x.test', '<mailto:ada@x.test>'], { holdsResults: false, holdsDates: false }],
  [['https://mail.example/u/1', 'yes'], { holdsResults: true, holdsDates: false }],
  [['deliverable', 'undeliverable', 'risky'], { holdsResults: false, holdsDates: false }],
  [['deliverable', 'bounced'], { holdsResults: true, holdsDates: false }],
  [['2026-11-12', 'later'], { holdsResults: true, holdsDates: true }],
  [['Sent', 'Unsubscribed', ''], { holdsResults: true, holdsDates: false, holdsRemovals: true }],
  [['VIP', 'Unsubscribed'], { holdsResults: true, holdsDates: false }],
  [['Sent', 'Replied'], { holdsResults: true, holdsDates: false }],
  [['', ' '], { holdsResults: true, holdsDates: true }],
])('the cells %j have the nature %j', (cells, nature) => {
  expect(column(cells).nature).toEqual(nature);
});

it('the values of results are listed with their rows, known ones apart from those that are asked about', () => {
  const headers = ['Email', 'Status', 'Replied'];
  const columns = [
    column(['a@x.test', 'b@x.test', 'c@x.test']),
    column(['Contacted', 'ACTIVE', 'active ']),
    column(['WAHR', '3', 'x']),
  ];
  const mapping = withAnswer(resultMapping(headers), 'Replied', 'x', 'ignore');
  const found = resultColumns(mapping, headers, columns);
  expect(found).toEqual([
    {
      header: 'Status',
      known: [{ example: 'Contacted', rows: 1, meaning: 'contacted' }],
      asked: [{ example: 'ACTIVE', rows: 2, meaning: undefined }],
      others: null,
    },
    {
      header: 'Replied',
      known: [{ example: 'WAHR', rows: 1, meaning: 'replied' }],
      asked: [{ example: 'x', rows: 1, meaning: 'ignore' }],
      others: null,
    },
  ]);
  expect(unansweredValues(found)).toEqual({ values: 1, cells: 2 });
});

it('the values after the fiftieth, long ones, and dates of a status are asked about together', () => {
  const headers = ['Status', 'Replied'];
  const columns = [
    column([...numbered(60, 'state'), '2026-11-12']),
    column([...numbered(49, 'text'), 'a'.repeat(101), '7']),
  ];
  const mapping = resultMapping(headers);
  const found = resultColumns(mapping, headers, columns);
  expect(found.map(({ asked, others }) => [asked.length, others])).toEqual([
    [50, { rows: 11, example: 'state 50', meaning: undefined }],
    [49, { rows: 1, example: 'a'.repeat(100), meaning: undefined }],
  ]);
  expect(unansweredValues(found)).toEqual({ values: 101, cells: 111 });
  const answered = withAnswer(withAnswer(mapping, 'Status', '', 'ignore'), 'Replied', '', 'replied');
  expect(unansweredValues(resultColumns(answered, headers, columns))).toEqual({ values: 0, cells: 0 });
});

it('the dates that are not read are counted, by the order of day and month', () => {
  const headers = ['Contacted', 'Status', 'Status date'];
  const columns = [
    column(['13/04/2026', '04/13/2026', '31/31/2026', '']),
    column(['Replied']),
    column(['2026-11-12', 'last week', '-']),
  ];
  const mapping = resultMapping(headers);
  const unread = (isDayFirst: boolean) => unreadDates({ ...mapping, isDayFirst }, headers, columns);
  const status = { header: 'Status date', rows: 1, example: 'last week' };
  expect(unread(true)).toEqual([{ header: 'Contacted', rows: 2, example: '04/13/2026' }, status]);
  expect(unread(false)).toEqual([{ header: 'Contacted', rows: 2, example: '13/04/2026' }, status]);
  expect(columns.map(({ dateOrder }) => dateOrder)).toEqual(['day', null, null]);
});

it('values that may be removal requests are counted apart, and listed even after the fiftieth', () => {
  const headers = ['Status'];
  const columns = [column([...numbered(60, 'state'), 'Bad fit - DNC', '❌ Unsubscribed', 'Unsubscribed'])];
  const mapping = withAnswer(resultMapping(headers), 'Status', '❌ Unsubscribed', 'ignore');
  const found = resultColumns(mapping, headers, columns);
  expect(found[0]?.asked.slice(50).map(({ example }) => example)).toEqual(['Bad fit - DNC', '❌ Unsubscribed']);
  expect(unansweredRemovals(found)).toBe(1);
});

it('a status with dates is one value', () => {
  const headers = ['Status'];
  const columns = [column(['Hot since 2026-11-12', 'hot since 2026-11-13', 'Replied on 2026-11-12'])];
  const mapping = withAnswer(resultMapping(headers), 'Status', 'Hot since 2026-11-14', 'replied');
  expect(resultColumns(mapping, headers, columns)).toEqual([
    {
      header: 'Status',
      known: [{ example: 'Replied on 2026-11-12', rows: 1, meaning: 'replied' }],
      asked: [{ example: 'Hot since 2026-11-12', rows: 2, meaning: 'replied' }],
      others: null,
    },
  ]);
});

it('removal requests in ignored columns are found', () => {
  const headers = ['Tags', 'Notes', 'Status'];
  const columns = [
    column(['DNC', 'VIP', 'Opt-out', 'dnc', 'VIP, do not contact']),
    column(['please call']),
    column(['Unsubscribed']),
  ];
  expect(ignoredRemovals(resultMapping(headers), headers, columns)).toEqual([
    { header: 'Tags', rows: 4, example: 'DNC' },
  ]);
});
