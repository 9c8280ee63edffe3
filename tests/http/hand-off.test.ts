// A hand-off that the server makes: what a kill leaves, and the files.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, send, type TestClient } from '../support/client.ts';
import { openServer, type Server, startServer, type TestServer } from '../support/server.ts';

const LEADS = 2_500;
const MEMBER = { email: 'member@example.test', password: 'member-password' };
const STEPS = [{ step_type: 'email', delay_days: 0, subject: null, message_content: 'Hi' }];
const column = (header: string, key: string) => ({
  header,
  label: header,
  source: { kind: 'field', key },
  isRequired: false,
  written: 'plain',
  longest: null,
});
const PLAN = {
  tool: { name: 'Own', rowsPerFile: 1_200 },
  columns: [column('Name', 'name'), column('Company', 'company')],
};

type HandOff = {
  id: string;
  state: string;
  work: string | null;
  total: number;
  lead_count: number;
  files: { rows: number; sha256: string }[];
};

let server: TestServer;
let second: Server | undefined;
let client: TestClient;
let customerId: string;
let member: string;
let handOff: HandOff;

beforeAll(async () => {
  server = await startServer();
  client = await openClient(server.url, server.databaseUrl);
  customerId = await client.addCustomer('Handed');
  member = (await client.addMember(customerId, MEMBER)).access_token;
  await client.owner.query(
    `insert into public.leads (customer_id, name, company, is_approved, created_at)
     select $1, 'Lead ' || n, case n % 500 when 0 then '=1, "x"' end, true, now() - n * interval '1 second' from generate_series(1, ${LEADS}) n`,
    [customerId],
  );
});
afterAll(async () => {
  await second?.end();
  await client?.owner.end();
  await server?.kill();
});

/** Makes each insert into a table wait, so that a kill is in the middle of it. */
const slowDown = (table: string, seconds: number) =>
  client.owner.query(`
    create or replace function private.wait_a_while() returns trigger language plpgsql security definer as $$ begin perform pg_sleep(${seconds}); return null; end $$;
    create trigger wait_a_while before insert on public.${table} for each statement execute function private.wait_a_while()`);
const speedUp = (table: string) => client.owner.query(`drop trigger wait_a_while on public.${table}`);

const current = async (): Promise<HandOff> =>
  (await client.owner.query('select * from public.hand_offs where id = $1', [handOff.id])).rows[0];
const until = async (isReached: (handOff: HandOff) => boolean) => {
  await expect.poll(async () => isReached(await current()), { timeout: 30_000, interval: 50 }).toBe(true);
  return current();
};
const call = (name: string, body: object, url = server.url) =>
  send(`${url}/rest/v1/rpc/${name}`, { body: { customer_id: customerId, ...body }, token: client.admin });
/** Ends the half minute for which the killed server has the job. */
const endLease = () => client.owner.query('update private.jobs set leased_until = now()');

