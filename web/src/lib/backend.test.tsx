import type { AuthChangeEvent } from '@supabase/auth-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, failAuthWith, newSession, requestsTo, signIn } from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';

const TOKEN = '/auth/v1/token';
const HOUR = 3_600_000;
const unavailable = failAuthWith(503, 'unexpected_failure', 'Service unavailable');

const stored = () => localStorage.getItem('supabase.auth.token');
const refreshes = () => requestsTo('POST', TOKEN);

/** Opens a page with a stored session that expires in so many seconds. Time stands still until the test advances it. */
async function openPage({ expiresIn }: { expiresIn: number }) {
  vi.useFakeTimers();
  signIn({ expiresAt: Math.floor(Date.now() / 1000) + expiresIn });
  vi.resetModules();
  const accounts = await (await import('./backend.ts')).accounts();
  takeLogged(); // auth-js warns of a second client
  const events: AuthChangeEvent[] = [];
  accounts.onAuthStateChange((event) => void events.push(event));
  await vi.advanceTimersByTimeAsync(0);
  return { events, openedAt: Date.now() };
}

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

it('a session is checked every 30 seconds and refreshed shortly before it expires (S9.17, S9.18)', async () => {
  const times: number[] = [];
  answer('POST', TOKEN, () => {
    times.push(Date.now());
    return newSession();
  });
  const { openedAt } = await openPage({ expiresIn: 200 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(times.map((time) => time - openedAt)).toEqual([90_000]);
  expect(refreshes().map(({ query, body }) => [query.get('grant_type'), body])).toEqual([
    ['refresh_token', { refresh_token: 'refresh-token' }],
  ]);
});

it('a refresh that cannot be sent is retried after 200 ms times a power of two, for up to 30 seconds (S9.16)', async () => {
  const times: number[] = [];
  answer('POST', TOKEN, () => {
    times.push(Date.now());
    throw new TypeError('Failed to fetch');
  });
  await openPage({ expiresIn: -1 });
  await vi.advanceTimersByTimeAsync(30_000);
  const waits = [200, 400, 800, 1600, 3200, 6400, 12_800];
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(waits);
  expect(stored()).not.toBeNull();
  expect(takeLogged()).toEqual(['Failed to fetch']);
});

it('a refresh that fails temporarily keeps the session, and a later one succeeds (S4.22)', async () => {
  answer('POST', TOKEN, unavailable);
  const { events } = await openPage({ expiresIn: 3600 });
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(refreshes()).not.toEqual([]);
  expect(stored()).toContain('"refresh-token"');

  answer('POST', TOKEN, () => ({ ...newSession(), refresh_token: 'next-refresh-token' }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(stored()).toContain('"next-refresh-token"');
  expect(events).not.toContain('SIGNED_OUT');
});

it('a session that was ended elsewhere is removed at its next refresh (S4.21)', async () => {
  answer('POST', TOKEN, failAuthWith(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
  const { events } = await openPage({ expiresIn: 3600 });
  expect(stored()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(stored()).toBeNull();
  expect(events).toContain('SIGNED_OUT');
});

describe('a computer whose clock is wrong', () => {
  it.each([
    ['two hours ahead', 7_200_000],
    ['ten minutes behind', -600_000],
  ])('a wrong clock (%s) does not change when the session is refreshed', async (_, difference) => {
    answer('POST', TOKEN, () => {
      const session = newSession();
      return { ...session, expires_at: session.expires_at - difference / 1000 };
    });
    answer('GET', '/rest/v1/customers', () => []);
    await openPage({ expiresIn: 3600 });
    const { accounts, authorizedFetch } = await import('./backend.ts');
    await (await accounts()).signInWithPassword({ email: 'ada@example.test', password: 'secret' });
    for (let turn = 0; turn < 3; turn += 1) await authorizedFetch('/rest/v1/customers');
    expect(refreshes()).toHaveLength(1); // the sign-in
    await vi.advanceTimersByTimeAsync(HOUR - 30_000);
    expect(refreshes()).toHaveLength(2);
    expect(JSON.parse(stored() ?? '').expires_at).toBeGreaterThan(Date.now() / 1000 + 3000);
  });
});

describe('a request whose token is rejected', () => {
  const rejected = () => Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });
  const bearers = () => requestsTo('GET', '/rest/v1/customers').map(({ headers }) => headers.get('Authorization'));
  let old = '';

  async function openWithToken(isAccepted: (token: string | null) => boolean) {
    answer('POST', TOKEN, () => ({ ...newSession(), access_token: 'renewed', refresh_token: 'next' }));
    answer('GET', '/rest/v1/customers', ({ headers }) => (isAccepted(headers.get('Authorization')) ? [] : rejected()));
    await openPage({ expiresIn: 3600 });
    old = `Bearer ${JSON.parse(stored() ?? '').access_token}`;
    const { authorizedFetch } = await import('./backend.ts');
    return async () => (await authorizedFetch('/rest/v1/customers')).status;
  }

  it('a rejected request is sent again with a new token, which all such requests share', async () => {
    const read = await openWithToken((token) => token === 'Bearer renewed');
    expect(await Promise.all([read(), read(), read()])).toEqual([200, 200, 200]);
    expect(refreshes()).toHaveLength(1);
    expect(bearers().sort()).toEqual([old, old, old, 'Bearer renewed', 'Bearer renewed', 'Bearer renewed'].sort());
  });

  it('a rejected request is sent again once, and the session is refreshed once', async () => {
    const read = await openWithToken(() => false);
    expect(await read()).toBe(401);
    expect(await read()).toBe(401);
    expect(refreshes()).toHaveLength(1);
    expect(bearers()).toEqual([old, 'Bearer renewed', 'Bearer renewed']);
  });

  it('a rejected request is not sent again without a session', async () => {
    const read = await openWithToken(() => false);
    localStorage.clear();
    expect(await read()).toBe(401);
    expect(refreshes()).toEqual([]);
    expect(bearers()).toEqual(['Bearer publishable']);
  });
});

describe('a server that is down', () => {
  /** Answers the first request with 503 and this header. */
  function answerLater(retryAfter: string) {
    const times: number[] = [];
    answer('GET', '/rest/v1/customers', () => {
      times.push(Date.now());
      if (times.length > 1) return [];
      return Response.json({ message: 'down' }, { status: 503, headers: { 'Retry-After': retryAfter } });
    });
    return times;
  }

  it.each([
    ['3600', 10_000],
    ['4', 4000],
    ['0', 0],
    ['Sun, 06 Nov 2094 08:49:37 GMT', 10_000],
    [new Date(Date.UTC(2026, 0, 1, 0, 0, 5)).toUTCString(), 5000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['soon', 1000],
    ['-1', 1000],
  ])(
    'a server that is down is requested again after Retry-After: %s, within ten seconds, and shown as down until then',
    async (header, wait) => {
      await openPage({ expiresIn: 3600 });
      vi.setSystemTime(Date.UTC(2026, 0, 1));
      localStorage.clear();
      const { isServerDown } = await import('./server-down.ts');
      const { readData, rows } = await import('./rows.ts');
      const times = answerLater(header);
      const reading = readData(rows.from('customers').select('id'));
      await vi.advanceTimersByTimeAsync(0);
      if (wait > 0) expect(isServerDown()).toBe(true);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await reading).toEqual([]);
      expect(times.map((time) => time - Date.UTC(2026, 0, 1))).toEqual([0, wait]);
      expect(isServerDown()).toBe(false);
    },
  );
});

it.each([
  ['that is valid for an hour is used as it is stored', 3600, '', 'ada@example.test'],
  ['that auth-js would refresh is not used before that', 80, '', undefined],
  ['is not used while a link may bring another one', 3600, '?code=1', undefined],
])('a stored session %s', async (_, seconds, search, email) => {
  const { freshSession } = await import('./backend.ts');
  history.replaceState(null, '', `/leads${search}`);
  signIn({ expiresAt: Math.floor(Date.now() / 1000) + seconds });
  expect(freshSession()?.user.email).toBe(email);
});

it('a stored session that cannot be read is none', async () => {
  const { freshSession, storedUserId } = await import('./backend.ts');
  localStorage.setItem('supabase.auth.token', '{');
  expect([freshSession(), storedUserId()]).toEqual([null, undefined]);
});

it('a listener is called with changes of the session though the code of the client could not be loaded at first', async () => {
  vi.resetModules();
  vi.doMock('@supabase/auth-js', () => {
    throw new Error('no answer');
  });
  const backend = await import('./backend.ts');
  const events: AuthChangeEvent[] = [];
  const others: AuthChangeEvent[] = [];
  backend.onSessionChange((event) => void events.push(event));
  const stop = backend.onSessionChange((event) => void others.push(event));
  stop();
  await vi.waitFor(() => expect(takeLogged()).toHaveLength(2));
  vi.doUnmock('@supabase/auth-js');
  const accounts = await backend.accounts();
  takeLogged(); // auth-js warns of a second client
  await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION']));
  answer('POST', TOKEN, () => newSession());
  await accounts.signInWithPassword({ email: 'ada@example.test', password: 'secret' });
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  expect(others).toEqual([]);
});
