import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answer,
  answerGrants,
  failAuthWith,
  failWith,
  newSession,
  requestsTo,
  signIn,
  USER_ID,
} from '#tests/component/backend.ts';
import { takeLogged } from '#tests/component/console.ts';
import { findToast, toasts } from '#tests/component/queries.ts';
import { renderAppAt } from '#tests/component/render.tsx';
import { accounts } from '@/lib/backend.ts';

const CUSTOMER_PAGES = ['/dashboard', '/leads', '/companies', '/copy', '/settings'];
const ADMIN_PAGES = [
  '/admin',
  '/admin/customers',
  '/admin/customers/1',
  '/admin/users',
  '/admin/leads',
  '/admin/companies',
  '/admin/imports',
  '/admin/reasons',
  '/admin/brand',
  '/admin/outbox',
  '/admin/activity',
  '/admin/copy',
  '/admin/settings',
];

/** The pages without their content, which has tests of its own. */
const page =
  (...names: string[]) =>
  () =>
    Object.fromEntries(names.map((name) => [name, () => <h1>{name}</h1>]));
vi.doMock('@/features/dashboard/dashboard-page.tsx', page('DashboardPage'));
vi.doMock('@/features/leads/leads-page.tsx', page('LeadsPage'));
vi.doMock('@/features/companies/companies-page.tsx', page('CompaniesPage'));
vi.doMock('@/features/campaigns/campaigns-page.tsx', page('CopyPage', 'AdminCopyPage'));
vi.doMock('@/features/settings/settings-page.tsx', page('SettingsPage'));
vi.doMock('@/features/dashboard/admin/admin-dashboard-page.tsx', page('AdminDashboardPage'));
vi.doMock('@/features/customers/customers-page.tsx', page('CustomersPage'));
vi.doMock('@/features/customer/customer-page.tsx', page('CustomerPage'));
vi.doMock('@/features/users/users-page.tsx', page('UsersPage'));
vi.doMock('@/features/leads/admin-leads-page.tsx', page('AdminLeadsPage'));
vi.doMock('@/features/activity/activity-page.tsx', page('ActivityPage'));
vi.doMock('@/features/import/history/imports-page.tsx', page('ImportsPage'));
vi.doMock('@/features/review/reasons/reasons-page.tsx', page('ReasonsPage'));
vi.doMock('@/features/brand/brand-page.tsx', page('BrandPage'));
vi.doMock('@/features/outbox/outbox-page.tsx', page('OutboxPage'));
vi.doMock('@/features/settings/admin-settings-page.tsx', page('AdminSettingsPage'));
vi.doMock('@/features/companies/admin-companies-page.tsx', page('AdminCompaniesPage'));

const ROLES = '/rest/v1/user_roles';
const MEMBERSHIPS = '/rest/v1/customer_users';
const UNCHECKED = 'Your permissions couldn’t be checked.';
const BEING_CHECKED = 'We’re still checking your permissions.';

const expectHeading = (name: string) => screen.findByRole('heading', { name, level: 1 });

