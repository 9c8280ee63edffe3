import { expect, test } from 'vitest';
import { parseHeadcount, parseYear } from './stored-row.ts';

test.each([
  ['0', 0],
  ['42', 42],
  ['007', 7],
  ['1,250', 1250],
  ['12.500', 12500],
  ["3'400", 3400],
  ['1’250', 1250],
  ['1 200', 1200],
  ['1.234.567', 1234567],
  ['250.0', 250],
  ['1,250.0', 1250],
  ['~200', 200],
  ['≈ 300', 300],
  ['< 50', 50],
  ['>1000', 1000],
  ['42 employees', 42],
  ['42 EMPLOYEES', 42],
  ['~ 1 200 employees', 1200],
  ['2147483647', 2147483647],
])('%s is the number %i and nothing more', (text, count) => {
  expect(parseHeadcount(text)).toEqual({ count, isRange: false });
});

test.each([
  ['11-50', 11],
  ['11 - 50', 11],
  ['11–50', 11],
  ['51—200', 51],
  ['1,001-5,000', 1001],
  ['1.001-5,000', 1001],
  ['11-50 employees', 11],
  ['500+', 500],
  ['10,001 + employees', 10001],
  ['1K-5K', 1000],
  ['1K–5K', 1000],
  ['1k - 5k employees', 1000],
  ['10k+', 10000],
  ['1.5K', 1500],
  ['1,5k', 1500],
  ['~ 2 K', 2000],
  ['5M', 5_000_000],
  ['500-1K', 500],
  ['1.5K-1M', 1500],
  ['1-5K', null],
])('%s is a range from %j', (text, count) => {
  expect(parseHeadcount(text)).toEqual({ count, isRange: true });
});

test.each([
  '',
  'many',
  '12.5',
  '1,00',
  '1,2345',
  '1,234.567',
  '-5',
  '200~',
  '12 staff',
  '1 employee',
  'about 200',
  '5K-',
  'K',
  '9999M',
  '5KM',
  '1K-5',
  '2147483648',
  'Nov-50',
  '+5',
  '11-',
  '٥',
])('%j is no number of employees', (text) => {
  expect(parseHeadcount(text)).toBeNull();
});

test.each([
  ['1987', 1987],
  ['01/05/2012', 2012],
  ['2009-06', 2009],
  ['c. 1907', 1907],
  ['FY2015', 2015],
  ['1000', 1000],
  ['2100', 2100],
  ['2999 or 1999', 1999],
])('%s is the year %i', (text, year) => {
  expect(parseYear(text)).toBe(year);
});

test.each(['0', '99', '12345', '0999', '2101', 'ages ago', '198'])('%j holds no year', (text) => {
  expect(parseYear(text)).toBeNull();
});
