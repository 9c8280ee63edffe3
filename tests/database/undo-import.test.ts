import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ImportDatabase, importRows, type NumberedRow, numbered } from '../support/import-database.ts';

let database: ImportDatabase;
let admin: pg.Client;
let colleague: pg.Client;
let customer: string;

beforeAll(async () => {
  database = await ImportDatabase.open();
  admin = await database.signIn('admin');
  colleague = await database.signIn('admin');
});
afterAll(() => database?.close());
beforeEach(async () => {
  customer = await database.newCustomer();
});

async function importTeam(rows: NumberedRow[], more: { type?: 'leads' | 'companies'; importId?: string } = {}) {
  const { importId } = await importRows(admin, { customer, importId: randomUUID(), rows, ...more });
  return importId;
}

type Undone = {
  removed_leads: number;
  removed_companies: number;
  remaining_leads: number | null;
  remaining_companies: number | null;
};

async function undo(importId: string, caller = admin): Promise<Undone> {
  const { rows } = await caller.query(
    `select removed_leads, removed_companies, remaining_leads, remaining_companies from public.undo_import($1)`,
    [importId],
  );
  return rows[0];
}

/** The statement, for rows of the test's customer only. */
const within = (statement: string) => statement.replace(/ where /, ` where customer_id = '${customer}' and `);

async function namesIn(table: 'leads' | 'companies'): Promise<string[]> {
  const { rows } = await database.owner.query(`select name from public.${table} where customer_id = $1 order by name`, [
    customer,
  ]);
  return rows.map(({ name }) => name);
}

const TEAM = numbered([
  { name: 'Ada', company: 'Acme' },
  { name: 'Bea', company: 'Bolt' },
  { name: 'Cy', company: 'ACME' },
]);

test('counts follow an import and its undo', async () => {
  const counts = async () => {
    const text = 'select leads::int, companies::int from public.customer_counts where customer_id = $1';
    return (await database.owner.query(text, [customer])).rows[0];
  };
  const importId = await importTeam(TEAM);
  expect(await counts()).toEqual({ leads: 3, companies: 2 });
  await database.owner.query(`update public.leads set is_approved = true where customer_id = $1 and name = 'Bea'`, [
    customer,
  ]);
  await undo(importId);
  expect(await counts()).toEqual({ leads: 1, companies: 1 });
});

test('undo deletes what an import created, including companies of its leads, and nothing else', async () => {
  await importTeam(numbered([{ name: 'Before', company: 'Earlier' }]));
  const importId = await importTeam(TEAM);
  expect(await undo(importId)).toEqual({
    removed_leads: 3,
    removed_companies: 2,
    remaining_leads: 0,
    remaining_companies: 0,
  });
  expect(await namesIn('leads')).toEqual(['Before']);
  expect(await namesIn('companies')).toEqual(['Earlier']);
});

test('the import has the user and the time of the undo, and the activity has the undo and its deletions', async () => {
  const importId = await importTeam(TEAM);
  await undo(importId, colleague);
  const { rows } = await database.owner.query(
    `select undone_at is not null as undone, undone_by = (select actor_id from public.activity where row_ids = array[$1::uuid] and action = 'update') as same
     from public.imports where id = $1`,
    [importId],
  );
  expect(rows).toEqual([{ undone: true, same: true }]);
  const { rows: recorded } = await database.owner.query(
    `select subject, action, row_count, changed_columns from public.activity
     where customer_id = $1 and (action = 'delete' or subject = 'imports') order by subject, action`,
    [customer],
  );
  expect(recorded).toEqual([
    { subject: 'companies', action: 'delete', row_count: 2, changed_columns: null },
    { subject: 'imports', action: 'insert', row_count: 1, changed_columns: null },
    { subject: 'imports', action: 'update', row_count: 1, changed_columns: ['undone_at'] },
    { subject: 'leads', action: 'delete', row_count: 3, changed_columns: null },
  ]);
});

test.each([
  ['is_approved = true', 'an approval'],
  ['is_approved = null', 'a reverted approval'],
  [`audience = 'Founders'`, 'an audience'],
  [`title = 'CEO'`, 'a word of the text'],
])('%s: a lead with %s stays, and its company too', async (change) => {
  const importId = await importTeam(TEAM);
  await database.owner.query(`update public.leads set ${change} where import_id = $1 and name = 'Cy'`, [importId]);
  expect(await undo(importId)).toEqual({
    removed_leads: 2,
    removed_companies: 1,
    remaining_leads: 1,
    remaining_companies: 1,
  });
  expect(await namesIn('leads')).toEqual(['Cy']);
  expect(await namesIn('companies')).toEqual(['Acme']);
});

test('an approved or rejected company stays without its leads', async () => {
  const importId = await importTeam(TEAM);
  await database.owner.query(`update public.companies set is_approved = false where import_id = $1 and name = 'Bolt'`, [
    importId,
  ]);
  expect(await undo(importId)).toMatchObject({ removed_companies: 1, remaining_leads: 0, remaining_companies: 1 });
  expect(await namesIn('companies')).toEqual(['Bolt']);
});

test('a company that a lead of a later import names stays, whatever the case of the name', async () => {
  const importId = await importTeam(TEAM);
  await importTeam(numbered([{ name: 'Dee', company: ' bolt' }]));
  expect(await undo(importId)).toMatchObject({ removed_leads: 3, removed_companies: 1, remaining_companies: 1 });
  expect(await namesIn('companies')).toEqual(['Bolt']);
});

