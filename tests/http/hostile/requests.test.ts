// Valid requests that are too large, too deep, too wide or mislabelled: 4xx, bounded memory, and others are served.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ImportClient } from '../../support/import-client.ts';
import { setUpServer } from '../../support/set-up.ts';
import { openConnection, readStatuses, sendRequest } from './raw-connection.ts';

const MIB = 1024 * 1024;

let admin: ImportClient;
let customerId: string;
const server = setUpServer({ STATEMENT_TIMEOUT: '60', STATEMENT_BUDGET: '1000' }); // large files on a busy machine
beforeAll(async () => {
  admin = await ImportClient.signIn(server);
  customerId = await admin.newCustomer();
});

afterEach(async () => {
  expect((await admin.request(`/rest/v1/customers?id=eq.${customerId}&select=id`)).body).toEqual([{ id: customerId }]);
});

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string;

async function post(path: string, body: Body, headers: Record<string, string> = admin.headers) {
  const sent = { 'content-type': 'application/json', ...headers };
  const init = { method: 'POST', headers: sent, body, duplex: 'half' } as RequestInit;
  const response = await fetch(`${server.url}${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A stream of `bytes` blanks without a length. */
function endless(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const wide = (count: number) => JSON.stringify(Object.fromEntries(names(count).map((name) => [name, 1])));

const bearer = (client: ImportClient) => Object.entries(client.headers).map(([name, value]) => `${name}: ${value}`);

test.each([
  ['/rest/v1/leads', 'The request body is larger than 4194304 bytes'],
  ['/rest/v1/rpc/search_leads', 'The request body is larger than 1048576 bytes'],
  ['/rest/v1/rpc/import_rows', 'The request body is larger than 33554432 bytes'],
  ['/rest/v1/rpc/nothing', 'The request body is larger than 65536 bytes'],
  ['/auth/v1/signup', 'The body is larger than 1048576 bytes'],
  ['/functions/v1/import-csv-data', 'The body is too large: at most 26214400 bytes'],
  ['/functions/v1/send-invitation', 'The body is too large: at most 65536 bytes'],
])('a body of 100 MiB to %s is rejected by its Content-Length, and cut off without one', async (path, words) => {
  const headers = [...bearer(admin), `Content-Length: ${100 * MIB}`];
  const announced = await sendRequest(server, `POST ${path} HTTP/1.1`, headers);
  expect(readStatuses(announced)).toEqual([413]);
  expect(announced).toContain(words);
  const unannounced = await post(path, endless(100 * MIB)).catch(() => ({ status: 'cut off' }));
  expect([413, 'cut off']).toContain(unannounced.status);
});

test('unfinished bodies use up only their own caller’s share of the memory', async () => {
  const path = '/rest/v1/rpc/import_rows';
  const headers = [...bearer(admin), 'Content-Type: application/json', `Content-Length: ${32 * MIB}`].join('\r\n');
  const unfinished: ReturnType<typeof openConnection>[] = [];
  await expect
    .poll(
      () => {
        // One more each time, because it may be one of these that is rejected.
        const begun = `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${' '.repeat(20 * MIB)}`;
        unfinished.push(openConnection(server, begun));
        return post(path, ' '.repeat(20 * MIB));
      },
      { timeout: 20_000 },
    )
    .toEqual({
      status: 429,
      body: {
        code: '53400',
        details: null,
        hint: 'Send large requests one after the other.',
        message: 'Too many of your requests are large',
      },
    });
  for (const { socket } of unfinished) socket.destroy();
  await expect.poll(async () => (await post(path, ' '.repeat(20 * MIB))).status, { timeout: 20_000 }).toBe(400);
});

test('a row request without a token may have 64 KiB, and a function rejects it', async () => {
  const headers = ['Content-Length: 65537'];
  expect(readStatuses(await sendRequest(server, 'POST /rest/v1/leads HTTP/1.1', headers))).toEqual([413]);
  expect(readStatuses(await sendRequest(server, 'POST /functions/v1/import-csv-data HTTP/1.1', headers))).toEqual([
    401,
  ]);
});

test.each([
  ['a tree of 20,000 levels', `{"name":${nested(20_000)}}`, 'is nested more than 64 deep'],
  ['half a million texts', `[${'"a",'.repeat(500_000)}1]`, 'has more than 200000 values'],
  ['a tree of 1,000,000 levels', nested(1_000_000), 'is nested more than 64 deep'],
  ['a row of 5,000 columns', wide(5_000), 'has an object of more than 2000 members'],
  ['a row of 100,000 columns', wide(100_000), 'has an object of more than 2000 members'],
  ['1,000,000 rows', `[${'{},'.repeat(1_000_000)}{}]`, 'has more than 20000 objects and lists'],
])('%s are 400', async (_, body, words) => {
  expect(await post('/rest/v1/leads', body)).toEqual({
    status: 400,
    body: { code: 'PGRST102', details: null, hint: null, message: `The request body ${words}` },
  });
  expect(await post('/functions/v1/import-csv-data', body)).toMatchObject({
    status: 400,
  });
});

test.each([
  [nested(400_000), 'has more than 6000 objects and lists'],
  [
    JSON.stringify(names(2_500).map((name) => ({ [name]: 1, [`${name}b`]: 2, [`${name}c`]: 3 }))),
    'has more than 10000 values',
  ],
])('the body of an account request is limited too: %#', async (deep, words) => {
  const body = `{"email":"deep@example.test","password":"long enough","data":{"deep":${deep}}}`;
  expect(await post('/auth/v1/signup', body)).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed', msg: `The request body ${words}` },
  });
});

const bomb = new Uint8Array(gzipSync(Buffer.alloc(20 * MIB, 0x20)));
const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);

test.each([
  ['a gzip bomb', bomb, { 'content-encoding': 'gzip' }],
  ['bytes that are no text', notUtf8, {}],
  ['CSV', 'name\nAda\n', { 'content-type': 'text/csv' }],
  ['a form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['XML', '<!DOCTYPE a [<!ENTITY a "&a;&a;">]>', { 'content-type': 'application/xml' }],
  ['half of a JSON text', '[{"name":', {}],
])('%s is 4xx at every endpoint', async (_, body, headers) => {
  for (const path of ['/rest/v1/leads', '/auth/v1/signup', '/functions/v1/import-csv-data']) {
    const { status } = await post(path, body, { ...admin.headers, ...headers });
    expect({ path, isRejected: status >= 400 && status < 500 }).toEqual({ path, isRejected: true });
  }
});

test.each(['1e308', '1e999999', '-1e308', '99999999999999999999', '1.5', '"\\u0000"', '"\\ud800"', 'true', '{}'])(
  'the number %s is 400',
  async (value) => {
    const row = `{"customer_id":"${customerId}","name":"Acme","employee_count":${value}}`;
    expect((await post('/rest/v1/companies', row)).status).toBe(400);
  },
);

const many = (count: number, text: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

test.each([
  ['10,000 filters', many(10_000, () => 'id=eq.1', '&'), 431],
  ['81 parameters', many(81, () => 'name=eq.1', '&'), 400],
  ['71 conditions in a tree', `or=(${many(70, () => 'name.eq.1')})`, 400],
  ['11 levels of conditions', `or=(${'and('.repeat(10)}name.eq.1${')'.repeat(11)}`, 400],
  ['2,000 levels of conditions', `or=${'(and'.repeat(2_000)}`, 400],
  ['5 levels of resources', 'select=customers(leads(customers(campaigns(customers(id)))))', 400],
  ['21 resources', `select=${many(21, () => 'customers(id)')}`, 400],
  ['3,000 columns', `select=${many(3_000, () => 'id')}`, 400],
  ['2,500 times all columns', `select=${many(2_500, () => '*')}`, 400],
  ['2,000 steps into JSON', `select=name${'->a'.repeat(2_000)}`, 400],
  ['a cast to a name of 9,000 characters', `select=name::${'x'.repeat(9_000)}`, 400],
  ['a way through 4,000 resources', `${'a.'.repeat(4_000)}id=eq.1`, 400],
  [
    'a pattern that grows exponentially',
    `name=match.${encodeURIComponent('((((a{1,100}){1,100}){1,100}){1,100})')}`,
    400,
  ],
  ['a list that never closes', `name=in.(${'"a'.repeat(3_000)}`, 400],
  ['a limit of 1e308', 'limit=1e308', 200],
  ['a negative limit', 'limit=-5', 416],
])('a query with %s gets its status: %#', async (_, query, status) => {
  const response = await fetch(`${server.url}/rest/v1/leads?${query}`, { headers: admin.headers });
  await response.text();
  expect(response.status).toBe(status);
});

test('a long query is not repeated in Content-Location', async () => {
  const ask = (count: number) =>
    fetch(`${server.url}/rest/v1/leads?select=id&name=in.(${many(count, () => 'a')})`, { headers: admin.headers });
  expect((await ask(10)).headers.get('content-location')).toContain('name=in.');
  const long = await ask(2_000);
  expect([long.status, long.headers.get('content-location')]).toEqual([200, null]);
});

const ZIP = `PK\x03\x04\x14\0\0\0\b\0${'\0\xff\x01"'.repeat(10_000)}`;
const csv = (csvData: string, columnMapping: Record<string, string> = { Name: 'name' }) =>
  admin.send<Record<string, unknown>>({ customerId, fileName: 'a.csv', importType: 'leads', columnMapping, csvData });

test.each([
  ['a zip file', ZIP, 422, 'columnMapping maps no header of csvData to name, firstName or lastName'],
  [
    '300,000 columns',
    `${many(300_000, (index) => `c${index}`)}\n`,
    413,
    'csvData is too large: 300000 columns, at most 1000',
  ],
  ['500,000 rows', `Name\n${'a\n'.repeat(500_000)}`, 413, 'csvData is too large: 500000 rows, at most 5000'],
])('%s as a CSV file is rejected', async (_, csvData, status, error) => {
  expect(await csv(csvData)).toEqual({ status, body: { error } });
});

test.each([
  ['a zip file below a header', `Name\n${ZIP}`, 0, 1],
  ['2,000,000 line ends', `Name\n${'\n'.repeat(2_000_000)}`, 0, 0],
  ['a quote that never closes', `Name\n"${'a'.repeat(4_000_000)}`, 0, 1],
  ['a row of 1,000,000 cells', `Name\n${','.repeat(1_000_000)}"`, 0, 1],
  ['4,000,000 quotes', `Name\n${'"'.repeat(4_000_000)}`, 0, 1],
])('%s as a CSV file affects only its own rows', async (_, csvData, successfulRows, errorRows) => {
  expect(await csv(csvData)).toMatchObject({ status: 200, body: { successfulRows, errorRows } });
});

test.runIf(process.platform === 'linux')('all of this takes less than 1 GiB and logs no error', () => {
  const [, peak = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  expect(Number(peak) / 1024).toBeLessThan(1024);
  expect(server.output()).not.toContain('"level":50');
});
