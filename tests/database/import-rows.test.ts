import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ImportDatabase, importRows, numbered } from '../support/import-database.ts';

let database: ImportDatabase;
let admin: pg.Client;
let member: pg.Client;
let customer: string;

beforeAll(async () => {
  database = await ImportDatabase.open();
  admin = await database.signIn('admin');
  member = await database.signIn('customer');
});
afterAll(() => database?.close());
beforeEach(async () => {
  customer = await database.newCustomer();
});

test('duplicates are looked for within the customer only (S7.66)', async () => {
  const rows = numbered([{ name: 'Ada', email: 'ada@example.test' }]);
  await importRows(admin, { customer, rows });
  const other = await database.newCustomer();
  expect(await importRows(admin, { customer: other, rows })).toMatchObject({ successfulRows: 1, duplicateRows: 0 });
});

test('a chunk sent again gets the same answer and writes nothing', async () => {
  const call = {
    customer,
    rows: numbered([
      { name: 'Ada', company: 'Acme' },
      { name: 'ada', company: 'ACME' },
    ]),
    errors: [{ row: 4, error: 'Name is required', cells: ['', 'x'] }],
    importId: randomUUID(),
    audience: 'Founders',
  };
  const first = await importRows(admin, call);
  expect(first).toEqual({
    importId: call.importId,
    totalRows: 3,
    successfulRows: 1,
    duplicateRows: 1,
    errorRows: 1,
    errors: [{ row: 4, error: 'Name is required' }],
    companiesCreated: 1,
  });
  expect(await importRows(admin, call)).toEqual(first);
  expect(await database.storedRows('leads', customer)).toEqual([2]);
  const { rows } = await database.owner.query(
    `select file_name, audience, total_rows, successful_rows, duplicate_rows, error_rows, companies_created,
       (select jsonb_agg(cells) from public.import_errors e where e.import_id = i.id) as cells
     from public.imports i where id = $1`,
    [call.importId],
  );
  expect(rows).toEqual([
    {
      file_name: 'contacts.csv',
      audience: 'Founders',
      total_rows: 3,
      successful_rows: 1,
      duplicate_rows: 1,
      error_rows: 1,
      companies_created: 1,
      cells: [['', 'x']],
    },
  ]);
});

test('an import id cannot be used for another customer or type, nor a chunk for other content', async () => {
  const importId = randomUUID();
  await importRows(admin, { customer, importId, rows: numbered([{ name: 'Ada' }]) });
  const other = await database.newCustomer();
  await expect(importRows(admin, { customer, importId, hash: 'another' })).rejects.toMatchObject({ code: 'PT409' });
  await expect(importRows(admin, { importId, customer: other })).rejects.toMatchObject({ code: 'PT409' });
  await expect(importRows(admin, { importId, customer: other, firstRow: 3 })).rejects.toMatchObject({
    code: 'PT409',
  });
  await expect(importRows(admin, { customer, importId, type: 'companies', firstRow: 3 })).rejects.toMatchObject({
    code: 'PT409',
  });
});

test('a member cannot import, and no one can import for a customer that does not exist', async () => {
  await expect(importRows(member, { customer })).rejects.toMatchObject({
    code: 'PT403',
    message: 'Only an administrator can import',
  });
  await expect(importRows(admin, { customer: randomUUID() })).rejects.toMatchObject({ code: 'PT404' });
});

test('a dry run returns the result of the import and writes nothing', async () => {
  const rows = numbered([
    { name: 'Ada', company: 'Acme' },
    { name: 'ada', company: 'acme' },
  ]);
  const importId = randomUUID();
  const dry = await importRows(admin, { customer, importId, rows, dryRun: true });
  expect(dry).toMatchObject({ importId, successfulRows: 1, duplicateRows: 1, companiesCreated: 1 });
  const left = await database.owner.query(
    `select (select count(*)::int from public.leads where customer_id = $1) + (select count(*)::int from public.companies where customer_id = $1)
       + (select count(*)::int from public.imports where customer_id = $1) + (select count(*)::int from public.import_mappings where customer_id = $1)
       + (select count(*)::int from public.activity where customer_id = $1 and subject <> 'customers') as count`,
    [customer],
  );
  expect(left.rows).toEqual([{ count: 0 }]);
  expect(await importRows(admin, { customer, importId, rows })).toEqual(dry);
});

