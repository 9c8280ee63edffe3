import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { requestsTo, signIn } from '#tests/component/backend.ts';
import { renderApp, renderAppHook } from '#tests/component/render.tsx';
import { useSession } from './session.tsx';
import { beginReadingGrants, firstGrants } from './session-provider.tsx';

function CurrentUser() {
  const { user, isAdmin, isCustomer, customerIds } = useSession();
  return (
    <h1>
      {[user?.email ?? 'signed out', isAdmin && 'admin', isCustomer && 'customer', ...customerIds]
        .filter(Boolean)
        .join(' ')}
    </h1>
  );
}

it('without a stored session no one is signed in and no roles are requested', async () => {
  const { result } = renderAppHook(useSession);
  await expect.poll(() => result.current.isSessionKnown).toBe(true);
  expect(result.current.user).toBeNull();
  expect(requestsTo('GET', '/rest/v1/user_roles')).toEqual([]);
});

it('an administrator has no customers', async () => {
  signIn({ roles: ['admin'] });
  renderApp(<CurrentUser />);
  await screen.findByRole('heading', { name: 'ada@example.test admin' });
});

it('a member has the customers of their memberships, in that order', async () => {
  signIn({ customerIds: ['northwind', 'contoso'] });
  renderApp(<CurrentUser />);
  await screen.findByRole('heading', { name: 'ada@example.test customer northwind contoso' });
});

it('grants that are read before the first rendering are read once', async () => {
  signIn({ roles: ['admin'] });
  beginReadingGrants();
  await expect.poll(() => requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(1);
  renderApp(<CurrentUser />);
  await screen.findByRole('heading', { name: 'ada@example.test admin' });
  expect(requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(1);
});

it('the first rendering has the user and the grants that were read before it', async () => {
  signIn({ customerIds: ['northwind'] });
  beginReadingGrants();
  await firstGrants();
  const { result } = renderAppHook(useSession);
  expect(result.current).toMatchObject({
    loading: false,
    signedIn: true,
    isCustomer: true,
    customerIds: ['northwind'],
  });
});

it('grants that were read for another user are not used', async () => {
  signIn({ userId: 'other-user', roles: ['admin'] });
  beginReadingGrants();
  await expect.poll(() => requestsTo('GET', '/rest/v1/user_roles')).toHaveLength(1);
  signIn({ customerIds: ['northwind'] });
  renderApp(<CurrentUser />);
  await screen.findByRole('heading', { name: 'ada@example.test customer northwind' });
});
