import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { MemberRole } from '#domain/member-roles.ts';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';

const AREAS = [
  {
    title: 'Leadlight',
    role: 'customer',
    path: '/settings',
    groups: [
      ['Main', 'Dashboard /dashboard', 'Leads /leads', 'Companies /companies', 'Copy /copy'],
      ['Other', 'Settings /settings'],
      ['Review', 'Do not contact /do-not-contact', 'Review links /review-links'],
    ],
  },
  {
    title: 'Admin Panel',
    role: 'admin',
    path: '/admin/settings',
    groups: [
      ['Admin', 'Dashboard /admin', 'Customers /admin/customers', 'Users /admin/users'],
      ['Data', 'Leads /admin/leads', 'Companies /admin/companies', 'Copy /admin/copy'],
      ['Settings', 'Settings /admin/settings'],
      ['Review', 'Rejection reasons /admin/reasons', 'Do not contact /admin/do-not-contact'],
      ['Agency', 'Brand /admin/brand'],
      [
        'History',
        'Activity /admin/activity',
        'Import history /admin/imports',
        'Hand-offs /admin/hand-offs',
        'Outbox /admin/outbox',
      ],
    ],
  },
];

async function open({ role, path } = AREAS[0] as (typeof AREAS)[number], memberRole?: MemberRole) {
  signIn({ roles: [role], customerIds: role === 'customer' ? ['c1'] : [], ...(memberRole && { memberRole }) });
  answer('POST', '/rest/v1/rpc/system_version', () => ({ database: '18.0', migrations: 1, last_migration: '1' }));
  answer('GET', '/rest/v1/campaigns', () => []);
  const { user } = renderAppAt(path);
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  return user;
}

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app writes it
  document.cookie = 'sidebar_state=; path=/; max-age=0';
  delete document.documentElement.dataset.theme;
});

it.each(AREAS)('the sidebar $title links to the pages of its area in groups', async (area) => {
  await open(area);
  const navigation = screen.getByRole('navigation', { name: area.title });
  within(navigation).getByText(area.title);
  const groups = within(navigation)
    .getAllByRole('heading', { level: 2 })
    .map((heading) => [
      heading.textContent,
      ...within(heading.parentElement as HTMLElement)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    ]);
  expect(groups).toEqual(area.groups);
  expect(navigation.querySelector('[aria-current=page]')?.textContent).toBe('Settings');
});

it('the sidebar offers the review links to approvers only', async () => {
  await open(AREAS[0], 'reviewer');
  screen.getByRole('link', { name: 'Do not contact' });
  expect(screen.queryByRole('link', { name: 'Review links' })).toBeNull();
});

it('a link shows its page, with its title announced and the focus on it', async () => {
  const user = await open();
  await user.click(screen.getByRole('link', { name: 'Copy' }));
  await screen.findByRole('heading', { name: /^Copy/, level: 1 });
  expect(location.pathname).toBe('/copy');
  expect(document.title).toMatch(/^Copy ·/);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(document.title);
});

describe('the organization in the sidebar', () => {
  const sidebar = () => within(screen.getByRole('navigation', { name: 'Leadlight' }));
  const openAs = async (...customerIds: string[]) => {
    signIn({ customerIds });
    answer('GET', '/rest/v1/campaigns', () => []);
    const { user } = renderAppAt('/copy');
    await screen.findByRole('heading', { name: 'Copy', level: 1 });
    return user;
  };
  const shownCustomers = () => requestsTo('GET', '/rest/v1/campaigns').map(({ query }) => query.get('customer_id'));

  it('the organization in the sidebar is named', async () => {
    await openAs('one');
    sidebar().getByText('Customer one');
    expect(sidebar().queryByRole('button')).toBeNull();
  });

  it('one of several organizations can be chosen, which survives a reload, and all can be shown again', async () => {
    const user = await openAs('one', 'two');
    const choose = async (from: string, to: string) => {
      await user.click(sidebar().getByRole('button', { name: `Organization: ${from}` }));
      await user.click(await screen.findByRole('menuitemradio', { name: to }));
    };
    await choose('All organizations', 'Customer two');
    await waitFor(() => expect(shownCustomers()).toEqual(['in.(one,two)', 'in.(two)']));
    expect(sessionStorage.getItem('leadlight-customer')).toBe('two');
    await choose('Customer two', 'All organizations');
    sidebar().getByRole('button', { name: 'Organization: All organizations' });
    expect(sessionStorage.getItem('leadlight-customer')).toBeNull();
  });

  it('the sidebar shows all organizations if the chosen one is not among them', async () => {
    sessionStorage.setItem('leadlight-customer', 'of another user');
    await openAs('one', 'two');
    expect(shownCustomers()).toEqual(['in.(one,two)']);
    sidebar().getByRole('button', { name: 'Organization: All organizations' });
  });
});

