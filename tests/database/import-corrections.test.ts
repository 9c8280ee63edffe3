import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportCall, ImportDatabase, importRows, type NumberedRow, numbered } from '../support/import-database.ts';

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

describe('corrected rows', () => {
  const errors = [3, 5, 6].map((row) => ({
    row,
    sheet_row: row + 4,
    error: 'Name is required',
    cells: ['', `x${row}`],
  }));
  const rows = numbered([{ name: 'Ada' }]).concat(numbered([{ name: 'Dee' }], 4));

  const readState = async (importId: string) => {
    const { rows: state } = await database.owner.query(
      `select total_rows, successful_rows, duplicate_rows, error_rows,
         (select jsonb_agg(jsonb_build_array("row", sheet_row, error) order by "row") from public.import_errors where import_id = $1) as errors
       from public.imports where id = $1`,
      [importId],
    );
    return state[0];
  };

  async function importWithErrors() {
    const importId = randomUUID();
    await importRows(admin, { customer, importId, rows, errors });
    return importId;
  }

  test('corrected rows replace their errors in the same import, at their place in the file', async () => {
    const importId = await importWithErrors();
    const call = {
      customer,
      importId,
      firstRow: 7,
      hash: 'corrected',
      rows: numbered([{ name: 'Bea' }], 3).concat(numbered([{ name: 'Ada' }], 6)),
      errors: [{ row: 5, sheet_row: 9, error: 'Email is not valid: x', cells: ['Cy', 'x'] }],
      correctedRows: [3, 5, 6],
    };
    const answer = await importRows(admin, call);
    expect(answer).toMatchObject({ totalRows: 3, successfulRows: 1, duplicateRows: 1, errorRows: 1 });
    const corrected = {
      total_rows: 5,
      successful_rows: 3,
      duplicate_rows: 1,
      error_rows: 1,
      errors: [[5, 9, 'Email is not valid: x']],
    };
    expect(await readState(importId)).toEqual(corrected);
    expect(await database.storedRows('leads', customer)).toEqual([2, 3, 4]);
    expect(await importRows(admin, call)).toEqual(answer);
    expect(await readState(importId)).toEqual(corrected);
  });

  test('corrected rows are removed when the import is undone', async () => {
    const importId = await importWithErrors();
    await importRows(admin, {
      customer,
      importId,
      firstRow: 7,
      hash: 'corrected',
      rows: numbered([{ name: 'Bea' }], 3),
      correctedRows: [3],
    });
    const { rows: undone } = await admin.query('select removed_leads, remaining_leads from public.undo_import($1)', [
      importId,
    ]);
    expect(undone).toEqual([{ removed_leads: 3, remaining_leads: 0 }]);
  });

  test.each([
    ['have been corrected already', [3, 3]],
    ['are none of the errors', [2]],
  ])('corrected rows are rejected if they %s', async (_, correctedRows) => {
    const importId = await importWithErrors();
    const call = {
      customer,
      importId,
      firstRow: 7,
      hash: 'corrected',
      rows: numbered([{ name: 'Bea' }], 3),
      correctedRows,
    };
    const rejected = { code: 'PT409', message: 'These rows have been corrected already' };
    await expect(importRows(admin, call)).rejects.toMatchObject(rejected);
    await expect(importRows(admin, { ...call, importId: randomUUID() })).rejects.toMatchObject(rejected);
    expect(await readState(importId)).toMatchObject({ total_rows: 5, error_rows: 3 });
  });
});