async function expectDenied() {
  await expectHeading('Access Denied');
  expect(screen.getByText("You don't have permission to access this page.")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
}

/** An error with Retry before any other action, and no denial. */
async function expectUnchecked() {
  await expectHeading('Your permissions haven’t loaded yet');
  expect(screen.queryByText('Access Denied')).toBeNull();
  const main = screen.getByRole('main');
  expect([...main.querySelectorAll('button, a')].map(({ textContent }) => textContent)).toEqual([
    'Retry',
    'Return to Home',
  ]);
}

const outOfOrder = failWith(500, 'out of order');

describe('the routes of a signed-out visitor', () => {
  it.each(['/', ...CUSTOMER_PAGES, ...ADMIN_PAGES, '/report/1'])(
    'a signed-out visitor is redirected from %s to the sign-in page, replacing history (S2.15, S6.5)',
    async (path) => {
      answer('GET', '/auth/v1/settings', () => ({ external: { email: true } }));
      const pushed = vi.spyOn(history, 'pushState');
      renderAppAt(path);
      await screen.findByLabelText('Password');
      expect(location.pathname).toBe('/auth');
      expect(pushed).not.toHaveBeenCalled();
    },
  );

  it.each(['/nowhere', '/admin/nowhere', '/leads/1', '/Auth/more'])(
    'a signed-out visitor does not find %s (S2.8, S2.9)',
    async (path) => {
      const { user } = renderAppAt(path);
      await expectHeading('404: page not found');
      const home = screen.getByRole('link', { name: 'Return to Home' });
      expect(home.getAttribute('href')).toBe('/');
      await user.click(home);
      await expect.poll(() => location.pathname).toBe('/auth');
    },
  );
});

describe.each([
  ['an administrator', 'admin', '/admin', 'AdminDashboardPage', ADMIN_PAGES, CUSTOMER_PAGES],
  ['a member', 'customer', '/dashboard', 'DashboardPage', CUSTOMER_PAGES, ADMIN_PAGES],
])('%s', (_, role, home, homePage, granted, denied) => {
  it.each(['/', '/auth'])(
    `the user is redirected from %s to ${home}, replacing history (S1.9, S2.10, S2.13, S2.14)`,
    async (entry) => {
      signIn({ roles: [role] });
      const pushed = vi.spyOn(history, 'pushState');
      renderAppAt(entry);
      await expectHeading(homePage);
      expect(location.pathname).toBe(home);
      expect(pushed).not.toHaveBeenCalled();
    },
  );

  it.each(granted)('the user opens %s (S6.9, S6.15)', async (path) => {
    signIn({ roles: [role] });
    renderAppAt(path);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/Page$/);
    expect(location.pathname).toBe(path);
  });

  it.each(denied)('the user is denied %s (S6.6, S6.7)', async (path) => {
    signIn({ roles: [role] });
    const { user } = renderAppAt(path);
    await expectDenied();
    await user.click(screen.getByRole('link', { name: 'Return to Home' }));
    await expectHeading(homePage);
    expect(location.pathname).toBe(home);
  });
});

it.each(['/leads', '/admin/leads'])('a user with both roles opens %s', async (path) => {
  signIn({ roles: ['admin', 'customer'] });
  renderAppAt(path);
  await expectHeading(path === '/leads' ? 'LeadsPage' : 'AdminLeadsPage');
});

it.each(['/leads', '/admin', '/report/1'])(
  'a user without a role is denied %s, and waits for an invitation (S6.6, S6.7)',
  async (path) => {
    signIn({ roles: [] });
    answer('GET', '/auth/v1/user', () => ({ id: USER_ID }));
    const { user } = renderAppAt(path);
    await expectDenied();
    await user.click(screen.getByRole('link', { name: 'Return to Home' }));
    await expectHeading('You need an invitation');
    expect(location.pathname).toBe('/auth');
    expect(Object.fromEntries(requestsTo('GET', ROLES)[0]?.query ?? [])).toEqual({
      select: 'role',
      user_id: `eq.${USER_ID}`,
    });
    expect(Object.fromEntries(requestsTo('GET', MEMBERSHIPS)[0]?.query ?? [])).toEqual({
      select: 'customer_id,role,customers!inner(id,name,review_by)',
      user_id: `eq.${USER_ID}`,
      is_active: 'eq.true',
      order: 'accepted_at.asc.nullslast,created_at.asc,id.asc',
      offset: '0',
      limit: '1000',
    });
  },
);

