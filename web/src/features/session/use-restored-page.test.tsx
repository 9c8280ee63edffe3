import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, USER_ID } from '#tests/component/backend.ts';
import { useRestoredPage } from './use-restored-page.ts';

const reload = vi.fn();
beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(reload);
  signIn({});
});
afterEach(() => {
  document.body.style.visibility = '';
  reload.mockClear();
});

const fire = (name: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(name), { persisted }));

test('a restored page is hidden until its user is known to be the stored one', () => {
  renderHook(() => useRestoredPage(USER_ID));
  fire('pagehide', true);
  expect(document.body.style.visibility).toBe('hidden');
  fire('pageshow', true);
  expect(document.body.style.visibility).toBe('');
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['signed out', () => localStorage.removeItem('supabase.auth.token')],
  ['signed in as another user', () => signIn({ userId: '00000000-0000-4000-8000-000000000002' })],
])('a restored page stays hidden and loads again after its user has %s', (_, change) => {
  renderHook(() => useRestoredPage(USER_ID));
  fire('pagehide', true);
  change();
  fire('pageshow', true);
  expect(document.body.style.visibility).toBe('hidden');
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that is loaded is neither hidden nor loaded again', () => {
  renderHook(() => useRestoredPage(undefined));
  fire('pageshow', false);
  fire('pagehide', false);
  expect(document.body.style.visibility).toBe('');
  expect(reload).not.toHaveBeenCalled();
});
