import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderAppHook } from '#tests/component/render.tsx';
import { AccountExists } from './acceptance-data.ts';
import { useAcceptance } from './use-acceptance.ts';

const ACCEPT = '/rest/v1/rpc/accept_invitation';
const SUCCESS = 'Invitation accepted! Redirecting...';

async function renderAcceptance() {
  const { result } = renderAppHook(() => useAcceptance('token'));
  await act(async () => {}); // the session is read
  return result;
}

it('a signed-in user accepts, and the roles are read again', async () => {
  signIn({});
  answer('POST', ACCEPT, () => null);
  const result = await renderAcceptance();
  await expect.poll(() => requestsTo('GET', '/rest/v1/user_roles').length).toBe(1);
  await act(() => result.current.accept({ success: SUCCESS }));
  expect(result.current.acceptance).toEqual({ stage: 'accepted', message: SUCCESS });
  expect(requestsTo('POST', ACCEPT).map(({ body }) => body)).toEqual([{ token: 'token' }]);
  expect(requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(2);
});

it('a failed acceptance shows why, and can be tried again', async () => {
  answer('POST', ACCEPT, failWith(400, 'This invitation has expired'));
  const result = await renderAcceptance();
  await act(() => result.current.accept({ success: SUCCESS }));
  expect(result.current.acceptance).toEqual({
    stage: 'choosing',
    error: { title: 'Couldn’t accept the invitation', text: 'This invitation has expired' },
  });
  answer('POST', ACCEPT, () => null);
  await act(() => result.current.accept({ success: SUCCESS }));
  expect(result.current.acceptance).toEqual({ stage: 'accepted', message: SUCCESS });
});

it.each([
  ['unconfirmed', { stage: 'unconfirmed' }],
  ['lacks-second-factor', { stage: 'choosing' }],
] as const)('a sign-in that ends %s does not accept yet', async (state, acceptance) => {
  const result = await renderAcceptance();
  await act(() => result.current.accept({ signIn: async () => state, success: SUCCESS }));
  expect(result.current.acceptance).toEqual(acceptance);
  expect(requestsTo('POST', ACCEPT)).toEqual([]);
});

it.each([
  [new Error('Invalid login credentials'), { title: 'Error signing in', text: 'Invalid login credentials' }],
  [
    new AccountExists(),
    {
      title: 'An account with this email already exists',
      text: 'Choose Existing User and sign in with your password.',
    },
  ],
])('a sign-in that fails with %o shows %o', async (failure, error) => {
  const result = await renderAcceptance();
  const signInFails = () => Promise.reject(failure);
  await act(() => result.current.accept({ signIn: signInFails, success: SUCCESS, failure: 'Error signing in' }));
  expect(result.current.acceptance).toEqual({ stage: 'choosing', error });
});

it('while an acceptance is in progress, a second one is ignored', async () => {
  const released = Promise.withResolvers<void>();
  answer('POST', ACCEPT, () => released.promise);
  const result = await renderAcceptance();
  let first: Promise<void> | undefined;
  act(() => {
    first = result.current.accept({ success: SUCCESS });
  });
  expect(result.current.acceptance).toEqual({ stage: 'accepting', wasSignedIn: false });
  await act(() => result.current.accept({ success: SUCCESS }));
  released.resolve();
  await act(() => first ?? Promise.resolve());
  expect(requestsTo('POST', ACCEPT)).toHaveLength(1);
  expect(result.current.acceptance).toEqual({ stage: 'accepted', message: SUCCESS });
});
