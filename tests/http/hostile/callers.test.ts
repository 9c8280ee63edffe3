// Callers that use more than their share; other users and sign-in do not wait for them.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Crowd, openCrowd, type TestUser } from './crowd.ts';
import { openConnection } from './raw-connection.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // on a busy machine the waits alone may take long

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

describe('slow statements', () => {
  let crowd: Crowd;
  let member: TestUser;
  let colleague: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    crowd = await openCrowd({ DATABASE_POOL: '8', STATEMENT_TIMEOUT: '60', STATEMENT_BUDGET: '1000' });
    [member, colleague, stranger] = [await crowd.member(), await crowd.member(), await crowd.stranger()];
    for (const user of [member, colleague, stranger]) await crowd.rows(user, '/campaigns?select=id');
  });
  afterAll(() => crowd?.stop());

  /** Sends 32 requests that wait for a lock and checks that other users are served meanwhile. Returns their statuses after the lock is released. */
  async function flood(user: TestUser, running: number): Promise<Set<number>> {
    const flooded = await crowd.withLocked('public.leads', async () => {
      const sent = many(32, () => crowd.rows(user, '/leads?select=id'));
      await expect.poll(() => crowd.waitingBackends(), { timeout: 20_000 }).toBe(running);
      for (const other of [colleague, member, stranger]) {
        const { status, milliseconds } = await crowd.signIn(other);
        expect({ status, isQuick: milliseconds < 20_000 }).toEqual({ status: 200, isQuick: true });
      }
      expect((await crowd.rows(colleague, '/campaigns?select=id')).status).toBe(200);
      expect((await fetch(`${crowd.server.url}/readyz`)).status).toBe(200);
      return sent;
    });
    return new Set((await Promise.all(flooded)).map(({ status }) => status));
  }

  test('slow statements of a member leave connections for other members and for accounts', async () => {
    expect(await flood(member, 5)).toEqual(new Set([200]));
  });

  test('slow statements of a stranger use one connection of eight, and at most twenty may wait', async () => {
    expect([...(await flood(stranger, 1))].filter((status) => status !== 500).sort()).toEqual([200, 429]);
  });

  test('slow statements of a stranger are cancelled after two seconds', async () => {
    const { status, text } = await crowd.withLocked('public.leads', () => crowd.rows(stranger, '/leads?select=id'));
    expect([status, JSON.parse(text)]).toMatchObject([500, { code: '57014' }]);
  });

  test('a statement that a deadlock rolls back is run again', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await crowd.sql(
      `insert into public.leads (customer_id, id, name, company) select $1, id, id, 'Acorn' from unnest($2::uuid[]) id`,
      [member.customer, [first, second]],
    );
    const lock = (id: string) => crowd.sql('select from public.leads where id = $1 for update', [id]);
    await crowd.sql(`begin; set local deadlock_timeout = '1min'`); // so that the request is rolled back, and not this transaction
    await lock(second);
    const sent = crowd.rows(member, '/leads?company=eq.Acorn', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ is_approved: true }),
    });
    await expect.poll(() => crowd.waitingBackends(), { timeout: 20_000 }).toBe(1);
    await lock(first);
    await crowd.sql('commit');
    expect((await sent).status).toBe(204);
  });

  test('requests without a token share one connection with strangers', async () => {
    await crowd
      .withLocked('public.customers', async () => {
        const sent = [
          ...many(5, () => crowd.rows(null, '/rpc/read_invitation?token=x')),
          ...many(5, () => crowd.rows(stranger, '/customers?select=id')),
        ];
        await expect.poll(() => crowd.metric('leadlight_rows_waiting{class="guest"}'), { timeout: 20_000 }).toBe(9);
        expect(await crowd.metric('leadlight_rows_running{class="guest"}')).toBe(1);
        return sent;
      })
      .then((sent) => Promise.all(sent));
  });
});

