import { expect, test } from 'vitest';
import { cellSurvey } from './cell-survey.ts';

test.each<[cell: string, emptied: number, shortened: number]>([
  ['ada@x.com', 0, 0],
  ['', 0, 0],
  ['n/a', 0, 0],
  ['email_not_unlocked@domain.com', 1, 0],
  ['test@test.com', 1, 0],
  ['Test <test@test.com>', 1, 0],
  ['ada@x.com; bob@x.com', 0, 1],
  ['ada@x.com, bob@x.com, cy@x.com', 0, 1],
  ['ada@x.com ::: ada@home.com', 0, 1],
  ['Ada <ada@x.com>, Bob <bob@x.com>', 0, 1],
  ['ada@x.com; ADA@x.com', 0, 0],
  ['Ada <ada@x.com>', 0, 0],
  ['ada@x.com <ada@x.com>', 0, 0],
  ['mailto:ada@x.com', 0, 0],
  ['"ada@x.com".', 0, 0],
  ['ada at x.com', 0, 0],
  ['ask bob@x.com or cy@x.com', 0, 0],
  ['müller@büro.example|ada@x.com', 0, 1],
])('of %j an import empties %i and shortens %i', (cell, emptied, shortened) => {
  const { add, found } = cellSurvey('leads', ['Name', 'Email'], { Name: 'name', Email: 'email' });
  add(['Ada', cell]);
  expect(found).toMatchObject({ emptied, shortened });
});

test('only columns that are mapped to the email count, and each of them', () => {
  const headers = ['Email', 'Work email', 'Other'];
  const { add, found } = cellSurvey('leads', headers, { Email: 'email', 'Work email': 'email', Other: 'ignore' });
  add(['test@test.com', 'ada@x.com,bob@x.com', 'test@test.com']);
  add(['none@none.com', 'ada@x.com']);
  add([]);
  expect(found).toEqual({ emptied: 2, shortened: 1, pages: 0, damaged: 0, example: '' });
});

test('pages of companies in place of people count', () => {
  const { add, found } = cellSurvey('leads', ['Name', 'LinkedIn'], { Name: 'name', LinkedIn: 'linkedin_profile_url' });
  for (const page of ['in/ada', 'company/acme', 'school/acme']) add(['Ada', `https://www.linkedin.com/${page}`]);
  expect(found).toMatchObject({ pages: 2, damaged: 0 });
});

test('numbers that Excel has changed count, with an example', () => {
  const headers = ['Company', 'Size', 'Phone'];
  const { add, found } = cellSurvey('companies', headers, { Company: 'name', Size: 'size', Phone: 'ignore' });
  for (const size of ['11-50', 'Nov-50', '10. Feb', 'Mid 50', '01.11.1950']) add(['Acme', size, '4,92E+11']);
  expect(found).toMatchObject({ damaged: 3, example: 'Nov-50' });
});