describe('the app until the roles are known', () => {
  const waiting = () => screen.queryByText('Loading...');
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['/', 'AdminDashboardPage'],
    ['/auth', 'AdminDashboardPage'],
    ['/admin/leads', 'AdminLeadsPage'],
  ])('the page %s shows a spinner until the roles are known (S2.11, S4.23, S6.4)', async (path, heading) => {
    signIn({ roles: ['admin'] });
    const released = Promise.withResolvers<unknown>();
    answer('GET', ROLES, () => released.promise);
    renderAppAt(path);
    await expect.poll(() => requestsTo('GET', ROLES)).toHaveLength(1);
    expect(within(screen.getByRole('status')).getByText('Loading...')).toBeDefined();
    expect(screen.queryByRole('heading')).toBeNull();
    released.resolve([{ role: 'admin' }]);
    await expectHeading(heading);
    expect(waiting()).toBeNull();
  });

  it('the spinner ends after four seconds, and a later response still counts (S4.24, S9.10)', async () => {
    signIn({ roles: ['admin'] });
    const released = Promise.withResolvers<unknown>();
    answer('GET', ROLES, () => released.promise);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renderAppAt('/admin');
    await act(() => vi.advanceTimersByTimeAsync(3999));
    expect(waiting()).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    await expectUnchecked();
    expect(screen.getByText(BEING_CHECKED)).toBeDefined();
    released.resolve([{ role: 'admin' }]);
    await expectHeading('AdminDashboardPage');
  });

  it('Retry requests the roles again, and the first response counts', async () => {
    signIn({ roles: ['admin'] });
    const responses = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    answer('GET', ROLES, () => responses[requestsTo('GET', ROLES).length - 1]?.promise);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { user } = renderAppAt('/auth');
    await act(() => vi.advanceTimersByTimeAsync(4000));
    vi.useRealTimers();
    await expectHeading('Your permissions haven’t loaded yet');
    expect(screen.getByText(BEING_CHECKED)).toBeDefined();
    expect(screen.getByRole('main').textContent).not.toMatch(/invitation/i);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(() => requestsTo('GET', ROLES)).toHaveLength(2);
    responses[0]?.resolve([{ role: 'admin' }]);
    await expectHeading('AdminDashboardPage');
    responses[1]?.resolve([{ role: 'admin' }]);
  });
});