describe('the sidebar', () => {
  const isOpen = () => screen.getByRole('button', { name: 'Toggle sidebar' }).getAttribute('aria-expanded');

  it('the sidebar is toggled by Ctrl or Cmd plus B, and by no other key (S2.100)', async () => {
    const user = await open();
    expect(isOpen()).toBe('true');
    for (const key of ['{Control>}b{/Control}', '{Meta>}b{/Meta}', '{Control>}B{/Control}']) {
      await user.keyboard(key);
      expect(isOpen()).toBe('false');
      await user.keyboard(key);
      expect(isOpen()).toBe('true');
    }
    await user.keyboard('b{Control>}{Alt>}b{/Alt}{/Control}{Control>}{Shift>}b{/Shift}{/Control}');
    expect(isOpen()).toBe('true');
  });

  it('the sidebar stores its state in a cookie once it is toggled', async () => {
    const user = await open();
    expect(document.cookie).toBe('');
    await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(document.cookie).toBe('sidebar_state=false');
    await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(document.cookie).toBe('sidebar_state=true');
  });
});

it('a chosen theme is stored, and the system theme can be restored', async () => {
  const user = await open();
  const pick = async (theme: string) => {
    await user.click(screen.getByRole('button', { name: 'Theme' }));
    await user.click(await screen.findByRole('menuitemradio', { name: theme }));
  };
  const shown = () => [document.documentElement.dataset.theme, localStorage.getItem('leadlight-theme')];
  await pick('Dark');
  expect(shown()).toEqual(['dark', 'dark']);
  await pick('System');
  expect(shown()).toEqual([undefined, 'system']);
});

it('the question mark shows the shortcuts; closing them returns the focus', async () => {
  const user = await open();
  screen.getByRole('main').focus();
  await user.keyboard('?');
  const dialog = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  dialog.getByText('Show or hide the sidebar');
  expect(dialog.queryByRole('region', { name: 'On this page' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

it('the top bar shows the email of the user and signs out (S2.96, S2.97)', async () => {
  answer('POST', '/auth/v1/logout', () => new Response(null, { status: 204 }));
  answer('GET', '/auth/v1/settings', () => ({ external: { email: true } }));
  const user = await open();
  screen.getByText('ada@example.test');
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await screen.findByLabelText('Password');
  expect(location.pathname).toBe('/auth');
  expect(requestsTo('POST', '/auth/v1/logout').map(({ query }) => query.get('scope'))).toEqual(['local']);
});

it('offline a page that is not loaded yet says so at once, and loads when the browser is back online', async () => {
  const user = await open();
  act(() => onlineManager.setOnline(false));
  await screen.findByText('You’re offline. Data may be out of date.');
  await user.click(screen.getByRole('link', { name: 'Copy' }));
  await screen.findByText('You’re offline. This page will load when you’re back online.');
  act(() => onlineManager.setOnline(true));
  await screen.findByText('No campaigns yet');
  expect(screen.queryByText(/^You’re offline/)).toBeNull();
});