describe('imports with errors', () => {
  const errors = [3, 5].map((row) => ({ row, error: 'Name is required', cells: ['', `x${row}`] }));
  const imported = async (fileName: string, call: Partial<ImportCall> = {}) =>
    (await importRows(admin, { customer, fileName, firstRow: 2, rows: numbered([{ name: fileName }]), ...call }))
      .importId;
  const corrected = (fileName: string, call: Partial<ImportCall> = {}) =>
    imported(fileName, { rows: numbered([{ name: 'Bea' }, { name: 'Dee' }]), ...call });
  const corrects = async (importId: string) => {
    const text = 'select corrects_import_id as id from public.imports where id = $1';
    return (await database.owner.query<{ id: string | null }>(text, [importId])).rows[0]?.id;
  };
  const needingAttention = async () => {
    const text = `select amount from public.needs_attention() where customer_id = $1 and reason = 'imports with errors'`;
    return (await admin.query<{ amount: number }>(text, [customer])).rows[0]?.amount ?? 0;
  };

  test.each(['team - errors.csv', 'Team - errors (2).csv', 'team - errors(1).CSV'])(
    'an import with errors needs no attention once %s was imported, until that import is undone',
    async (fileName) => {
      const first = await imported('team.csv', { errors });
      expect(await needingAttention()).toBe(1);
      const second = await corrected(fileName);
      expect(await corrects(second)).toBe(first);
      expect(await needingAttention()).toBe(0);
      await admin.query('select public.undo_import($1)', [second]);
      expect(await needingAttention()).toBe(1);
    },
  );

  test('an import with errors needs attention for what is still wrong in the file of its errors, until that is corrected, too', async () => {
    await imported('team.csv', { errors });
    const second = await imported('team - errors.csv', { errors: errors.slice(0, 1) });
    expect(await needingAttention()).toBe(1);
    const third = await imported('team - errors.csv', { rows: numbered([{ name: 'Dee' }]) });
    expect(await corrects(third)).toBe(second);
    expect(await needingAttention()).toBe(0);
  });

  test('an import with errors needs attention until all of its errors were imported again', async () => {
    await imported('team.csv', { errors });
    await imported('team - errors.csv');
    expect(await needingAttention()).toBe(1);
    await imported('team - errors (1).csv', { rows: numbered([{ name: 'Dee' }]) });
    expect(await needingAttention()).toBe(0);
  });

  test.each<[what: string, fileName: string, call?: () => Promise<Partial<ImportCall>>]>([
    ['the same file', 'team.csv'],
    ['another file of errors', 'sales - errors.csv'],
    ['companies', 'team - errors.csv', async () => ({ type: 'companies' })],
    ['another customer', 'team - errors.csv', async () => ({ customer: await database.newCustomer() })],
  ])('an import with errors is not corrected by an import of %s', async (_, fileName, call) => {
    await imported('team.csv', { errors });
    expect(await corrects(await corrected(fileName, await call?.()))).toBeNull();
    expect(await needingAttention()).toBe(1);
  });

  test('an import that was undone or has no errors is corrected by none', async () => {
    const first = await imported('team.csv', { errors });
    await admin.query('select public.undo_import($1)', [first]);
    await imported('sales.csv');
    for (const fileName of ['team - errors.csv', 'sales - errors.csv']) {
      expect(await corrects(await imported(fileName))).toBeNull();
    }
  });
});

describe('previews of duplicates', () => {
  const preview = async (type: 'leads' | 'companies', rows: NumberedRow[], user = admin, of = customer) => {
    const { rows: found } = await user.query('select public.preview_duplicates($1, $2, $3) as duplicates', [
      of,
      type,
      JSON.stringify(rows),
    ]);
    return found[0].duplicates;
  };
  const leads: Record<string, string>[] = [
    { name: 'Ada', email: 'ADA@acme.example' },
    { name: 'Bea', email: 'bea@acme.example' },
    { name: 'Beatrice', email: 'Bea@Acme.example' },
    { name: 'Cy', company: 'Acme' },
  ];

  test('a preview of duplicates finds what the import finds, in the file and among stored leads, and writes nothing', async () => {
    await importRows(admin, { customer, rows: numbered([{ name: 'Ada', email: 'ada@acme.example' }]) });
    expect(await preview('leads', numbered(leads))).toEqual([2, 4]);
    const { rows: stored } = await database.owner.query(
      `select (select count(*)::int from public.imports where customer_id = $1) as imports,
         (select count(*)::int from public.leads where customer_id = $1) as leads,
         (select count(*)::int from public.companies where customer_id = $1) as companies`,
      [customer],
    );
    expect(stored).toEqual([{ imports: 1, leads: 1, companies: 0 }]);
    expect(await importRows(admin, { customer, rows: numbered(leads) })).toMatchObject({ duplicateRows: 2 });
  });

  test('a preview of duplicates knows the rules of companies', async () => {
    const rows = numbered([
      { name: 'Acme', domain: 'acme.example' },
      { name: 'ACME' },
      { name: 'Bolt' },
      { name: 'bolt' },
    ]);
    expect(await preview('companies', rows)).toEqual([3, 5]);
  });

  test('a preview of duplicates is for administrators, for known customers and for few rows', async () => {
    await expect(preview('leads', numbered(leads), member)).rejects.toMatchObject({
      code: 'PT403',
      message: 'Only an administrator can import',
    });
    await expect(preview('leads', [], admin, randomUUID())).rejects.toMatchObject({ code: 'PT404' });
    const many = numbered(Array.from({ length: 101 }, (_, row) => ({ name: `Lead ${row}` })));
    await expect(preview('leads', many)).rejects.toMatchObject({ code: '22023' });
  });
});
