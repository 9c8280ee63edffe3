import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { ImportClient } from '../../support/import-client.ts';
import { setUpServer } from '../../support/set-up.ts';

let admin: ImportClient;

const server = setUpServer();
beforeAll(async () => {
  admin = await ImportClient.signIn(server);
});

test('rows that must not be contacted are errors with their cells, in their customer’s imports only', async () => {
  const [customerId, other] = [await admin.newCustomer(), await admin.newCustomer('Globex')];
  await admin.request('/rest/v1/rpc/add_do_not_contact', {
    customer_id: customerId,
    entries: [
      { kind: 'domain', value: 'rival.example' },
      { kind: 'company', value: 'Umbrella' },
    ],
  });
  const importId = randomUUID();
  const request = {
    fileName: 'leads.csv',
    importType: 'leads',
    columnMapping: { Name: 'name', Mail: 'email', Firm: 'company' },
    csvData:
      'Name,Mail,Firm,Score\nAda,ada@eu.rival.example,,1\nBea,bea@x.example,Bolt,2\n,x,,3\nCy,,UMBRELLA,4\nBea,bea@x.example,,5\n',
    sheetRows: [3, 4, 5, 6, 7],
  };
  const errors = [
    { row: 2, error: 'On the do-not-contact list: rival.example' },
    { row: 4, error: 'Name is required' },
    { row: 5, error: 'On the do-not-contact list: Umbrella' },
  ];
  const expected = { totalRows: 5, successfulRows: 1, duplicateRows: 1, errorRows: 3, errors, companiesCreated: 1 };
  const send = (more: object) => admin.send({ ...request, customerId, importId, ...more });
  expect(await send({ dryRun: true })).toEqual({ status: 200, body: { importId, ...expected } });
  expect(await send({})).toEqual({ status: 200, body: { importId, ...expected } });
  expect(await send({})).toEqual({ status: 200, body: { importId, ...expected } });
  expect(await admin.rows(`import_errors?import_id=eq.${importId}&select=row,sheet_row,error,cells&order=row`)).toEqual(
    [
      { ...errors[0], sheet_row: 3, cells: ['Ada', 'ada@eu.rival.example', '', '1'] },
      { ...errors[1], sheet_row: 5, cells: ['', 'x', '', '3'] },
      { ...errors[2], sheet_row: 6, cells: ['Cy', '', 'UMBRELLA', '4'] },
    ],
  );
  expect(await admin.rows(`leads?customer_id=eq.${customerId}&select=name`)).toEqual([{ name: 'Bea' }]);
  const elsewhere = await admin.send({ ...request, customerId: other });
  expect(elsewhere.body).toMatchObject({ successfulRows: 3, duplicateRows: 1, errorRows: 1 });
});

test('a list rejects leads whose emails the file has with quotes, brackets and what comes with copied text', async () => {
  const customerId = await admin.newCustomer('Decorated');
  await admin.request('/rest/v1/rpc/add_do_not_contact', {
    customer_id: customerId,
    entries: [
      { kind: 'email', value: 'nora@alpha.example' },
      { kind: 'domain', value: 'beta.example' },
      { kind: 'email', value: 'pia@gamma.example' },
      { kind: 'email', value: 'quin@delta.example' },
      { kind: 'email', value: 'rosa@epsilon.example' },
    ],
  });
  const bytes = readFileSync(new URL('../../fixtures/csv/decorated-email-leads.csv', import.meta.url));
  const { importId: _, ...totals } = await admin.importFile({ bytes, type: 'leads', customerId });
  expect(totals).toEqual({
    totalRows: 8,
    successfulRows: 3,
    duplicateRows: 0,
    errorRows: 5,
    errors: [
      { row: 2, error: 'On the do-not-contact list: nora@alpha.example' },
      { row: 3, error: 'On the do-not-contact list: beta.example' },
      { row: 4, error: 'On the do-not-contact list: pia@gamma.example' },
      { row: 5, error: 'On the do-not-contact list: quin@delta.example' },
      { row: 6, error: 'On the do-not-contact list: rosa@epsilon.example' },
    ],
    companiesCreated: 3,
  });
});
