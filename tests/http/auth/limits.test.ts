import { createHash } from 'node:crypto';
import type { Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import {
  call,
  errorResponse,
  memoryStorage,
  newEmail,
  openClient,
  PASSWORD,
  readClaims,
  signIn,
  signUp,
  sql,
} from './requests.ts';

const limitReached = errorResponse(429, 'over_request_rate_limit', 'Request rate limit reached');

const LIMITS = {
  AUTH_RATE_SIGNUP: '5',
  AUTH_RATE_TOKEN: '20',
  AUTH_RATE_ACCOUNT: '3',
  AUTH_RATE_FACTOR: '3',
  AUTH_RATE_USER: '4',
  TRUST_PROXY: '1',
};

const server = setUpServer(LIMITS);

let addresses = 0;
/** Sends requests from a new client address. */
function newCaller() {
  addresses += 1;
  const headers = { 'X-Forwarded-For': `198.51.100.${addresses}` };
  return (endpoint: string, body?: unknown, token?: string) => call(server, endpoint, { body, token, headers });
}

const inTurn = async (count: number, act: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push((await act()).status);
  return statuses;
};

/** Moves the last attempt back in time. */
const wait = (interval: string) =>
  sql(server, `update auth.rate_limits set refilled_at = refilled_at - interval '${interval}'`);

describe('limits of a client address', () => {
  test('a client address may sign up five times in five minutes, independently of others', async () => {
    const from = newCaller();
    const attempt = () => from('POST /signup', { email: newEmail(), password: PASSWORD });
    expect(await inTurn(6, attempt)).toEqual([200, 200, 200, 200, 200, 429]);
    const { status, body } = await attempt();
    expect({ status, body }).toEqual(limitReached);
    expect((await newCaller()('POST /signup', { email: newEmail(), password: PASSWORD })).status).toBe(200);
  });

  test('a client address is limited for concurrent attempts, too', async () => {
    const from = newCaller();
    const answers = await Promise.all(Array.from({ length: 9 }, () => from('POST /signup', {})));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test.each([{ refresh_token: 'abcdefghijkl' }, { refresh_token: 'no token' }, {}])(
    'a client address may send twenty passwords and unknown refresh tokens in five minutes (%j), and its refreshes then answer 503',
    async (body) => {
      const from = newCaller();
      const guess = () => from('POST /token?grant_type=refresh_token', body);
      expect(await inTurn(21, guess)).toEqual([...Array(20).fill(400), 503]);
      const { status } = await from('POST /token?grant_type=password', { email: newEmail(), password: PASSWORD });
      expect(status).toBe(429);
      const { headers, ...answer } = await guess();
      expect(answer).toMatchObject(errorResponse(503, 'over_request_rate_limit', 'Request rate limit reached'));
      expect(headers.get('Retry-After')).toBe('15');
    },
  );

  test('a client address refreshes its sessions though it has used up its passwords and unknown tokens', async () => {
    const from = newCaller();
    const sessions = await inOffice(from, 3);
    const wrong = () => from('POST /token?grant_type=password', { email: newEmail(), password: 'wrong password' });
    expect((await inTurn(21, wrong)).at(-1)).toBe(429);
    for (const { refresh_token } of sessions) {
      expect((await from('POST /token?grant_type=refresh_token', { refresh_token })).status).toBe(200);
    }
  });

  test('a client address may change a user five times in five minutes', async () => {
    const from = newCaller();
    expect(await inTurn(6, () => from('PUT /user', {}))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('a client address may add and remove three second factors in a minute', async () => {
    const from = newCaller();
    expect(await inTurn(2, () => from('POST /factors', {}))).toEqual([401, 401]);
    expect(await inTurn(2, () => from('DELETE /factors/x'))).toEqual([401, 429]);
    expect((await from('POST /factors', {})).status).toBe(429);
  });

  test('a client address may read its user four times in five minutes', async () => {
    const from = newCaller();
    expect(await inTurn(5, () => from('GET /user'))).toEqual([401, 401, 401, 401, 429]);
    expect((await from('POST /logout')).status).toBe(429);
    expect((await newCaller()('GET /user')).status).toBe(401);
  });

  test('the limited client address is the one that the trusted proxy saw, not the one that the client sent', async () => {
    const forged = (turn: number) =>
      call(server, 'POST /signup', { body: {}, headers: { 'X-Forwarded-For': `10.0.0.${turn}, 192.0.2.77` } });
    let turn = 0;
    const statuses = await inTurn(6, () => {
      turn += 1;
      return forged(turn);
    });
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('a client address of IPv6 is the /64 network', async () => {
    let turn = 0;
    const statuses = await inTurn(6, () => {
      turn += 1;
      return call(server, 'POST /signup', { body: {}, headers: { 'X-Forwarded-For': `2001:db8:0:7::${turn}` } });
    });
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('limits of a session', () => {
  test('a session is refreshed twenty times in five minutes, by all clients together, and then gets 503 with the time to wait', async () => {
    const [one, other] = await inOffice(newCaller(), 2);
    let token = one?.refresh_token ?? '';
    const refresh = async () => {
      const answer = await newCaller()('POST /token?grant_type=refresh_token', { refresh_token: token });
      token = (answer.body as { refresh_token?: string }).refresh_token ?? token;
      return answer;
    };
    expect(await inTurn(21, refresh)).toEqual([...Array(20).fill(200), 503]);
    const { status, body, headers } = await refresh();
    expect({ status, body }).toMatchObject(errorResponse(503, 'over_request_rate_limit', 'Request rate limit reached'));
    expect(headers.get('Retry-After')).toBe('15');
    const others = { refresh_token: other?.refresh_token };
    expect((await newCaller()('POST /token?grant_type=refresh_token', others)).status).toBe(200);
  });

  test('a session is kept by auth-js at its limit, and refreshed afterwards', async () => {
    const { session } = await signUp(server);
    await sql(server, `insert into auth.rate_limits values ($1, 0, clock_timestamp())`, [
      `refresh:${hashed(readClaims(session.access_token).session_id as string)}`,
    ]);
    const storage = memoryStorage();
    const expired = { ...session, expires_at: 1 };
    storage.setItem('office', JSON.stringify(expired));
    const statuses: number[] = [];
    const { client, events, close } = openClient(server, {
      storage,
      storageKey: 'office',
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        if (response.status === 503) await wait('1 day');
        return response;
      },
    });
    const { data, error } = await client.getSession();
    close();
    expect(error).toBeNull();
    expect(statuses).toEqual([503, 200]);
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(events).not.toContain('SIGNED_OUT');
  });
});

describe('limits of an account', () => {
  test.each([
    ['that exists', async () => (await signUpFrom()).email],
    ['that does not exist', async () => newEmail()],
  ])('%s accepts three failed sign-ins in five minutes, from all clients together', async (_, accountEmail) => {
    const email = await accountEmail();
    const attempt = (password: string) => newCaller()('POST /token?grant_type=password', { email, password });
    expect(await inTurn(4, () => attempt('wrong password'))).toEqual([400, 400, 400, 429]);
    const { status, body } = await attempt(PASSWORD);
    expect({ status, body }).toEqual(limitReached);
  });

  test('an account gets one attempt back after a third of the time, and has at most three', async () => {
    const email = newEmail();
    const attempt = () => newCaller()('POST /token?grant_type=password', { email, password: 'wrong password' });
    expect(await inTurn(4, attempt)).toEqual([400, 400, 400, 429]);
    await wait('100 seconds');
    expect(await inTurn(2, attempt)).toEqual([400, 429]);
    await wait('1 day');
    expect(await inTurn(4, attempt)).toEqual([400, 400, 400, 429]);
  });

  test('an account accepts any number of successful sign-ins', async () => {
    const { email } = await signUpFrom();
    const attempt = () => newCaller()('POST /token?grant_type=password', { email, password: PASSWORD });
    expect(await inTurn(6, attempt)).toEqual(Array(6).fill(200));
  });

  test('an account counts a wrong current password as a failed sign-in', async () => {
    const { email, token } = await signUpFrom();
    const attempt = () =>
      newCaller()('PUT /user', { password: 'a newer password', current_password: 'wrong password' }, token);
    expect(await inTurn(4, attempt)).toEqual([400, 400, 400, 429]);
    expect((await newCaller()('POST /token?grant_type=password', { email, password: PASSWORD })).status).toBe(429);
  });
});

test('auth-js reports the limit', async () => {
  const email = newEmail();
  for (let turn = 0; turn < 3; turn += 1) await signIn(server, { email, password: 'wrong password' });
  const { client, close } = openClient(server);
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  close();
  expect(error).toMatchObject({ name: 'AuthApiError', status: 429, code: 'over_request_rate_limit' });
});

test('the table of limits stores no address', async () => {
  await signUp(server);
  const keys = await sql<{ key: string }>(server, 'select key from auth.rate_limits');
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ key }) => !/^(signup|token|refresh|user|enroll|account):[\w-]{43}$/.test(key))).toEqual([]);
});

/** Signs up so many users at one address. */
async function inOffice(from: ReturnType<typeof newCaller>, users: number): Promise<Session[]> {
  const answers = await Promise.all(
    Array.from({ length: users }, () => from('POST /signup', { email: newEmail(), password: PASSWORD })),
  );
  return answers.map(({ body }) => body as Session);
}

/** The hash that the table of limits stores of a subject. */
const hashed = (subject: string) => createHash('sha256').update(subject).digest('base64url');

async function signUpFrom(): Promise<{ email: string; token: string }> {
  const email = newEmail();
  const { body } = await newCaller()('POST /signup', { email, password: PASSWORD });
  return { email, token: (body as { access_token: string }).access_token };
}
