import type { AuthChangeEvent } from '@supabase/auth-js';
import { afterEach, expect, it, vi } from 'vitest';
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

it('a session is checked every 30 seconds and refreshed shortly before it expires', async () => {
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

it('a refresh that cannot be sent is retried after 200 ms times a power of two, for up to 30 seconds', async () => {
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

it('a refresh that fails temporarily keeps the session, and a later one succeeds', async () => {
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

it('a session that was ended elsewhere is removed at its next refresh', async () => {
  answer('POST', TOKEN, failAuthWith(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
  const { events } = await openPage({ expiresIn: 3600 });
  expect(stored()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(stored()).toBeNull();
  expect(events).toContain('SIGNED_OUT');
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
