import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ImportDatabase, importRows, numbered } from '../support/import-database.ts';

let database: ImportDatabase;
let admin: pg.Client;
let customer: string;

beforeAll(async () => {
  database = await ImportDatabase.open();
  admin = await database.signIn('admin');
});
afterAll(() => database?.close());
beforeEach(async () => {
  customer = await database.newCustomer();
});

const profile = (slug: string) => `https://www.linkedin.com/in/${slug}`;

test('a row that is a duplicate does not make a later row a duplicate (S7.67, S7.68)', async () => {
  const rows = numbered([
    { name: 'A', linkedin_profile_url: profile('one') },
    { name: 'B', linkedin_profile_url: profile('one'), email: 'x@example.test' },
    { name: 'C', email: 'x@example.test' },
  ]);
  expect(await importRows(admin, { customer, rows })).toMatchObject({ successfulRows: 2, duplicateRows: 1 });
  expect(await database.storedRows('leads', customer)).toEqual([2, 4]);
});

test('a lead without email and LinkedIn address is compared only with such leads (S7.70)', async () => {
  const rows = numbered([
    { name: 'Ada', email: 'ada@example.test', company: 'Acme' },
    { name: 'Ada', company: 'Acme' },
    { name: ' ADA ', company: 'acme' },
    { name: 'Ada' },
    { name: 'ada', company: null },
  ]);
  await importRows(admin, { customer, rows });
  expect(await database.storedRows('leads', customer)).toEqual([2, 3, 5]);
});

test.each([
  ['É', 'e\u0301'],
  ['Ж', 'ж'],
  ['Straße\u00a0Ж', ' straße ж'],
])('%s and %s are duplicates by name', async (one, other) => {
  await importRows(admin, { customer, rows: numbered([{ name: one }, { name: other }]) });
  expect(await database.storedRows('leads', customer)).toEqual([2]);
});

test('a company without domain and LinkedIn address is a duplicate of an earlier company of its name, not of a later one (S7.73)', async () => {
  const rows = numbered([
    { name: 'Early', domain: 'early.example' },
    { name: 'early' },
    { name: 'Late' },
    { name: 'LATE', domain: 'late.example' },
    { name: 'late' },
  ]);
  await importRows(admin, { customer, type: 'companies', rows });
  expect(await database.storedRows('companies', customer)).toEqual([2, 4, 5]);
});

test('a lead import creates one company for each new company name', async () => {
  await importRows(admin, {
    customer,
    type: 'companies',
    rows: numbered([{ name: 'Known Ltd', domain: 'known.example' }]),
  });
  const rows = numbered([
    { name: 'A', company: 'KNOWN ltd' },
    { name: 'B', company: 'New  Co' },
    { name: 'C', company: 'new co' },
    { name: 'A', company: 'known LTD' },
    { name: 'D' },
  ]);
  expect(await importRows(admin, { customer, rows })).toMatchObject({
    successfulRows: 4,
    duplicateRows: 1,
    companiesCreated: 1,
  });
  const companies = await database.owner.query(
    'select name, is_approved from public.companies where customer_id = $1 order by name',
    [customer],
  );
  expect(companies.rows).toEqual([
    { name: 'Known Ltd', is_approved: null },
    { name: 'New  Co', is_approved: null },
  ]);
});

/* What is stored must be what a reader of the rules would store who takes one row after the other. */

const maybe = (...values: string[]) => fc.constantFrom(null, ...values);
const leads = fc.array(
  fc.record({
    name: fc.constantFrom('Ada', 'ADA', 'Bea'),
    company: maybe('Acme', 'acme', 'Bolt'),
    email: maybe('x@example.test', 'X@EXAMPLE.test', 'y@example.test'),
    linkedin_profile_url: maybe(profile('one'), 'http://de.linkedin.com/in/One/?a=b', profile('two')),
  }),
  { maxLength: 12 },
);
const companies = fc.array(
  fc.record({
    name: fc.constantFrom('Acme', 'ACME', 'Bolt', 'bolt'),
    domain: maybe('acme.example', 'bolt.example'),
    linkedin_url: maybe(
      'https://linkedin.com/company/acme',
      'linkedin.com/company/ACME/about',
      'linkedin.com/company/bolt',
    ),
  }),
  { maxLength: 12 },
);

type Keys = { one?: string; other?: string; name: string };
const profileSlug = (url?: string | null) => url?.toLowerCase().match(/\/(?:in|company)\/(\w+)/)?.[1];

function rowKeys(row: Record<string, string | null>): Keys {
  return {
    one: profileSlug(row.linkedin_profile_url ?? row.linkedin_url),
    other: (row.email ?? row.domain)?.toLowerCase(),
    name: `${row.name} ${row.company ?? ''}`.toLowerCase(),
  };
}

/** The indexes of the rows that are stored when they are imported one after the other. */
function sequentially(type: 'leads' | 'companies', rows: Record<string, string | null>[]): number[] {
  const stored: Keys[] = [];
  return rows.flatMap((row, index) => {
    const keys = rowKeys(row);
    const hasNeither = (of: Keys) => of.one === undefined && of.other === undefined;
    const isTaken = stored.some(
      (before) =>
        (keys.one !== undefined && keys.one === before.one) ||
        (keys.other !== undefined && keys.other === before.other) ||
        (hasNeither(keys) && keys.name === before.name && (type === 'companies' || hasNeither(before))),
    );
    if (isTaken) return [];
    stored.push(keys);
    return [index];
  });
}

test.each([
  ['leads', leads],
  ['companies', companies],
] as const)(
  '%s in two chunks are stored as if one row came after the other (S7.68, S7.69, S7.71, S7.72)',
  async (type, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, arbitrary, async (one, other) => {
        const of = await database.newCustomer();
        const rows = numbered([...one, ...other]);
        const importId = randomUUID();
        const answers = [
          await importRows(admin, { customer: of, type, importId, firstRow: 2, rows: rows.slice(0, one.length) }),
          await importRows(admin, {
            customer: of,
            type,
            importId,
            firstRow: 2 + one.length + 100,
            rows: rows.slice(one.length),
          }),
        ];
        const expected = sequentially(type, [...one, ...other]).map((index) => index + 2);
        expect(await database.storedRows(type, of)).toEqual(expected);
        expect(answers.reduce((sum, answer) => sum + answer.successfulRows, 0)).toBe(expected.length);
      }),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 60 },
    );
  },
);
