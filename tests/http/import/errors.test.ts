import { randomUUID } from 'node:crypto';
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { beforeAll, expect, inject, test } from 'vitest';
import { ImportClient } from '../../support/import-client.ts';

const server = inject('server');
let admin: ImportClient;
let customerId: string;

beforeAll(async () => {
  admin = await ImportClient.signIn(server);
  customerId = await admin.newCustomer();
});

const call = (more: Record<string, unknown> = {}) => ({
  customerId,
  fileName: 'leads.csv',
  importType: 'leads',
  columnMapping: { Name: 'name' },
  csvData: 'Name\nAda\n',
  ...more,
});

async function userWith(role: 'customer' | null): Promise<ImportClient> {
  const email = `${randomUUID()}@example.test`;
  const { body } = await new ImportClient(server, null).request<{ user: { id: string } }>('/auth/v1/signup', {
    email,
    password: 'long enough',
  });
  const user_id = body.user.id;
  if (role) {
    await admin.request('/rest/v1/user_roles', { user_id, role });
    await admin.request('/rest/v1/customer_users', {
      user_id,
      customer_id: customerId,
      accepted_at: new Date().toISOString(),
    });
  }
  return ImportClient.signIn(server, email, 'long enough');
}

const signInFirst = { status: 401, body: { error: 'Sign in first: there is no valid token' } };
const adminsOnly = { status: 403, body: { error: 'Only an administrator can import' } };

test('an import requires a valid token (S7.61)', async () => {
  const unsignedToken = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x","role":"authenticated"}')}.x`.replaceAll('=', '');
  for (const token of [null, server.publishableKey, 'nonsense', 'a.b.c', unsignedToken]) {
    expect(await new ImportClient(server, token).send(call())).toEqual(signInFirst);
  }
});

test('members and strangers are rejected, whatever they send', async () => {
  for (const role of ['customer', null] as const) {
    const user = await userWith(role);
    expect(await user.send(call())).toEqual(adminsOnly);
    expect(await user.send({})).toEqual(adminsOnly);
  }
});

test('a member cannot call import_rows directly', async () => {
  const member = await userWith('customer');
  const body = {
    customer_id: customerId,
    file_name: 'x.csv',
    import_type: 'leads',
    first_row: 2,
    hash: 'x',
    headers: [],
    mapping: {},
    rows: [{ row: 2, name: 'Ada' }],
    errors: [],
  };
  expect(await member.request('/rest/v1/rpc/import_rows', body)).toMatchObject({ status: 403 });
  expect(await admin.rows(`leads?customer_id=eq.${customerId}`)).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['customerId', { customerId: undefined }, 'customerId must be a uuid'],
  ['customerId', { customerId: '1' }, 'customerId must be a uuid'],
  ['fileName', { fileName: 'leads.xlsx' }, 'fileName must be a name that ends in .csv'],
  ['fileName', { fileName: 7 }, 'fileName must be a text'],
  ['fileName', { fileName: `${'x'.repeat(252)}.csv` }, 'fileName must be at most 255 characters long'],
  ['importType', { importType: 'contacts' }, "importType must be 'leads' or 'companies'"],
  ['columnMapping', { columnMapping: [] }, 'columnMapping must be an object of header texts and target fields'],
  [
    'columnMapping',
    { columnMapping: { Name: 'website' } },
    `columnMapping must be made of target fields of leads or 'ignore', which "website" for 'Name' is not`,
  ],
  ['csvData', { csvData: null }, 'csvData must be a text'],
  ['csvData', { csvData: ' \n' }, 'csvData must be CSV text with a header row'],
  ['csvData', { csvData: 'Name,Email,Name\nAda\n' }, "csvData must be without equal headers: 'Name'"],
  ['audience', { audience: 3 }, 'audience must be a text'],
  ['audience', { audience: 'x'.repeat(101) }, 'audience must be at most 100 characters long'],
  ['importId', { importId: 'x' }, 'importId must be a uuid'],
  ['firstRow', { firstRow: 1 }, 'firstRow must be a whole number of 2 or more'],
  ['firstRow', { firstRow: 2.5 }, 'firstRow must be a whole number of 2 or more'],
  ['dryRun', { dryRun: 'yes' }, 'dryRun must be true or false'],
])('an invalid %s is reported', async (_, wrong, error) => {
  expect(await admin.send(call(wrong))).toEqual({ status: 400, body: { error } });
});

