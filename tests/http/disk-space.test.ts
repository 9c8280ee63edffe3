// The embedded database on a disk that is almost full, as the reserve of the second start says.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Account, ADMIN, openSession, send } from '../support/client.ts';
import { openLeadlight, openServer, type Server } from '../support/server.ts';
import { newFolder } from '../support/temporary-files.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const MEMBER: Account = { email: 'member@example.test', password: 'member-password' };

let server: Server;
let customer: string;
let campaign: string;
let leads: string[];
let member: string;
let admin: string;
beforeAll(async () => {
  const DATA_DIR = newFolder('disk-space');
  const before = await openLeadlight({ DATA_DIR, DISK_RESERVE: '0' });
  customer = await before.addCustomer('Acme');
  leads = await before.addLeads(customer, 2);
  const { access_token: token } = await before.addMember(customer, MEMBER);
  const body = { customer_id: customer, name: 'Hello' };
  const [added] = await before.request<{ id: string }[]>('/rest/v1/campaigns?select=id', { token, body });
  campaign = added?.id ?? '';
  await before.request(`/rest/v1/leads?id=eq.${leads[0]}`, { method: 'PATCH', token, body: { is_approved: true } });
  expect((await send(`${before.url}/readyz`)).body).toMatchObject({ status: 'ready' });
  await before.end();

  server = await openServer({ DATA_DIR, DISK_RESERVE: '1000000000' });
  const signIn = async (account: Account) =>
    (await openSession(server.url, 'token?grant_type=password', account)).access_token;
  member = await signIn(MEMBER);
  admin = await signIn(ADMIN);
});
afterAll(() => server?.end());

const message = 'The disk of the database is almost full. Nothing can be saved until there is space again';
const hint = 'Reading, signing in, deleting and undoing still work.';

test('nobody can save anything on a full disk, and the response says why', async () => {
  const name = { name: 'Again' };
  const refused: [method: string, path: string, body: unknown][] = [
    ['POST', '/rest/v1/campaigns', { customer_id: customer, ...name }],
    ['PATCH', `/rest/v1/campaigns?id=eq.${campaign}`, name],
    ['PATCH', `/rest/v1/leads?id=eq.${leads[1]}`, { is_approved: true }],
    ['POST', '/rest/v1/rpc/duplicate_campaign', { campaign_id: campaign, ...name }],
    ['POST', '/rest/v1/rpc/request_review', { customer_id: customer, campaign_id: campaign }],
  ];
  for (const token of [member, admin]) {
    for (const [method, path, body] of refused) {
      const answer = await send(server.url + path, { method, token, body });
      expect([path, answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([
        path,
        503,
        '10',
        { code: '53100', details: null, hint, message },
      ]);
    }
  }
  const csv = { customerId: customer, fileName: 'leads.csv', importType: 'leads', firstRow: 2 };
  const chunk = { ...csv, csvData: 'Name\nAda', columnMapping: { Name: 'name' } };
  const imported = await send(`${server.url}/functions/v1/import-csv-data`, { token: admin, body: chunk });
  expect([imported.status, imported.body]).toEqual([503, { error: message }]);
  expect(server.output()).not.toContain('row request failed');
});

test('reading, signing in, undoing and deleting work on a full disk', async () => {
  const get = (path: string) => send(server.url + path, { token: member });
  expect((await get('/rest/v1/leads?select=id')).body).toHaveLength(2);
  expect(
    (await send(`${server.url}/rest/v1/rpc/search_leads?select=id`, { token: member, body: { term: 'lead' } })).body,
  ).toHaveLength(2);
  const undo = { token: member, body: { ids: [leads[0]] } };
  expect((await send(`${server.url}/rest/v1/rpc/undo_lead_decisions`, undo)).status).toBe(200);
  expect((await get(`/rest/v1/leads?select=is_approved&id=eq.${leads[0]}`)).body).toEqual([{ is_approved: null }]);
  const deleted = await send(`${server.url}/rest/v1/campaigns?id=eq.${campaign}`, { method: 'DELETE', token: member });
  expect(deleted.status).toBe(204);
  const { refresh_token } = await openSession(server.url, 'token?grant_type=password', MEMBER);
  const refreshed = await send(`${server.url}/auth/v1/token?grant_type=refresh_token`, { body: { refresh_token } });
  expect(refreshed.status).toBe(200);
});

test('the readiness says that the server is read only, and a line of the log how much is free', async () => {
  const { status, body } = await send(`${server.url}/readyz`);
  expect([status, body]).toMatchObject([200, { status: 'read only' }]);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('the disk is almost full'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, freeMB: expect.any(Number), reserveMB: 1_000_000_000 });
});
