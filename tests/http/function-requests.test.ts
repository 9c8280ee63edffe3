// A function sends several requests to the row API, but counts as one request in the log and the metrics.
import { beforeAll, expect, test } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { ImportClient } from '../support/import-client.ts';
import { setUpServer } from '../support/set-up.ts';

const METRICS_TOKEN = 'only-prometheus-knows';

let admin: ImportClient;
let customerId: string;
const server = setUpServer({ LOG_LEVEL: 'debug', METRICS_TOKEN });
beforeAll(async () => {
  admin = await ImportClient.signIn(server);
  customerId = await admin.newCustomer();
});

type Line = { msg: string; requestId?: string; path?: string; status?: number };

const logLines = (id: string): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ requestId }) => requestId === id);

async function counts(): Promise<Record<string, number>> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const sums: Record<string, number> = { rest: 0, functions: 0 };
  for (const [, api = '', count] of text.matchAll(/duration_seconds_count\{api="(\w+)"[^}]*\} (\d+)/g)) {
    sums[api] = (sums[api] ?? 0) + Number(count);
  }
  return sums;
}

const importBody = () => ({
  customerId,
  fileName: 'a.csv',
  importType: 'leads',
  columnMapping: { Name: 'name' },
  csvData: 'Name\nAda\n',
});

async function callFunction(name: string, body: unknown, id: string) {
  const headers = { ...admin.headers, 'content-type': 'application/json', 'x-request-id': id };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${server.url}/functions/v1/${name}`, init);
  await response.text();
  return response;
}

test('a function request is counted and logged once, under its own id', async () => {
  const before = await counts();
  const response = await callFunction('import-csv-data', importBody(), 'one-import');
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, 'one-import']);
  await expect.poll(() => logLines('one-import').length).toBeGreaterThan(0);
  expect(logLines('one-import')).toEqual([
    expect.objectContaining({ msg: 'request completed', path: '/functions/v1/import-csv-data', status: 200 }),
  ]);
  expect(server.output()).not.toContain('"path":"/rest/v1/rpc/import_rows"');
  const after = await counts();
  expect([(after.functions ?? 0) - (before.functions ?? 0), (after.rest ?? 0) - (before.rest ?? 0)]).toEqual([1, 0]);
});

test('an error in the row API is logged under the id of the function request', async () => {
  await asOwner(server.databaseUrl, (owner) =>
    owner.query(`create or replace function private.lock_imports(customer_id uuid) returns void language plpgsql as $$
        begin raise exception 'a secret of the database' using errcode = 'XX000'; end $$`),
  );
  const response = await callFunction('import-csv-data', importBody(), 'failing-import');
  expect(response.status).toBe(500);
  await expect.poll(() => logLines('failing-import').length).toBe(3);
  expect(logLines('failing-import').map(({ msg }) => msg)).toEqual([
    'row request failed',
    'function failed',
    'request completed',
  ]);
});