test('a body that is not a JSON object is rejected', async () => {
  expect(await admin.send([])).toEqual({ status: 400, body: { error: 'The body must be a JSON object' } });
});

test('an unknown customer is 404', async () => {
  expect(await admin.send(call({ customerId: randomUUID() }))).toEqual({
    status: 404,
    body: { error: 'There is no such customer' },
  });
});

test('a request that is too large is 413', async () => {
  expect(await admin.send(call({ csvData: `Name\n${'a\n'.repeat(5001)}` }))).toEqual({
    status: 413,
    body: { error: 'csvData is too large: 5001 rows, at most 5000' },
  });
  expect(await admin.send(call({ csvData: `Name\n${'é'.repeat(2_097_152)}` }))).toEqual({
    status: 413,
    body: { error: 'csvData is too large: 4194309 bytes, at most 4194304' },
  });
  expect(await admin.send(call({ csvData: 'x'.repeat(26_300_000) }))).toEqual({
    status: 413,
    body: { error: 'The body is too large: at most 26214400 bytes' },
  });
});

test.each([
  [
    'leads',
    { Email: 'email', Name: 'ignore' },
    'columnMapping maps no header of csvData to name, firstName or lastName',
  ],
  ['leads', { Other: 'name' }, 'columnMapping maps no header of csvData to name, firstName or lastName'],
  ['companies', { Email: 'domain' }, 'columnMapping maps no header of csvData to name'],
])('%s cannot be imported with the mapping %j (S5.29, S5.30)', async (importType, columnMapping, error) => {
  expect(await admin.send(call({ importType, columnMapping, csvData: 'Name,Email\nAda,a@x.example\n' }))).toEqual({
    status: 422,
    body: { error },
  });
});

test('a first name or a last name is enough', async () => {
  const csvData = 'First,Last\nAda,King\n';
  for (const columnMapping of [{ First: 'firstName' }, { Last: 'lastName' }]) {
    expect(await admin.send(call({ columnMapping, csvData, dryRun: true }))).toMatchObject({
      status: 200,
      body: { successfulRows: 1 },
    });
  }
});

test('a mapped header that csvData lacks is ignored', async () => {
  const columnMapping = { Name: 'name', Gone: 'email' };
  expect(await admin.send(call({ columnMapping, dryRun: true }))).toMatchObject({
    status: 200,
    body: { successfulRows: 1 },
  });
});

test('a header without rows imports nothing', async () => {
  expect(await admin.send(call({ csvData: 'Name\n', dryRun: true }))).toMatchObject({
    status: 200,
    body: { totalRows: 0, errors: [] },
  });
});

test('other methods, origins and function names get their responses (S7.61)', async () => {
  const address = `${server.url}/functions/v1/import-csv-data`;
  const get = await fetch(address);
  expect([get.status, get.headers.get('allow'), await get.json()]).toEqual([
    405,
    'POST, OPTIONS',
    { error: 'Method GET is not allowed: use POST' },
  ]);
  const preflight = await fetch(address, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  const unknown = await fetch(`${server.url}/functions/v1/nothing`, { method: 'POST' });
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'There is no such function' }]);
});

test("Supabase's own client reads the error", async () => {
  const client = new FunctionsClient(`${server.url}/functions/v1`, { headers: { apikey: server.publishableKey } });
  const { error } = await client.invoke('import-csv-data', { body: call() });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  const { context } = error as FunctionsHttpError;
  expect([context.status, await context.json()]).toEqual([401, signInFirst.body]);
});
