import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ImportClient } from '../../support/import-client.ts';
import { makeCsv } from '../../support/made-leads.ts';
import { setUpServer } from '../../support/set-up.ts';

let admin: ImportClient;
let customerId: string;

const server = setUpServer({ STATEMENT_TIMEOUT: '60', STATEMENT_BUDGET: '1000' }); // large files on a busy machine
beforeAll(async () => {
  admin = await ImportClient.signIn(server);
});
beforeEach(async () => {
  customerId = await admin.newCustomer();
});

const call = (more: Record<string, unknown> = {}) => ({
  customerId,
  fileName: 'leads.csv',
  importType: 'leads',
  columnMapping: { Name: 'name', Company: 'company' },
  csvData: 'Name,Company\nAda,Acme\nada,ACME\n,Nameless\nBea,Bolt\n',
  ...more,
});

const names = async () =>
  (await admin.rows<{ name: string }>(`leads?customer_id=eq.${customerId}&select=name&order=created_at.desc`)).map(
    ({ name }) => name,
  );
const count = async (table: string) => (await admin.rows(`${table}?customer_id=eq.${customerId}&select=id`)).length;

test('corrected rows replace the errors of their import, once', async () => {
  const importId = randomUUID();
  await admin.send(call({ importId, sheetRows: [3, 4, 6, 7] }));
  const errors = () => admin.rows(`import_errors?import_id=eq.${importId}&select=row,sheet_row,cells`);
  expect(await errors()).toEqual([{ row: 4, sheet_row: 6, cells: ['', 'Nameless'] }]);
  const correction = call({ importId, firstRow: 6, csvData: 'Name,Company\nNora,Nameless\n', correctedRows: [4] });
  const result = {
    importId,
    totalRows: 1,
    successfulRows: 1,
    duplicateRows: 0,
    errorRows: 0,
    errors: [],
    companiesCreated: 1,
  };
  expect(await admin.send(correction)).toEqual({ status: 200, body: result });
  expect(await admin.send(correction)).toEqual({ status: 200, body: result });
  expect(await errors()).toEqual([]);
  expect(await names()).toEqual(['Ada', 'Nora', 'Bea']);
  expect(await admin.rows(`imports?id=eq.${importId}&select=total_rows,successful_rows,error_rows`)).toEqual([
    { total_rows: 4, successful_rows: 3, error_rows: 0 },
  ]);
  expect(await admin.send({ ...correction, firstRow: 7 })).toEqual({
    status: 409,
    body: { error: 'These rows have been corrected already' },
  });
  expect(await admin.send({ ...correction, firstRow: 8, correctedRows: [4, 5] })).toEqual({
    status: 400,
    body: { error: 'correctedRows must have one number for each row of csvData' },
  });
});

test('a request without an importId starts a new import (S7.61, S7.64)', async () => {
  const { status, body } = await admin.send(call({ audience: '  Founders ' }));
  expect(status).toBe(200);
  expect(body).toEqual({
    importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    totalRows: 4,
    successfulRows: 2,
    duplicateRows: 1,
    errorRows: 1,
    errors: [{ row: 4, error: 'Name is required' }],
    companiesCreated: 2,
  });
  const leads = await admin.rows(
    `leads?customer_id=eq.${customerId}&select=name,audience,is_approved,import_id&order=created_at.desc`,
  );
  const common = { audience: 'Founders', is_approved: null, import_id: body.importId };
  expect(leads).toEqual([
    { name: 'Ada', ...common },
    { name: 'Bea', ...common },
  ]);
  const history = await admin.rows(
    `imports?customer_id=eq.${customerId}&select=file_name,import_type,audience,total_rows,successful_rows,import_errors(row,error,cells)`,
  );
  expect(history).toEqual([
    {
      file_name: 'leads.csv',
      import_type: 'leads',
      audience: 'Founders',
      total_rows: 4,
      successful_rows: 2,
      import_errors: [{ row: 4, error: 'Name is required', cells: ['', 'Nameless'] }],
    },
  ]);
});

const everyField: [type: 'leads' | 'companies', sent: Record<string, string>, stored: Record<string, unknown>][] = [
  [
    'leads',
    {
      name: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@engines.example',
      phone: '+44 20 7946 0000',
      title: 'Analyst',
      company: 'Engines Ltd',
      location: 'London',
      headline: 'First of her kind',
      notes: 'Met at the fair',
      linkedin_profile_url: 'https://www.linkedin.com/in/ada',
      profile_picture_url: 'https://pictures.example/ada.png',
    },
    { firstName: undefined, lastName: undefined, first_name: 'Ada', last_name: 'Lovelace' },
  ],
  [
    'companies',
    {
      name: 'Engines Ltd',
      website: 'https://engines.example/about',
      domain: 'engines.example',
      linkedin_url: 'https://www.linkedin.com/company/engines',
      industry: 'Machinery',
      size: '11-50',
      location: 'London',
      description: 'Builds engines',
      employee_count: '42',
      founded_year: '1833',
    },
    { employee_count: 42, founded_year: 1833 },
  ],
];

test.each(everyField)('every field of %s is stored in its column (S3.5, S7.64)', async (importType, sent, stored) => {
  const fields = Object.keys(sent);
  const csvData = [fields, Object.values(sent)].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  const columnMapping = Object.fromEntries(fields.map((field) => [field, field]));
  const { status } = await admin.send(call({ importType, columnMapping, csvData }));
  expect(status).toBe(200);
  const rows = await admin.rows(`${importType}?customer_id=eq.${customerId}`);
  const { firstName, lastName, ...expected } = { ...sent, ...stored };
  expect(rows).toEqual([expect.objectContaining(expected)]);
});

