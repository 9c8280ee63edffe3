import { describe, expect, test } from 'vitest';
import { describeFilters, NO_FILTERS, readFilters, withCustomer, writeFilters } from './filters.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const IMPORT = '0f8fad5b-d9cb-469f-a165-70867728950e';
const read = (query: string, hasAudience = true) => readFilters(new URLSearchParams(query), { hasAudience });

describe('the filters in the URL', () => {
  test.each([
    ['', NO_FILTERS],
    ['audience=Founders+Q3', { ...NO_FILTERS, audience: 'Founders Q3' }],
    ['audience=', { ...NO_FILTERS, audience: '' }],
    ['search=%20ada%20', { ...NO_FILTERS, term: 'ada' }],
    [`customer=${CUSTOMER.toUpperCase()}`, { ...NO_FILTERS, customerId: CUSTOMER }],
    ['customer=not-a-uuid', NO_FILTERS],
    ['status=to-review', { ...NO_FILTERS, status: 'to_review' }],
    ['status=rejected', { ...NO_FILTERS, status: 'rejected' }],
    ['status=pending', NO_FILTERS],
    [`import=${IMPORT.toUpperCase()}`, { ...NO_FILTERS, importId: IMPORT }],
    ['import=not-a-uuid', NO_FILTERS],
  ])('the query %j is read as %j', (query, filters) => {
    expect(read(query)).toEqual(filters);
  });

  test('a table without audiences ignores the audience', () => {
    expect(read('audience=Founders', false)).toEqual(NO_FILTERS);
  });

  test.each([
    ['', NO_FILTERS, ''],
    ['search=ada&audience=A', NO_FILTERS, ''],
    ['tab=all&search=ada', NO_FILTERS, 'tab=all'],
    ['status=approved', NO_FILTERS, ''],
    [`import=${IMPORT}`, NO_FILTERS, ''],
    ['search=ada', { ...NO_FILTERS, importId: IMPORT }, `import=${IMPORT}`],
    ['', { ...NO_FILTERS, status: 'to_review' }, 'status=to-review'],
    [
      '',
      { ...NO_FILTERS, term: ' A & B ', customerId: CUSTOMER, audience: '' },
      `search=A+%26+B&customer=${CUSTOMER}&audience=`,
    ],
  ] as const)('the query %j with the filters %j becomes %j', (query, filters, written) => {
    expect(writeFilters(new URLSearchParams(query), filters).toString()).toBe(written);
  });
});

test('choosing another customer clears the audience; choosing the same one keeps it', () => {
  const filters = { term: 'ada', customerId: CUSTOMER, audience: 'Founders', status: null };
  expect({ ...filters, ...withCustomer(filters, null) }).toEqual({ ...NO_FILTERS, term: 'ada' });
  expect({ ...filters, ...withCustomer(filters, CUSTOMER) }).toEqual(filters);
});

test.each([
  [NO_FILTERS, {}, ''],
  [{ ...NO_FILTERS, audience: '' }, {}, 'no audience'],
  [{ ...NO_FILTERS, customerId: CUSTOMER, importId: IMPORT }, {}, 'customer unknown, import unknown'],
  [{ ...NO_FILTERS, status: 'rejected' }, {}, 'status Rejected'],
  [
    { term: 'ada', customerId: CUSTOMER, audience: 'Founders', status: 'to_review', importId: IMPORT },
    { customer: 'Acme', file: 'team.csv' },
    '"ada", customer Acme, import team.csv, audience Founders, status To review',
  ],
] as const)('the filters %j with the names %j are %j in words', (filters, names, words) => {
  expect(describeFilters(filters, names)).toBe(words);
});
