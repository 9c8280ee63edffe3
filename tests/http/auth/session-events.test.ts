import type { Session } from '@supabase/auth-js';
import { expect, inject, test } from 'vitest';
import { memoryStorage, openClient, PASSWORD, signUp } from './requests.ts';

const server = inject('server');

test('auth-js fires INITIAL_SESSION without a session', async () => {
  const { client, close } = openClient(server);
  const first = new Promise((resolve) => {
    client.onAuthStateChange((event, session) => resolve({ event, session }));
  });
  expect(await first).toEqual({ event: 'INITIAL_SESSION', session: null });
  close();
});

test('the events from sign-in to sign-out come in order (S4.19, S7.42)', async () => {
  const account = await signUp(server);
  const { client, events, close } = openClient(server);
  await expect.poll(() => events).toEqual(['INITIAL_SESSION']);
  await client.signInWithPassword(account);
  await client.refreshSession();
  await client.updateUser({ data: { full_name: 'Ada' } });
  await client.updateUser({ password: 'a newer password', current_password: PASSWORD });
  await client.signOut();
  close();
  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'USER_UPDATED',
    'SIGNED_OUT',
  ]);
});

test('a reopened page restores its session (S7.41)', async () => {
  const account = await signUp(server);
  const storage = memoryStorage();
  const storageKey = 'stored';
  const before = openClient(server, { storage, storageKey });
  await before.client.signInWithPassword(account);
  before.close();
  const after = openClient(server, { storage, storageKey });
  const { data } = await after.client.getUser();
  after.close();
  expect(data.user?.id).toBe(account.user.id);
  await expect.poll(() => after.events).toContain('INITIAL_SESSION');
});

test('a reopened page refreshes a session that expires soon (S9.17, S9.18)', async () => {
  const account = await signUp(server);
  const storage = memoryStorage();
  const storageKey = 'stored';
  const stale = { ...account.session, expires_at: Math.floor(Date.now() / 1000) + 60 };
  storage.setItem(storageKey, JSON.stringify(stale));
  const { client, close } = openClient(server, { storage, storageKey });
  const { data } = await client.getSession();
  close();
  expect(data.session?.refresh_token).not.toBe(account.session.refresh_token);
  expect(data.session?.user.id).toBe(account.user.id);
  expect((JSON.parse(storage.getItem(storageKey) ?? '') as Session).refresh_token).toBe(data.session?.refresh_token);
});