test('a repeated request returns the first response and writes nothing', async () => {
  const chunk = call({ importId: randomUUID(), firstRow: 12 });
  const first = await admin.send(chunk);
  expect(first.body.errors).toEqual([{ row: 14, error: 'Name is required' }]);
  expect(await admin.send(chunk)).toEqual(first);
  expect(await names()).toEqual(['Ada', 'Bea']);
});

test('the same request sent twice at once is stored once', async () => {
  const chunk = call({ importId: randomUUID() });
  const [one, other] = await Promise.all([admin.send(chunk), admin.send(chunk)]);
  expect(one.body).toEqual(other?.body);
  expect(await names()).toEqual(['Ada', 'Bea']);
});

test('the same importId and firstRow with another content or customer is rejected', async () => {
  const importId = randomUUID();
  await admin.send(call({ importId }));
  expect(await admin.send(call({ importId, csvData: 'Name\nCid\n' }))).toEqual({
    status: 409,
    body: { error: 'This importId and firstRow were used for other content' },
  });
  expect(await admin.send(call({ importId, audience: 'Another' }))).toMatchObject({ status: 409 });
  expect(await admin.send(call({ importId, customerId: await admin.newCustomer() }))).toEqual({
    status: 409,
    body: { error: 'This importId belongs to an import of another customer or type' },
  });
  expect(await names()).toEqual(['Ada', 'Bea']);
});

test('a dry run returns the outcome of its rows and writes nothing', async () => {
  await admin.send(call({ csvData: 'Name,Company\nAda,Acme\n' }));
  const { status, body } = await admin.send(call({ dryRun: true }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ totalRows: 4, successfulRows: 1, duplicateRows: 2, errorRows: 1, companiesCreated: 1 });
  expect(await names()).toEqual(['Ada']);
  expect([await count('companies'), await count('imports')]).toEqual([1, 1]);
});

test('a chunk that the database rejects is rolled back and can be sent again', async () => {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  const importId = randomUUID();
  await owner.query(`alter table public.leads add constraint poison check (name <> 'Bea') not valid`);
  const rejected = await admin.send<{ error: string }>(call({ importId }));
  await owner.query('alter table public.leads drop constraint poison');
  await owner.end();
  expect(rejected).toEqual({ status: 500, body: { error: 'Something went wrong. Try again in a moment.' } });
  expect([await count('leads'), await count('companies'), await count('imports')]).toEqual([0, 0, 0]);
  expect(await admin.send(call({ importId }))).toMatchObject({ status: 200, body: { successfulRows: 2 } });
});

const generated = (type: 'leads' | 'companies', rows: number) => makeCsv(type, rows, 11).csv.toString();

/** The counts that the generator prints. */
const answers = {
  leads: { totalRows: 1200, successfulRows: 1163, duplicateRows: 31, errorRows: 6, companiesCreated: 200 },
  companies: { totalRows: 1200, successfulRows: 1163, duplicateRows: 31, errorRows: 6, companiesCreated: 0 },
};

test.each([
  ['leads', 5000],
  ['leads', 100],
  ['companies', 5000],
  ['companies', 333],
] as const)('1,200 generated %s in chunks of %i rows are counted exactly', async (type, rows) => {
  const bytes = generated(type, 1200);
  const totals = await admin.importFile({ bytes, type, customerId, limits: { rows, bytes: 4_194_304 } });
  expect(totals).toMatchObject(answers[type]);
  expect(await admin.importFile({ bytes, type, customerId })).toMatchObject({ successfulRows: 0, companiesCreated: 0 });
});

test('two concurrent imports of one file store no duplicates', async () => {
  const bytes = generated('leads', 1200);
  const file = { bytes, type: 'leads' as const, customerId };
  const [one, other] = await Promise.all([
    admin.importFile({ ...file, limits: { rows: 150, bytes: 4_194_304 } }),
    admin.importFile({ ...file, limits: { rows: 220, bytes: 4_194_304 } }),
  ]);
  expect(one.successfulRows + other.successfulRows).toBe(answers.leads.successfulRows);
  expect(one.companiesCreated + other.companiesCreated).toBe(await count('companies'));
  const keys = await admin.rows<{ linkedin_key: string | null; email_key: string | null; name_key: string | null }>(
    `leads?customer_id=eq.${customerId}&select=linkedin_key,email_key,name_key`,
  );
  for (const key of ['linkedin_key', 'email_key', 'name_key'] as const) {
    const values = keys.map((row) => row[key]).filter((value) => value !== null);
    expect(new Set(values).size).toBe(values.length);
  }
});

test('rows that are too large are counted, and the others keep their numbers', async () => {
  const bytes = `Name,Notes\nAda,\n${'x'.repeat(5_000_000)},\n,\n,x\nBea,\n`;
  expect(await admin.importFile({ bytes, type: 'leads', customerId })).toMatchObject({
    totalRows: 4,
    successfulRows: 2,
    errorRows: 2,
    errors: [
      { row: 3, error: 'Row is too large' },
      { row: 4, error: 'Name is required' },
    ],
  });
});

test('a file of NUL characters is rejected row by row', async () => {
  const rows = 4000;
  const bytes = `Name,Notes\n${`Ada,${'\0'.repeat(1000)}\n`.repeat(rows)}`;
  const { errors, ...totals } = await admin.importFile({ bytes, type: 'leads', customerId });
  expect(totals).toMatchObject({ totalRows: rows, successfulRows: 0, errorRows: rows });
  expect(errors.at(-1)).toEqual({ row: rows + 1, error: 'Row contains a NUL character' });
});
