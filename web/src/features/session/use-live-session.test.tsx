import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answer, failAuthWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast, toasts } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { useSave } from '@/lib/use-save.ts';
import { endSessions } from './actions.ts';
import { useSession } from './session.tsx';
import { useLiveSession } from './use-live-session.ts';

const USER = '/auth/v1/user';
const ENDED = failAuthWith(403, 'session_not_found', 'Session not found');

function Page() {
  const { user } = useSession();
  useLiveSession();
  const { save } = useSave({ write: () => Promise.reject(new Error('denied')), failure: 'Failed to save' });
  return (
    <>
      <h1>{user?.email ?? 'signed out'}</h1>
      <button type="button" onClick={() => save()}>
        Save
      </button>
    </>
  );
}

const renderPage = async () => {
  signIn({});
  const { user } = renderApp(<Page />);
  await screen.findByRole('heading', { name: 'ada@example.test' });
  return user;
};

const signedOut = async () => {
  expect(await findToast('Signed out')).toEqual([
    'Signed out',
    'Your session was ended on another device. Sign in again to continue.',
  ]);
  await screen.findByRole('heading', { name: 'signed out' });
};

afterEach(() => void vi.useRealTimers());

it('a session that was ended elsewhere is left within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await renderPage();
  answer('GET', USER, ENDED);
  await act(() => vi.advanceTimersByTimeAsync(59_999));
  expect(requestsTo('GET', USER)).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await signedOut();
  expect(localStorage.getItem('supabase.auth.token')).toBeNull();
});

it('a session that was ended elsewhere is left when the tab gets the focus', async () => {
  await renderPage();
  answer('GET', USER, ENDED);
  act(() => void window.dispatchEvent(new Event('focus')));
  await signedOut();
});

it('a session that was ended elsewhere is left after a failed save, and only that is said', async () => {
  await renderPage();
  answer('GET', USER, ENDED);
  for (const _ of ['a save', 'another']) fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await signedOut();
  expect(
    toasts()
      .map((one) => one.querySelector('p')?.textContent)
      .join(),
  ).toBe('Signed out');
});

it('a session that the server still knows stays', async () => {
  await renderPage();
  answer('GET', USER, () => ({ id: '1' }));
  act(() => void window.dispatchEvent(new Event('focus')));
  await expect.poll(() => requestsTo('GET', USER).length).toBe(1);
  expect(screen.queryByText('Signed out')).toBeNull();
  expect(screen.getByRole('heading').textContent).toBe('ada@example.test');
});

it('a session stays while the server does not respond', async () => {
  await renderPage();
  answer('GET', USER, failAuthWith(500, 'unexpected_failure', 'out of order'));
  act(() => void window.dispatchEvent(new Event('focus')));
  await expect.poll(() => requestsTo('GET', USER).length).toBe(1);
  expect(screen.getByRole('heading').textContent).toBe('ada@example.test');
});

it('signing out on this page is not reported as ended elsewhere', async () => {
  await renderPage();
  const released = Promise.withResolvers<Response>();
  answer('GET', USER, () => released.promise);
  answer('POST', '/auth/v1/logout', () => new Response(null, { status: 204 }));
  act(() => void window.dispatchEvent(new Event('focus')));
  await expect.poll(() => requestsTo('GET', USER).length).toBe(1);
  await act(async () => {
    const done = endSessions('local');
    released.resolve(ENDED());
    await done;
  });
  await screen.findByRole('heading', { name: 'signed out' });
  expect(screen.queryByText('Signed out')).toBeNull();
});
