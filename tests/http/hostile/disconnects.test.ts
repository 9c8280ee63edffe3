// Clients that disconnect early: their statements are cancelled, and no others.
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { openCrowd, type TestUser } from './crowd.ts';
import { openConnection } from './raw-connection.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // on a busy machine the waits alone may take long

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

let member: TestUser;
let colleague: TestUser;
const crowd = setUp(() => openCrowd({ DATABASE_POOL: '8', STATEMENT_TIMEOUT: '60', STATEMENT_BUDGET: '1000' }));
beforeAll(async () => {
  [member, colleague] = [await crowd.member(), await crowd.member()];
  for (const user of [member, colleague]) await crowd.rows(user, '/campaigns?select=id');
});

const waiting = (count: number) => expect.poll(() => crowd.waitingBackends(), { timeout: 20_000 }).toBe(count);
const queued = (count: number) =>
  expect.poll(() => crowd.metric('leadlight_rows_waiting{class="user"}'), { timeout: 20_000 }).toBe(count);

/** A request whose client can be disconnected. */
function leaving(path: string, init: RequestInit = {}) {
  const controller = new AbortController();
  const answer = crowd.rows(member, path, { ...init, signal: controller.signal }).catch((error: Error) => error.name);
  return { leave: () => controller.abort(), answer };
}

const json = { 'content-type': 'application/json' };
const lead = () => JSON.stringify({ is_approved: true });

test.each([
  ['a read', '/leads?select=id', {}],
  ['a write', '/leads?id=not.is.null', { method: 'PATCH', headers: json, body: lead() }],
  [
    'a write that is looked at before it is committed',
    '/leads?id=not.is.null',
    {
      method: 'PATCH',
      headers: { ...json, prefer: 'handling=strict, max-affected=5' },
      body: lead(),
    },
  ],
])('%s is cancelled, and its connection serves the next request', async (_, path, init) => {
  await crowd.withLocked('public.leads', async () => {
    const request = leaving(path, init);
    await waiting(1);
    request.leave();
    expect(await request.answer).toBe('AbortError');
    await waiting(0); // long before its time of a minute is over
  });
  expect(await Promise.all(many(12, async () => (await crowd.rows(member, '/leads?select=id')).status))).toEqual(
    many(12, () => 200),
  );
});

test('waiting requests leave the queue', async () => {
  await crowd.withLocked('public.leads', async () => {
    const requests = many(20, () => leaving('/leads?select=id'));
    await waiting(5);
    await queued(15);
    for (const { leave } of requests.slice(5)) leave();
    await queued(0);
    for (const { leave } of requests) leave();
    await waiting(0);
    await Promise.all(requests.map(({ answer }) => answer));
  });
  expect((await crowd.rows(member, '/leads?select=id')).status).toBe(200);
});

test('pipelined requests run one after another and end together when the connection breaks', async () => {
  const request = `GET /rest/v1/leads?select=id HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\n\r\n`;
  await crowd.withLocked('public.leads', async () => {
    const { socket } = openConnection(crowd.server, request.repeat(8));
    await waiting(1);
    await queued(0);
    socket.destroy();
    await waiting(0);
    await queued(0);
  });
});

test('a function’s row requests are cancelled with it', async () => {
  await crowd.withLocked('public.user_roles', async () => {
    const controller = new AbortController();
    const headers = { ...json, authorization: `Bearer ${member.token}` };
    const init = { method: 'POST', headers, body: '{}', signal: controller.signal };
    const answer = fetch(`${crowd.server.url}/functions/v1/import-csv-data`, init).catch((error: Error) => error.name);
    await waiting(1);
    controller.abort();
    expect(await answer).toBe('AbortError');
    await waiting(0);
  });
});

test('no other user’s statement is cancelled', async () => {
  const end = performance.now() + 4_000;
  const isOver = () => performance.now() > end;
  const others = many(6, async () => {
    const statuses = new Set<number>();
    while (!isOver())
      statuses.add((await crowd.rows(colleague, '/campaigns?select=id,name,campaign_steps(id)')).status);
    return statuses;
  });
  const leavers = many(8, async () => {
    while (!isOver()) {
      const request = leaving('/leads?select=id,customers(name)&or=(name.ilike.*a*,company.ilike.*b*)');
      await delay(Math.random() * 12);
      request.leave();
      await request.answer;
    }
  });
  await Promise.all(leavers);
  const seen = await Promise.all(others);
  expect(seen).toEqual(many(6, () => new Set([200])));
  expect(crowd.server.output()).not.toContain('"level":50');
});