describe('statement time', () => {
  test('a caller past the budget of statement time gets 429 with Retry-After; other users are not affected', async () => {
    const crowd = await openCrowd({ DATABASE_POOL: '8', STATEMENT_BUDGET: '5' });
    const [member, colleague] = [await crowd.member(), await crowd.member()];
    const waited = await crowd.withLocked('public.leads', async () => {
      const sent = many(5, () => crowd.rows(member, '/leads?select=id'));
      await expect.poll(() => crowd.waitingBackends(), { timeout: 20_000 }).toBe(5);
      await delay(1_000);
      return sent;
    });
    await Promise.all(waited); // all of their time is counted before Retry-After is computed
    const limited = await crowd.rows(member, '/campaigns?select=id');
    expect({ status: limited.status, body: JSON.parse(limited.text) }).toEqual({
      status: 429,
      body: {
        code: '53400',
        details: null,
        hint: 'Ask for less, one request after the other, and wait for as long as Retry-After says.',
        message: 'Your requests have used more of the database’s time than they may',
      },
    });
    const functions = await fetch(`${crowd.server.url}/functions/v1/import-csv-data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(functions.status).toBe(429);
    const seconds = Number(limited.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(10);
    expect((await crowd.rows(colleague, '/campaigns?select=id')).status).toBe(200);
    await delay(seconds * 1_000);
    expect((await crowd.rows(member, '/campaigns?select=id')).status).toBe(200);
    await crowd.stop();
  });
});

test('one address may have 500 concurrent account requests, and leaves a connection for others', async () => {
  const crowd = await openCrowd({ TRUST_PROXY: '1', STATEMENT_TIMEOUT: '60' });
  const { token } = await crowd.stranger();
  let rejected = 0;
  const ask = async (address: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    const { status } = await fetch(`${crowd.server.url}/auth/v1/user`, { headers });
    if (status === 429) rejected += 1;
    return status;
  };
  const sent = await crowd.withLocked('auth.users', async () => {
    const sent = many(520, () => ask('203.0.113.1'));
    await expect.poll(() => rejected, { timeout: 8_000 }).toBe(20);
    expect(await crowd.waitingBackends()).toBe(3);
    sent.push(ask('203.0.113.2'));
    await expect.poll(() => crowd.waitingBackends(), { timeout: 8_000 }).toBe(4);
    return sent;
  });
  const statuses = await Promise.all(sent);
  expect(statuses.at(-1)).toBe(200);
  expect(statuses.filter((status) => status === 200)).toHaveLength(501);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  await crowd.stop();
});

test('unfinished request bodies of one address are 429 past their share of the memory', async () => {
  const crowd = await openCrowd({ TRUST_PROXY: '1' });
  const half = 'a'.repeat(512 * 1024);
  const begin = (length: string[], body: string) =>
    openConnection(
      crowd.server,
      ['POST /auth/v1/signup HTTP/1.1', 'Host: x', 'X-Forwarded-For: 203.0.113.1', ...length, '', body].join('\r\n'),
    );
  const connections = many(120, (index) =>
    index % 2 === 0
      ? begin(['Content-Length: 1048576'], half)
      : begin(['Transfer-Encoding: chunked'], `80000\r\n${half}\r\n`),
  );
  const rejected = () => connections.filter(({ received }) => received().startsWith('HTTP/1.1 429')).length;
  await expect.poll(rejected, { timeout: 20_000 }).toBeGreaterThan(60);
  const user = await crowd.stranger();
  expect((await crowd.signIn(user)).status).toBe(200);
  for (const { socket } of connections) socket.destroy();
  await crowd.stop();
});

test('one address’s password guesses take turns with other sign-ins', async () => {
  const crowd = await openCrowd({ TRUST_PROXY: '1' });
  const user = await crowd.stranger();
  let compared = 0;
  const guess = async (index: number) => {
    const body = JSON.stringify({ email: `unknown-${index}@example.test`, password: 'a wrong password' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' };
    await fetch(`${crowd.server.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body });
    compared += 1;
  };
  const guesses = many(40, guess);
  await expect.poll(() => compared, { timeout: 20_000 }).toBeGreaterThan(0);
  expect((await crowd.signIn(user)).status).toBe(200);
  expect(compared).toBeLessThan(20);
  await Promise.all(guesses);
  await crowd.stop();
});

test('account requests time out on a locked profile, and other users can sign in meanwhile', async () => {
  const crowd = await openCrowd({ DATABASE_POOL: '8', STATEMENT_TIMEOUT: '60' });
  const [member, other] = [await crowd.member(), await crowd.stranger()];
  const rename = async (name: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${member.token}` };
    const body = JSON.stringify({ data: { full_name: name } });
    return (await fetch(`${crowd.server.url}/auth/v1/user`, { method: 'PUT', headers, body })).status;
  };
  await crowd.withLocked('public.profiles', async () => {
    const renamed = many(8, (index) => rename(`Name ${index}`));
    expect((await crowd.signIn(other)).status).toBe(200);
    expect(new Set(await Promise.all(renamed))).toEqual(new Set([503]));
  });
  expect(await rename('A name')).toBe(200);
  await crowd.stop();
});

describe('requests without a token', () => {
  test('requests without a token of one address or IPv6 /64 network are 429 past their rate; others are not affected', async () => {
    const crowd = await openCrowd({ ROWS_RATE_ANONYMOUS: '3', TRUST_PROXY: '1' });
    const from = async (address: string, user: TestUser | null = null) => {
      const answer = await crowd.rows(user, '/campaigns?select=id', { headers: { 'x-forwarded-for': address } });
      return answer;
    };
    const statuses = async (address: string, count: number) => {
      const seen: number[] = [];
      for (let time = 0; time < count; time += 1) seen.push((await from(address)).status);
      return seen;
    };
    expect(await statuses('203.0.113.1', 4)).toEqual([401, 401, 401, 429]);
    expect(await statuses('203.0.113.2', 1)).toEqual([401]);
    expect(await statuses('2001:db8::1', 3)).toEqual([401, 401, 401]);
    expect(await statuses('2001:db8::ffff:1', 1)).toEqual([429]);
    expect(await statuses('2001:db8:0:1::1', 1)).toEqual([401]);
    const limited = await from('203.0.113.1');
    expect(JSON.parse(limited.text)).toEqual({
      code: '53400',
      details: null,
      hint: 'Sign in, or try again later.',
      message: 'Too many requests without a token from this address',
    });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await from('203.0.113.1', await crowd.member())).status).toBe(200);
    await crowd.stop();
  });
});

describe('users who get a role', () => {
  test('a user who gets a role is no longer counted as a guest within two seconds', async () => {
    const crowd = await openCrowd();
    const guestSeconds = () => crowd.metric('leadlight_rows_statement_seconds_total{class="guest"}');
    const userSeconds = () => crowd.metric('leadlight_rows_statement_seconds_total{class="user"}');
    const member = await crowd.member();
    const stranger = await crowd.stranger();
    await crowd.rows(stranger, '/campaigns?select=id');
    expect([(await guestSeconds()) > 0, await userSeconds()]).toEqual([true, 0]);
    await crowd.join(stranger, member.customer);
    await expect
      .poll(
        async () => {
          await crowd.rows(stranger, '/campaigns?select=id');
          return userSeconds();
        },
        { timeout: 2_000 },
      )
      .toBeGreaterThan(0);
    await crowd.stop();
  });
});