describe('roles that cannot be read', () => {
  it('roles that cannot be read are logged, count as none and are no denial, and are read again by Retry (S8.7)', async () => {
    signIn({ roles: ['admin'] });
    answer('GET', ROLES, outOfOrder);
    const { user } = renderAppAt('/admin/leads');
    await expectUnchecked();
    const alert = screen.getByRole('alert');
    expect(within(alert).getByText(UNCHECKED)).toBeDefined();
    expect(takeLogged()).toEqual(['Error fetching roles: out of order']);
    expect(toasts()).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(takeLogged).toEqual(['Error fetching roles: out of order']);
    expect(within(screen.getByRole('alert')).getByText(UNCHECKED)).toBeDefined();

    await user.click(screen.getByRole('link', { name: 'Return to Home' }));
    await expect.poll(() => location.pathname).toBe('/auth');
    await expectHeading('Your permissions haven’t loaded yet');
    expect(screen.getByText(UNCHECKED)).toBeDefined();
    expect(screen.getByRole('main').textContent).not.toMatch(/invitation/i);
    answerGrants({ roles: ['admin'] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectHeading('AdminDashboardPage');
    expect(location.pathname).toBe('/admin');
  });

  it.each(['focus', 'online'])('roles that cannot be read are read again at the next %s event', async (event) => {
    signIn({ roles: ['admin'] });
    answer('GET', ROLES, outOfOrder);
    renderAppAt('/admin/leads');
    await screen.findByText(UNCHECKED);
    expect(takeLogged()).toEqual(['Error fetching roles: out of order']);
    answerGrants({ roles: ['admin'] });
    act(() => void window.dispatchEvent(new Event(event)));
    await expectHeading('AdminLeadsPage');
    expect(screen.queryByText(UNCHECKED)).toBeNull();
  });
});

it('memberships that cannot be read are logged, and Retry reads them', async () => {
  signIn({ roles: ['customer'] });
  answer('GET', MEMBERSHIPS, outOfOrder);
  const { user } = renderAppAt('/leads');
  await expectHeading('LeadsPage');
  expect(takeLogged()).toEqual(['Error fetching memberships: out of order']);
  expect(within(screen.getByRole('alert')).getByText(UNCHECKED)).toBeDefined();
  expect(toasts()).toEqual([]);
  answerGrants({ customerIds: ['northwind'] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await expect.poll(() => screen.queryByText(UNCHECKED)).toBeNull();
});

describe('the sign-out', () => {
  const LOGOUT = '/auth/v1/logout';

  async function signOut() {
    signIn({ roles: ['customer'] });
    answer('GET', '/auth/v1/settings', () => ({ external: { email: true } }));
    const { user } = renderAppAt('/leads');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    return user;
  }
  const scopes = () => requestsTo('POST', LOGOUT).map(({ query }) => query.get('scope'));

  async function expectSignedOut() {
    await screen.findByLabelText('Password');
    expect(location.pathname).toBe('/auth');
    expect(localStorage.getItem('supabase.auth.token')).toBeNull();
  }

  it.each([
    ['a 204', new Response(null, { status: 204 })],
    ['a 401', failAuthWith(401, 'no_authorization', 'This session is over')()],
    ['a 403', failAuthWith(403, 'session_not_found', 'This session is over')()],
    ['a 404', failAuthWith(404, 'user_not_found', 'This session is over')()],
  ])('a sign-out opens /auth after %s response (S7.60)', async (_, response) => {
    answer('POST', LOGOUT, () => response);
    await signOut();
    await expectSignedOut();
    expect(scopes()).toEqual(['local']);
    expect(toasts()).toEqual([]);
  });

  it('a sign-out that the server rejects shows the error, and the user stays signed in (S8.4)', async () => {
    answer('POST', LOGOUT, failAuthWith(500, 'unexpected_failure', 'Unexpected failure'));
    const user = await signOut();
    expect(await findToast('Error signing out')).toEqual(['Error signing out', 'Unexpected failure']);
    expect(location.pathname).toBe('/leads');
    expect(localStorage.getItem('supabase.auth.token')).not.toBeNull();
    answer('POST', LOGOUT, () => new Response(null, { status: 204 }));
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await expectSignedOut();
    expect(scopes()).toEqual(['local', 'local']);
  });
});

it('a session that was ended elsewhere opens no page', async () => {
  signIn({ roles: [] }); // an ended session reads no rows
  answer('GET', '/auth/v1/user', failAuthWith(403, 'session_not_found', 'Session not found'));
  renderAppAt('/leads');
  await screen.findByLabelText('Password');
  expect(location.pathname).toBe('/auth');
});

it.each([
  ['opens the app once it is confirmed', () => newSession(), 'DashboardPage'],
  ['is signed out once it is rejected', failAuthWith(400, 'refresh_token_not_found', 'Refresh Token Not Found'), null],
])(
  'a stored session that cannot be refreshed at first is reported as being checked, and %s',
  async (_, later, page) => {
    const BEING_CHECKED = 'We’re still checking your session. You’ll be signed in as soon as it’s confirmed.';
    answer('GET', '/auth/v1/settings', () => ({ external: { email: true } }));
    answer('POST', '/auth/v1/token', failAuthWith(500, 'unexpected_failure', 'Service unavailable'));
    signIn({ expiresAt: 1 });
    renderAppAt('/leads');
    await screen.findByText(BEING_CHECKED);
    answer('POST', '/auth/v1/token', later);
    // The next automatic refresh does the same.
    await act(async () => void (await (await accounts()).refreshSession()));
    if (page) await expectHeading(page);
    await expect.poll(() => screen.queryByText(BEING_CHECKED)).toBeNull();
    expect(location.pathname).toBe(page ? '/dashboard' : '/auth');
    expect(takeLogged()).toEqual(page ? [] : ['Refresh Token Not Found']);
  },
);
