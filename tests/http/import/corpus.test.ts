import { readFileSync } from 'node:fs';
import { beforeAll, expect, inject, test } from 'vitest';
import { ImportClient } from '../../support/import-client.ts';

type Expected = {
  file: string;
  importType: 'leads' | 'companies';
  audience?: string;
  columnMapping?: Parameters<ImportClient['importFile']>[0]['mapping'];
  totalRows: number;
  successfulRows: number;
  duplicateRows: number;
  errorRows: number;
  errors: { row: number; error: string }[];
  companiesCreated: number;
  nothingSent?: boolean;
  stored: { match: Record<string, string>; expect: Record<string, unknown> }[];
  listedFirst?: string;
  listedLast?: string;
};

const folder = new URL('../../fixtures/csv/', import.meta.url);
const corpus: Expected[] = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));

const server = inject('server');
let admin: ImportClient;

beforeAll(async () => {
  admin = await ImportClient.signIn(server);
});

const runImport = (expected: Expected, customerId: string, limits?: { rows: number; bytes: number }) =>
  admin.importFile({
    bytes: readFileSync(new URL(expected.file, folder)),
    type: expected.importType,
    customerId,
    mapping: expected.columnMapping,
    audience: expected.audience,
    limits,
  });

/** The rows that the import stored, as the lists show them: newest first. */
const listed = ({ importType }: Expected, customerId: string, importId: string | null) =>
  admin.rows<Record<string, unknown>>(
    `${importType}?customer_id=eq.${customerId}&import_id=eq.${importId}&order=created_at.desc,id.desc`,
  );

test.each(corpus)(
  '$file gives exactly the expected result and rows (S3.22, S3.23, S5.38, S7.65, S7.66, S7.67)',
  async (expected) => {
    const customerId = await admin.newCustomer(expected.file);
    const { importId, ...totals } = await runImport(expected, customerId);
    const { totalRows, successfulRows, duplicateRows, errorRows, errors, companiesCreated } = expected;
    expect(totals).toEqual({ totalRows, successfulRows, duplicateRows, errorRows, errors, companiesCreated });
    expect(importId === null).toBe(expected.nothingSent === true);
    if (importId === null) return;

    const rows = await listed(expected, customerId, importId);
    expect(rows.length).toBe(successfulRows);
    expect(rows.every((row) => row.is_approved === null)).toBe(true);
    expect([rows[0]?.name, rows.at(-1)?.name]).toEqual([expected.listedFirst, expected.listedLast]);
    for (const { match, expect: fields } of expected.stored) {
      const matching = rows.filter((row) => Object.entries(match).every(([field, value]) => row[field] === value));
      expect(matching).toEqual([expect.objectContaining(fields)]);
    }
    const companies = await admin.rows(`companies?customer_id=eq.${customerId}&select=id`);
    expect(companies.length).toBe(expected.importType === 'leads' ? companiesCreated : successfulRows);
  },
);

test.each(corpus)('$file gives the same in chunks of seven rows', async (expected) => {
  const customerId = await admin.newCustomer(expected.file);
  const { importId, ...totals } = await runImport(expected, customerId, { rows: 7, bytes: 4_194_304 });
  const { totalRows, successfulRows, duplicateRows, errorRows, errors, companiesCreated } = expected;
  expect(totals).toEqual({ totalRows, successfulRows, duplicateRows, errorRows, errors, companiesCreated });
  const names = importId ? (await listed(expected, customerId, importId)).map(({ name }) => name) : [];
  expect([names[0], names.at(-1)]).toEqual([expected.listedFirst, expected.listedLast]);
});

test('addresses of profiles that name nobody have no key, and those that name one by its id have', async () => {
  const customerId = await admin.newCustomer('Keys');
  await admin.importFile({
    bytes: readFileSync(new URL('linkedin-nobody-leads.csv', folder)),
    type: 'leads',
    customerId,
  });
  const keys = await admin.rows(`leads?customer_id=eq.${customerId}&select=name,linkedin_key&linkedin_key=not.is.null`);
  expect(keys.length).toBe(2);
  expect(keys).toEqual(
    expect.arrayContaining([
      { name: 'Nora Alpha', linkedin_key: 'linkedin.com/profile/view?id=10000001' },
      { name: 'Omar Beta', linkedin_key: 'linkedin.com/profile/view?id=10000002' },
    ]),
  );
});