describe('hand-offs whose server is killed', () => {
  test('a hand-off whose server is killed while leads are checked goes on with another server, after what is stored', async () => {
    const [campaign] = await client.request<[{ id: string }]>('/rest/v1/campaigns', {
      token: client.admin,
      body: { customer_id: customerId, name: 'Spring' },
    });
    await client.request('/rest/v1/campaign_steps', {
      token: client.admin,
      body: { customer_id: customerId, campaign_id: campaign.id, step_number: 1, ...STEPS[0] },
    });
    await slowDown('hand_off_rows', 1);
    const { body } = await call('start_hand_off', { campaign_id: campaign.id, steps: STEPS, plan: PLAN });
    handOff = body as HandOff;
    expect(handOff).toMatchObject({ state: 'preparing', work: 'check', total: 0 });
    expect((await until(({ total }) => total > 0)).total).toBe(1_000); // a page
    process.kill(server.pid, 'SIGKILL');
    await speedUp('hand_off_rows');
    second = await openServer({ DATABASE_URL: server.databaseUrl });
    expect(await current()).toMatchObject({ state: 'preparing', work: 'check' });
    await endLease();
    expect(await until(({ work }) => work === null)).toMatchObject({
      state: 'preparing',
      total: LEADS,
      lead_count: LEADS,
    });
    const { rows } = await client.owner.query(
      `select count(distinct lead_id)::int as leads, max(place) as last from public.hand_off_rows where hand_off_id = $1`,
      [handOff.id],
    );
    expect(rows).toEqual([{ leads: LEADS, last: LEADS }]);
  }, 120_000);

  test('a hand-off whose server is killed while it becomes ready is ready with all leads or with none, and then goes on', async () => {
    await slowDown('handed_off_leads', 2);
    const of = { hand_off_id: handOff.id };
    expect((await call('finish_hand_off', of, second?.url)).body).toMatchObject({ work: 'finish' });
    const isCompleting = `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%complete_hand_off%'`;
    await expect
      .poll(async () => (await client.owner.query(isCompleting)).rowCount, { timeout: 20_000, interval: 20 })
      .toBe(1);
    process.kill(second?.pid ?? 0, 'SIGKILL');
    const { rows } = await client.owner.query(
      `select state, (select count(*)::int from public.handed_off_leads where hand_off_id = id) as marks from public.hand_offs where id = $1`,
      [handOff.id],
    );
    expect([
      { state: 'preparing', marks: 0 },
      { state: 'ready', marks: LEADS },
    ]).toContainEqual(rows[0]);
    await expect
      .poll(async () => (await client.owner.query(isCompleting)).rowCount, { timeout: 20_000, interval: 50 })
      .toBe(0);
    await speedUp('handed_off_leads');
    second = await openServer({ DATABASE_URL: server.databaseUrl });
    await endLease();
    handOff = await until(({ state }) => state === 'ready');
    expect(handOff).toMatchObject({ work: null, lead_count: LEADS });
    const { rowCount } = await client.owner.query('select from public.handed_off_leads where hand_off_id = $1', [
      handOff.id,
    ]);
    expect(rowCount).toBe(LEADS);
    expect((await client.owner.query('select from private.jobs')).rowCount).toBe(0);
  }, 120_000);
});

describe('files of a hand-off', () => {
  const download = (file: unknown, { token = client.admin, isForSpreadsheet = false, id = handOff.id } = {}) =>
    fetch(`${second?.url}/functions/v1/hand-off-file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ customerId, handOffId: id, file, isForSpreadsheet }),
    });
  const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const csvLine = (n: number) => `"Lead ${n}","${n % 500 === 0 ? '=1, ""x""' : ''}"\r\n`;
  const csvLines = (first: number, last: number) =>
    `"Name","Company"\r\n${Array.from({ length: last - first + 1 }, (_, index) => csvLine(first + index)).join('')}`;

  test.each([
    [0, 1, 1_200],
    [1, 1_201, 2_400],
    [2, 2_401, 2_500],
  ])('a file of a hand-off (%i) is one streamed response with the recorded checksum', async (file, first, last) => {
    const response = await download(file);
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-length')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      null,
    ]);
    const bytes = await readBytes(response);
    expect(bytes.toString()).toBe(csvLines(first, last));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(handOff.files[file]).toEqual({ rows: last - first + 1, sha256, quotes: 'all' });
  });

  test('a file for a spreadsheet has a byte-order mark and no formula', async () => {
    const text = (await readBytes(await download(0, { isForSpreadsheet: true }))).toString();
    expect(text.slice(0, 20)).toBe('\ufeff"Name","Company"\r\n"');
    expect(text).toContain(`"Lead 500","'=1, ""x"""\r\n`);
  });

  test('a file has an empty row for an erased lead', async () => {
    await client.owner.query(
      'update public.hand_off_rows set cells = null, erased_at = now() where hand_off_id = $1 and place = 2',
      [handOff.id],
    );
    expect((await readBytes(await download(0))).toString().split('\r\n').slice(0, 4)).toEqual([
      '"Name","Company"',
      '"Lead 1",""',
      '"",""',
      '"Lead 3",""',
    ]);
  });

  test.each<[string, () => Promise<Response>, number, string]>([
    ['a member', () => download(0, { token: member }), 403, 'Only an administrator can hand off leads'],
    ['no one', () => download(0, { token: '' }), 401, 'Sign in first: there is no valid token'],
    ['an administrator for a file that does not exist', () => download(3), 404, 'There is no such file'],
    ['an administrator for another hand-off', () => download(0, { id: customerId }), 404, 'There is no such file'],
    ['an administrator for a file without a number', () => download('x'), 400, 'file must be a number'],
  ])('a file of a hand-off is refused to %s', async (_, request, status, error) => {
    const response = await request();
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });
});