test('a chunk that fails writes nothing', async () => {
  const importId = randomUUID();
  const rows = numbered([{ name: 'Ada', company: 'Acme' }, { name: ' ' }]);
  await expect(importRows(admin, { customer, importId, rows })).rejects.toMatchObject({ code: '23514' });
  expect(await database.storedRows('leads', customer)).toEqual([]);
  const { rows: imports } = await database.owner.query('select from public.imports where id = $1', [importId]);
  expect(imports).toEqual([]);
});

test('the mapping last used for a set of headers is saved', async () => {
  await importRows(admin, { customer, rows: numbered([{ name: 'Ada' }]) });
  await importRows(admin, { customer, rows: numbered([{ name: 'Bea' }]) });
  const { rows } = await database.owner.query(
    'select headers, mapping from public.import_mappings where customer_id = $1',
    [customer],
  );
  expect(rows).toEqual([{ headers: ['Name'], mapping: { Name: 'name' } }]);
});

test.each(['leads', 'companies'] as const)(
  'custom values of imported %s are stored, internal ones apart, and undone',
  async (type) => {
    const importId = randomUUID();
    const rows = numbered([
      {
        name: 'Ada',
        domain: 'ada.test',
        email: 'ada@x.test',
        custom: { icebreaker: 'Hello' },
        internal: { score: '7' },
      },
      { name: 'Bea', domain: 'bea.test', email: 'bea@x.test' },
      {
        name: 'Ada',
        domain: 'ada.test',
        email: 'ada@x.test',
        custom: { icebreaker: 'Again' },
        internal: { score: '9' },
      },
      { name: 'Cid', custom: { icebreaker: 'Hi' }, internal: { score: '8' } },
    ]);
    await importRows(admin, { customer, importId, type, rows });
    const stored = async () =>
      (
        await database.owner.query(
          `select name, stored.custom, internal.custom as internal
         from public.${type} stored left join public.internal_values internal on stored.id in (lead_id, company_id)
         where stored.customer_id = $1 order by name`,
          [customer],
        )
      ).rows;
    expect(await stored()).toEqual([
      { name: 'Ada', custom: { icebreaker: 'Hello' }, internal: { score: '7' } },
      { name: 'Bea', custom: {}, internal: null },
      { name: 'Cid', custom: { icebreaker: 'Hi' }, internal: { score: '8' } },
    ]);
    await admin.query('select undo_import($1)', [importId]);
    expect(await stored()).toEqual([]);
  },
);

test('an import refreshes the statistics of its tables when it has 1,000 rows, and again when it has three times as many', async () => {
  const importId = randomUUID();
  const estimates = async () => {
    const { rows } = await database.owner.query(
      `select array_agg(reltuples::int order by relname) as estimated from pg_class where oid in ('public.leads'::regclass, 'public.companies'::regclass)`,
    );
    return rows[0].estimated;
  };
  const counted = async () => {
    const { rows } = await database.owner.query(
      'select array[(select count(*) from public.companies), (select count(*) from public.leads)]::int[] as counted',
    );
    return rows[0].counted;
  };
  let row = 2;
  const add = async (count: number) => {
    const newRows = Array.from({ length: count }, (_, n) => ({ name: `Lead ${row + n}`, company: `Firm ${row + n}` }));
    await importRows(admin, { customer, importId, firstRow: row, rows: numbered(newRows, row) });
    row += count;
  };
  const atFirst = await estimates();
  await add(999);
  expect(await estimates()).toEqual(atFirst);
  await add(1);
  expect(await estimates()).toEqual(await counted());
  await add(1000);
  expect(await estimates()).not.toEqual(await counted());
  await add(1000);
  expect(await estimates()).toEqual(await counted());
});
