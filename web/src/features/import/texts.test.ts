import { expect, test } from 'vitest';
import { texts } from './texts.ts';

const { undo } = texts;

test.each([
  [12, 3, '12 leads and 3 companies'],
  [1, 0, '1 lead'],
  [0, 1, '1 company'],
  [0, 0, 'No rows'],
])('an undo of %i leads and %i companies is described as “%s”', (leads, companies, words) => {
  expect(undo.rows(leads, companies)).toBe(words);
});

test.each([
  [['Ada', 'Bea'], 2, 'Ada, Bea'],
  [['Ada', 'Bea'], 5, 'Ada, Bea and 3 more'],
])('the names %j of %i rows are listed as “%s”', (names, total, words) => {
  expect(undo.names(names, total)).toBe(`: ${words}`);
});

test.each([
  ['block.xlsx', 'Save block.xlsx as CSV first: in Excel, File, Save as, CSV UTF-8.'],
  ['block.ods', 'Save block.ods as CSV first: in LibreOffice, File, Save as, Text CSV.'],
  ['block.numbers', 'Save block.numbers as CSV first: in Numbers, File, Export To, CSV.'],
  ['block.pdf', 'Choose a file that ends in .csv.'],
])('the problem with the file %s is: %s', (file, words) => {
  expect(texts.problems.fileType(file)).toEqual({ title: 'Invalid file type', text: words });
});

test.each([
  [[20, 20, 20, 0, 0], '20 of 20 leads have been reviewed and will stay'],
  [
    [1, 1, 1, 1, 1],
    '1 of 1 lead has been reviewed and will stay. 1 of 1 company has changed or belongs to a lead and will stay',
  ],
  [
    [20, 3, 2, 4, 2],
    '3 of 20 leads have been reviewed, edited or commented on and will stay. 2 of 4 companies have changed or belong to a lead and will stay',
  ],
  [[20, 0, 0, 4, 0], ''],
])(
  'the rows of an import with %j that stay are named: %s',
  ([leads = 0, leads_left = 0, leads_reviewed = 0, companies = 0, companies_left = 0], words) => {
    expect(undo.staying({ leads, leads_left, leads_reviewed, companies, companies_left })).toBe(words);
  },
);

test.each([
  [[80, 3, 0, 0], '80 leads and 3 companies removed.'],
  [[80, 3, 1, 1], '80 leads and 3 companies removed, 1 lead and 1 company left.'],
  [[0, 0, 20, 2], 'No leads removed. All 20 have changed since the import.'],
  [[0, 0, 1, 0], 'No leads removed. It has changed since the import.'],
  [[0, 0, 0, 3], 'No companies removed. All 3 have changed since the import.'],
  [[0, 0, 0, 0], 'No rows removed.'],
  [[2, 0, 0, 0, 5, 0], '2 leads removed. Former values restored in 5 rows.'],
  [[0, 0, 1, 0, 5, 1], 'Former values restored in 5 rows. In 1 row values changed since stay.'],
])(
  'an undo with %j is summed up: %s',
  ([
    removed_leads = 0,
    removed_companies = 0,
    remaining_leads = 0,
    remaining_companies = 0,
    restored_rows = 0,
    unrestored_rows = 0,
  ], words) => {
    const left = { remaining_leads, remaining_companies, restored_rows, unrestored_rows };
    expect(undo.doneHint({ removed_leads, removed_companies, ...left })).toBe(words);
  },
);
