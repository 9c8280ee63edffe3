import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failAuthWith, failWith, newSession, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { toasts } from '#tests/component/queries.ts';
import { renderApp } from '#tests/component/render.tsx';
import { leaveEndedSession, signOut } from '@/features/session/actions.ts';
import { useSession } from '@/features/session/session.tsx';
import { authorizedFetch } from '@/lib/backend.ts';
import { useOngoing } from '@/lib/leave-guard.ts';
import { SignInAgain } from './sign-in-again.tsx';

const OTHER_ID = '00000000-0000-4000-8000-000000000002';
const DENIED = failWith(403, 'Only an administrator can hand off leads');
const CUSTOMERS = '/rest/v1/customers';

function Page({ isOngoing }: { isOngoing: boolean }) {
  const { user, kept, isAdmin } = useSession();
  useOngoing(isOngoing);
  return (
    <>
      <h1>{[user?.email ?? 'signed out', isAdmin && 'admin'].filter(Boolean).join(' ')}</h1>
      {kept && <SignInAgain />}
    </>
  );
}

/** Opens a page, whose session then ends on the server. */
async function openPage({ isOngoing = true } = {}) {
  signIn({ roles: ['admin'] });
  const { user } = renderApp(<Page isOngoing={isOngoing} />);
  await screen.findByRole('heading', { name: 'ada@example.test admin' });
  answer('GET', '/auth/v1/user', failAuthWith(403, 'session_not_found', 'Session not found'));
  answer('GET', '/rest/v1/user_roles', () => []);
  answer('GET', CUSTOMERS, DENIED);
  return user;
}

const answerSignIn = (session: object) => {
  answer('GET', CUSTOMERS, ({ headers }) =>
    headers.get('Authorization') === 'Bearer next' ? [{ id: '1' }] : DENIED(),
  );
  answer('POST', '/auth/v1/token', () => ({ ...newSession(), access_token: 'next', ...session }));
};

async function typePassword(user: Awaited<ReturnType<typeof openPage>>, email?: string) {
  if (email) await user.clear(screen.getByLabelText('Email'));
  if (email) await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const read = async () => (await authorizedFetch(CUSTOMERS)).json();

it('work whose session has ended is kept, and its denied request is answered after the next sign-in', async () => {
  const user = await openPage();
  const reading = read();
  await screen.findByRole('dialog', { name: 'You’ve been signed out' });
  expect(
    screen.getByText('Sign in again as ada@example.test to continue. Nothing on this page is lost.'),
  ).toBeDefined();
  const later = read();
  expect(screen.getByText('ada@example.test admin')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.test');
  expect(requestsTo('GET', CUSTOMERS)).toHaveLength(1);
  await user.keyboard('{Escape}');
  answerSignIn({});
  await typePassword(user);
  expect(await Promise.all([reading, later])).toEqual([[{ id: '1' }], [{ id: '1' }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('ada@example.test admin')).toBeDefined();
  expect(toasts()).toEqual([]);
  expect(requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(2); // when the page opened, and when the request was denied
});

it('work goes on only once the second factor is verified', async () => {
  const user = await openPage();
  const reading = read();
  await screen.findByRole('dialog');
  const factor = { id: USER_ID, status: 'verified', factor_type: 'totp', created_at: '', updated_at: '' };
  const account = { ...newSession().user, factors: [factor] };
  answerSignIn({ access_token: newSession().access_token, user: account });
  await typePassword(user);
  const code = await screen.findByLabelText('Code');
  expect(requestsTo('GET', CUSTOMERS)).toHaveLength(1);
  answer('GET', '/auth/v1/user', () => account);
  answer('POST', `/auth/v1/factors/${USER_ID}/challenge`, () => ({ id: 'challenge', type: 'totp', expires_at: 1 }));
  const raised = `e30.${btoa('{"aal":"aal2"}')}.x`;
  answer('POST', `/auth/v1/factors/${USER_ID}/verify`, () => ({
    ...newSession(),
    access_token: raised,
    user: account,
  }));
  answer('GET', CUSTOMERS, ({ headers }) => (headers.get('Authorization') === `Bearer ${raised}` ? [] : DENIED()));
  await user.type(code, '123456');
  expect(await reading).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('another user gets neither the page nor its requests', async () => {
  const user = await openPage();
  const reading = read();
  await screen.findByRole('dialog');
  answerSignIn({ user: { ...newSession().user, id: OTHER_ID, email: 'eve@example.test' } });
  answer('GET', '/rest/v1/user_roles', () => [{ role: 'customer' }]);
  await Promise.all([
    expect(reading).rejects.toMatchObject({ name: 'AbortError' }),
    typePassword(user, 'eve@example.test'),
  ]);
  await screen.findByRole('heading', { name: 'eve@example.test' });
  expect(requestsTo('GET', CUSTOMERS)).toHaveLength(1);
});

it('work can be given up', async () => {
  const user = await openPage();
  const reading = read();
  await screen.findByRole('dialog');
  await Promise.all([
    expect(reading).rejects.toMatchObject({ name: 'AbortError' }),
    user.click(screen.getByRole('button', { name: 'Discard' })),
  ]);
  await screen.findByRole('heading', { name: 'signed out' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a page without work is left', async () => {
  await openPage({ isOngoing: false });
  expect((await authorizedFetch(CUSTOMERS)).status).toBe(403);
  expect(requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(1);
  await act(leaveEndedSession);
  await screen.findByRole('heading', { name: 'signed out' });
  expect(toasts()).toHaveLength(1);
});

it('a sign-out of the user leaves the page, with work too', async () => {
  await openPage();
  answer('POST', '/auth/v1/logout', () => new Response(null, { status: 204 }));
  await act(signOut);
  await screen.findByRole('heading', { name: 'signed out' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a sign-out in another tab leaves the page, with work too', async () => {
  await openPage();
  localStorage.setItem('leadlight.signed-out-at', String(Date.now()));
  localStorage.removeItem('supabase.auth.token');
  const tab = new BroadcastChannel('supabase.auth.token');
  await act(async () => tab.postMessage({ event: 'SIGNED_OUT', session: null }));
  await screen.findByRole('heading', { name: 'signed out' });
  tab.close();
});

it('a denied request of a live session is denied', async () => {
  await openPage();
  answer('GET', '/rest/v1/user_roles', () => [{ role: 'customer' }]);
  expect((await authorizedFetch(CUSTOMERS)).status).toBe(403);
  expect(screen.queryByRole('dialog')).toBeNull();
});
