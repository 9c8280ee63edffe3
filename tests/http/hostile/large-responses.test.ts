// Responses that are too large, and clients that read them slowly.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { openCrowd, type TestUser } from './crowd.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // on a busy machine the waits alone may take long

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

/** 1,000 leads with notes of 9,000 characters: a name for them is nine megabytes. */
const NOTES = `insert into public.leads (customer_id, name, notes)
  select $1, 'Lead ' || number, rpad('', 9000, 'notes ' || number || ' ') from generate_series(1, 1000) number`;

let member: TestUser;
let colleague: TestUser;
const crowd = setUp(() => openCrowd({ STATEMENT_BUDGET: '1000', STATEMENT_TIMEOUT: '60' }));
beforeAll(async () => {
  [member, colleague] = [await crowd.member(), await crowd.member()];
  for (const { customer } of [member, colleague]) await crowd.sql(NOTES, [customer]);
});

const tooLarge = {
  status: 413,
  body: {
    code: '54000',
    details: null,
    hint: 'Ask for fewer rows, columns or embedded resources.',
    message: 'The answer is larger than 16777216 bytes',
  },
};

async function answerTo(user: TestUser, path: string) {
  const { status, text } = await crowd.rows(user, path);
  return { status, body: JSON.parse(text) };
}

test.each([
  ['columns', '/leads?select=a:notes,b:notes'],
  ['embedded rows', '/customers?select=name,a:leads(notes),b:leads(notes)'],
  ['embedded rows of embedded rows', '/customers?select=name,leads(id,customers(name,leads(notes)))'],
  ['one embedded row for each row', '/leads?select=id,customers(leads(notes))'],
  ['CSV', '/leads?select=a:notes,b:notes'],
])('more %s than fit into a response are 413', async (kind, path) => {
  const headers = { accept: kind === 'CSV' ? 'text/csv' : 'application/json' };
  const { status, text } = await crowd.rows(member, path, { headers });
  expect({ status, body: JSON.parse(text) }).toEqual(tooLarge);
  expect((await crowd.rows(member, '/leads?select=id&limit=1')).status).toBe(200);
});

test('a write whose representation is too large is 413 and changes nothing', async () => {
  const change = { method: 'PATCH', body: JSON.stringify({ is_approved: true }) };
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
  const { status, text } = await crowd.rows(member, '/leads?select=a:notes,b:notes&id=not.is.null', {
    ...change,
    headers,
  });
  expect({ status, body: JSON.parse(text) }).toEqual(tooLarge);
  expect(await answerTo(member, '/leads?select=id&is_approved=is.true')).toEqual({ status: 200, body: [] });
});

test('a response of nine megabytes is complete', async () => {
  const { status, text } = await crowd.rows(member, '/leads?select=notes');
  expect([status, JSON.parse(text).length]).toEqual([200, 1000]);
});

test('a backend’s memory for embedded rows is bounded', async () => {
  const peaks = await crowd.peakMemory(async () => {
    const statuses = many(
      2,
      async () => (await answerTo(member, '/customers?select=name,leads(id,customers(name,leads(notes)))')).status,
    );
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([413]));
  });
  expect(Math.max(...peaks)).toBeLessThan(200 * 1024 * 1024);
});

/** Requests nine megabytes and reads none of them. */
function stall(user: TestUser): RawConnection {
  const line = openConnection(
    crowd.server,
    `GET /rest/v1/leads?select=notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n\r\n`,
  );
  line.socket.pause();
  return line;
}

test('slow readers use up only their own share of the response memory until they disconnect', async () => {
  const stalled: RawConnection[] = [];
  const ownLimit = { status: 429, code: '53400', retryAfter: '1' };
  await expect
    .poll(
      async () => {
        stalled.push(...many(8, () => stall(member))); // those before may have been rejected while earlier responses were still held
        const { status, text, headers } = await crowd.rows(member, '/leads?select=notes');
        return { status, code: JSON.parse(text).code, retryAfter: headers.get('retry-after') };
      },
      { timeout: 20_000 },
    )
    .toEqual(ownLimit);
  // Those that are still being read may hold the rest of the share, until they are rejected.
  await expect.poll(async () => (await crowd.rows(member, '/leads?select=id')).status, { timeout: 20_000 }).toBe(200);
  const other = await crowd.rows(colleague, '/leads?select=notes');
  expect([other.status, JSON.parse(other.text).length]).toEqual([200, 1000]);
  for (const { socket } of stalled) socket.destroy();
  await expect
    .poll(async () => (await crowd.rows(member, '/leads?select=notes')).status, { timeout: 20_000 })
    .toBe(200);
});

test.runIf(process.platform === 'linux')('all of this takes less than 512 MiB', () => {
  const [, peak = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${crowd.server.pid}/status`, 'utf8')) ?? [];
  expect(Number(peak) / 1024).toBeLessThan(512);
});
