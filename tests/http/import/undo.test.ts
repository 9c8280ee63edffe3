import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { ImportClient } from '../../support/import-client.ts';

const server = inject('server');
let admin: ImportClient;
let customerId: string;

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
  columnMapping: { Who: 'name', '2024': 'company' },
  csvData: 'Who,2024,Error\nAda,Acme,old\n,Nameless,older\n',
  importId: randomUUID(),
  ...more,
});

const undo = (importId: string, client = admin) =>
  client.request<Record<string, unknown>>('/rest/v1/rpc/undo_import', { import_id: importId });

test('an import stores its columns in the file’s order, and its mapping without the error column', async () => {
  const { body } = await admin.send(call());
  expect(await admin.rows(`imports?id=eq.${body.importId}&select=columns`)).toEqual([
    { columns: ['Who', '2024', 'Error'] },
  ]);
  const recalled = await admin.request('/rest/v1/rpc/saved_mapping', {
    customer_id: customerId,
    import_type: 'leads',
    headers: ['2024', 'Who'],
  });
  expect(recalled.body).toEqual([{ mapping: { Who: 'name', '2024': 'company' }, created_at: expect.any(String) }]);
});

test('an undo returns the import, and a second one is rejected with 409', async () => {
  const { body } = await admin.send(call());
  const { status, body: undone } = await undo(body.importId);
  expect([status, undone]).toEqual([
    200,
    expect.objectContaining({
      id: body.importId,
      removed_leads: 1,
      removed_companies: 1,
      remaining_leads: 0,
      remaining_companies: 0,
    }),
  ]);
  expect(await undo(body.importId)).toMatchObject({
    status: 409,
    body: { message: 'This import has been undone already' },
  });
  expect(await undo(randomUUID())).toMatchObject({ status: 404, body: { message: 'There is no such import' } });
});

test('a request under the id of an undone import is rejected, the same file under a new id is accepted', async () => {
  const first = call();
  await admin.send(first);
  await undo(first.importId);
  for (const again of [first, { ...first, firstRow: 4 }]) {
    expect(await admin.send(again)).toMatchObject({
      status: 409,
      body: { error: 'This import has been undone: import the file again' },
    });
  }
  expect(await admin.send(call())).toMatchObject({ status: 200, body: { successfulRows: 1, companiesCreated: 1 } });
});

test('an undo requires a token', async () => {
  const { body } = await admin.send(call());
  expect(await undo(body.importId, new ImportClient(server, null))).toMatchObject({ status: 401 });
});
