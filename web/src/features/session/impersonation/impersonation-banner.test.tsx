import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, failWith, newSession, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';
import { createQueryClient } from '@/lib/query-client.ts';
import { storeImpersonation } from './impersonation.ts';

const customer = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Acme' };
const IMPERSONATIONS = '/rest/v1/impersonations';

/** Goes to a page as Back and Forward do, without loading it. */
const goTo = (path: string) =>
  act(async () => {
    history.replaceState(history.state, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
const banner = () => screen.queryByRole('complementary', { name: 'Impersonation' });

beforeEach(() => {
  signIn({ roles: ['admin'] });
  storeImpersonation({ id: crypto.randomUUID(), adminId: USER_ID, customer, expiresAt: Date.now() + 3_600_000 });
  answer('GET', IMPERSONATIONS, () => ({ ended_at: null, customers: { is_active: true } }));
  answer('PATCH', IMPERSONATIONS, () => []);
  answer('GET', '/rest/v1/customers', () => []);
  answer('HEAD', '/rest/v1/customers', () => new Response(null, { headers: { 'Content-Range': '*/0' } }));
  answer('POST', '/rest/v1/rpc/waiting_rows', () => []);
  answer('POST', '/rest/v1/rpc/system_version', () => ({ database: '18.0', migrations: 1, last_migration: '1' }));
});

test('Back to the admin area and Forward before a change is saved keeps the impersonation and its banner', async () => {
  const saved = Promise.withResolvers<void>();
  renderAppAt('/settings');
  await waitFor(() => expect(banner()).not.toBeNull());
  createQueryClient()
    .getMutationCache()
    .build(createQueryClient(), { mutationFn: () => saved.promise })
    .execute({});
  await goTo('/admin/settings');
  await waitFor(() => expect(banner()).toBeNull());
  await goTo('/settings');
  await waitFor(() => expect(banner()).not.toBeNull());
  await act(async () => saved.resolve());
  expect(banner()).not.toBeNull();
  expect(screen.queryByText('Impersonation ended')).toBeNull();
  expect(requestsTo('PATCH', IMPERSONATIONS)).toEqual([]);

  await goTo('/admin/settings');
  await screen.findByText('Impersonation ended');
  expect(banner()).toBeNull();
  expect(requestsTo('PATCH', IMPERSONATIONS)).toHaveLength(1);
});

test('the record of an end that this tab is making leaves the page as it is', async () => {
  const saved = Promise.withResolvers<void>();
  answer('GET', IMPERSONATIONS, () => ({ ended_at: '2026-11-29T10:00:00Z', customers: { is_active: true } }));
  const pending = createQueryClient()
    .getMutationCache()
    .build(createQueryClient(), { mutationFn: () => saved.promise });
  pending.execute({});
  renderAppAt('/admin/settings');
  await waitFor(() => expect(requestsTo('GET', IMPERSONATIONS)).toHaveLength(1));
  await act(async () => saved.resolve());
  await screen.findByText('Impersonation ended');
  expect(location.pathname).toBe('/admin/settings');
  expect(requestsTo('PATCH', IMPERSONATIONS)).toHaveLength(1);
});

test('an impersonation that has ended elsewhere ends, also after Back and Forward before a change was saved', async () => {
  const saved = Promise.withResolvers<void>();
  answer('GET', '/auth/v1/user', () => newSession().user);
  renderAppAt('/settings');
  await waitFor(() => expect(banner()).not.toBeNull());
  const pending = createQueryClient()
    .getMutationCache()
    .build(createQueryClient(), { mutationFn: () => saved.promise });
  pending.execute({});
  await goTo('/admin/settings');
  answer('GET', IMPERSONATIONS, () => ({ ended_at: '2026-11-29T10:00:00Z', customers: { is_active: true } }));
  const before = requestsTo('GET', IMPERSONATIONS).length;
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(requestsTo('GET', IMPERSONATIONS)).toHaveLength(before + 1));
  await goTo('/settings');
  await act(async () => saved.resolve());
  expect(banner()).not.toBeNull();
  act(() => void dispatchEvent(new Event('focus')));
  await screen.findByText('Impersonation ended');
  await waitFor(() => expect(location.pathname).toBe('/admin/customers'));
});

test('a double-click on Exit Impersonation ends it once', async () => {
  const { user } = renderAppAt('/settings');
  await user.dblClick(await screen.findByRole('button', { name: 'Exit Impersonation' }));
  await screen.findByText('Impersonation ended');
  await waitFor(() => expect(location.pathname).toBe('/admin/customers'));
  expect(requestsTo('PATCH', IMPERSONATIONS)).toHaveLength(1);
});

test('a tab that is reopened after the impersonation has expired says so', async () => {
  storeImpersonation({ id: crypto.randomUUID(), adminId: USER_ID, customer, expiresAt: Date.now() });
  renderAppAt('/settings');
  await screen.findByText('Impersonation ended');
  await screen.findByText('It expired after 60 minutes. Start it again to continue.');
  await waitFor(() => expect([location.pathname, banner()]).toEqual(['/admin/customers', null]));
});

test.each([
  ['was deleted', null, 'It expired, or you no longer have access to Acme.'],
  ['was deactivated', { ended_at: null, customers: { is_active: false } }, 'Acme is no longer active.'],
  [
    'is impersonated no longer, by another tab',
    { ended_at: '2026-11-29T10:00:00Z', customers: { is_active: true } },
    'It was ended in another tab or session.',
  ],
])('an impersonation whose customer %s ends with the reason', async (_, record, reason) => {
  answer('GET', '/auth/v1/user', () => newSession().user);
  renderAppAt('/settings');
  await waitFor(() => expect(banner()).not.toBeNull());
  answer('GET', IMPERSONATIONS, () => record);
  act(() => void dispatchEvent(new Event('focus')));
  await screen.findByText('Impersonation ended');
  await screen.findByText(reason);
  await waitFor(() => expect([location.pathname, banner()]).toEqual(['/admin/customers', null]));
});

test('the exit succeeds even if the end cannot be recorded, and reports it', async () => {
  answer('PATCH', IMPERSONATIONS, failWith(500, 'The database rests'));
  const { user } = renderAppAt('/settings');
  await user.click(await screen.findByRole('button', { name: 'Exit Impersonation' }));
  await screen.findByText('The end of impersonation couldn’t be recorded');
  await screen.findByText('This impersonation expires within an hour. The database rests');
  await user.click(screen.getByRole('button', { name: 'Dismiss: The end of impersonation couldn’t be recorded' }));
  await screen.findByText('Impersonation ended'); // the older toast
  await screen.findByText('Back to admin view');
  await waitFor(() => expect([location.pathname, banner()]).toEqual(['/admin/customers', null]));
});