test('companies of a company import are deleted even if earlier leads name them', async () => {
  await database.owner.query(
    `insert into public.leads (customer_id, name, company, created_at) values ($1, 'Ada', 'Acme', now() - interval '1 day')`,
    [customer],
  );
  const importId = await importTeam(numbered([{ name: 'Acme', domain: 'acme.example' }, { name: 'Bolt' }]), {
    type: 'companies',
  });
  expect(await undo(importId)).toEqual({
    removed_leads: 0,
    removed_companies: 2,
    remaining_leads: 0,
    remaining_companies: 0,
  });
});

test.each([
  ['nothing has changed', '', [3, 0, 0, 2, 0]],
  [
    'leads were approved and rejected',
    `update public.leads set is_approved = name = 'Ada' where name <> 'Cy'`,
    [3, 2, 2, 2, 2],
  ],
  ['a lead was edited', `update public.leads set title = 'CEO' where name = 'Bea'`, [3, 1, 0, 2, 1]],
  ['a company was approved', `update public.companies set is_approved = true where name = 'Bolt'`, [3, 0, 0, 2, 1]],
  [
    'a lead has a comment',
    `insert into public.comments (customer_id, lead_id, body) select customer_id, id, 'Hi' from public.leads where name = 'Ada'`,
    [3, 1, 0, 2, 1],
  ],
  [
    'a later lead names a company',
    `insert into public.leads (customer_id, name, company) select customer_id, 'Dee', ' bolt' from public.leads where name = 'Ada'`,
    [3, 0, 0, 2, 1],
  ],
  ['a lead was deleted', `delete from public.leads where name = 'Ada'`, [2, 0, 0, 2, 0]],
])('the preview of an undo has what it deletes and leaves, if %s', async (_, change, counts) => {
  const importId = await importTeam(TEAM);
  if (change) await database.owner.query(within(change));
  const { rows } = await admin.query('select * from public.undo_preview($1)', [importId]);
  const [leads = 0, leadsLeft = 0, reviewed, companies = 0, companiesLeft = 0] = counts;
  expect(rows).toEqual([
    { leads, leads_left: leadsLeft, leads_reviewed: reviewed, companies, companies_left: companiesLeft },
  ]);
  expect(await undo(importId)).toEqual({
    removed_leads: leads - leadsLeft,
    removed_companies: companies - companiesLeft,
    remaining_leads: leadsLeft,
    remaining_companies: companiesLeft,
  });
});

test('the rows of every chunk are deleted', async () => {
  const importId = await importTeam(numbered([{ name: 'Ada', company: 'Acme' }]));
  await importTeam(numbered([{ name: 'Bea', company: 'Acme' }], 3), { importId });
  expect(await undo(importId)).toMatchObject({ removed_leads: 2, removed_companies: 1 });
});

test('undoing an import twice is an error; the same file can be imported again under a new id only', async () => {
  const importId = await importTeam(TEAM);
  await undo(importId);
  await expect(undo(importId)).rejects.toMatchObject({
    code: 'PT409',
    message: 'This import has been undone already',
  });
  for (const rows of [TEAM, numbered([{ name: 'More' }], 5)]) {
    await expect(importRows(admin, { customer, importId, rows })).rejects.toMatchObject({
      code: 'PT409',
      message: 'This import has been undone: import the file again',
    });
  }
  expect(await importRows(admin, { customer, importId: randomUUID(), rows: TEAM })).toMatchObject({
    successfulRows: 3,
    duplicateRows: 0,
    companiesCreated: 2,
  });
});

/** Processes that wait for a lock of this type in this database. */
const waitsFor = (lock: string) =>
  `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = '${lock}'`;

test('an undo waits for a running import of the customer', async () => {
  const importId = await importTeam(TEAM);
  await admin.query('begin');
  await importRows(admin, { customer, rows: numbered([{ name: 'Dee', company: 'Bolt' }]) });
  const undoing = undo(importId, colleague);
  await expect.poll(async () => (await database.owner.query(waitsFor('advisory'))).rowCount).toBe(1);
  await admin.query('commit');
  expect(await undoing).toMatchObject({ removed_leads: 3, remaining_companies: 1 });
});

test('an interrupted undo continues, and its counts add up', async () => {
  const importId = await importTeam(TEAM);
  await database.owner.query(`update public.imports set undone_at = now(), removed_leads = 50000 where id = $1`, [
    importId,
  ]);
  await expect(importRows(admin, { customer, importId, rows: TEAM })).rejects.toMatchObject({ code: 'PT409' });
  expect(await undo(importId)).toMatchObject({ removed_leads: 50_003, remaining_leads: 0 });
});

test('a lead that is being approved during the undo stays', async () => {
  const importId = await importTeam(TEAM);
  await colleague.query('begin');
  await colleague.query(`update public.leads set is_approved = true where import_id = $1 and name = 'Bea'`, [importId]);
  const undoing = undo(importId);
  await expect
    .poll(async () => {
      const { rowCount } = await database.owner.query(waitsFor('transactionid'));
      return rowCount;
    })
    .toBe(1);
  await colleague.query('commit');
  expect(await undoing).toEqual({ removed_leads: 2, removed_companies: 1, remaining_leads: 1, remaining_companies: 1 });
  expect(await namesIn('leads')).toEqual(['Bea']);
});
