import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';
import { fakeTable } from '#tests/component/review-table.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const WAITING = '/rest/v1/rpc/waiting_rows';
const row = (subject: string, row_id: string, reason = 'comment') => ({
  customer_id: CUSTOMER,
  subject,
  row_id,
  reason,
  since: '2026-11-01T00:00:00Z',
});

beforeEach(() => {
  answer('GET', '/rest/v1/campaigns', () => []);
  answer('POST', '/rest/v1/rpc/system_version', () => ({ database: '18.0', migrations: 1, last_migration: '1' }));
  answer('POST', WAITING, () => [
    row('leads', 'lead'),
    row('campaigns', 'first'),
    row('campaigns', 'first', 'approved'),
    row('campaigns', 'second', 'changes_requested'),
  ]);
});

describe('the rows that wait for the user', () => {
  test.each([
    ['an administrator', 'admin', '/admin/settings', { as_member: false }],
    ['a member', 'customer', '/settings', { customers: [CUSTOMER], as_member: true }],
  ])('the sidebar of %s counts the rows that wait for the user, each once', async (_, role, path, expected) => {
    signIn({ roles: [role], customerIds: [CUSTOMER] });
    renderAppAt(path);
    await screen.findByRole('link', { name: 'Copy 2 waiting for you' }, { timeout: 5_000 });
    screen.getByRole('link', { name: 'Leads 1 waiting for you' });
    screen.getByRole('link', { name: 'Companies' });
    expect(requestsTo('POST', WAITING).map(({ body }) => body)).toEqual([expected]);
  });

  test('the copy is limited to the campaigns of a reason, and by one press to all that wait', async () => {
    signIn({ roles: ['admin'] });
    answer('GET', '/rest/v1/customers', () => []);
    const { user } = renderAppAt('/admin/copy?waiting=approved');
    const ids = () => requestsTo('GET', '/rest/v1/campaigns').map(({ query }) => query.get('id'));
    await screen.findByText('No results for waiting for you', { exact: false });
    expect(ids()).toEqual(['in.(first)']);
    const filter = await screen.findByRole('button', { name: 'Waiting for you 2' }, { timeout: 5_000 });
    expect(filter.getAttribute('aria-pressed')).toBe('true');
    await user.click(filter);
    await waitFor(() => expect(ids()).toEqual(['in.(first)', null]));
    await user.click(filter);
    await waitFor(() => expect(ids().at(-1)).toBe('in.(first,second)'));
  });

  test.each([
    ['an administrator', 'admin', '/admin/leads', true],
    ['a member', 'customer', '/leads', 'by member'],
  ])(
    'the menu of the list of %s has a filter for unread comments, and nothing above the rows offers it',
    async (_, role, path, unread) => {
      signIn({ roles: [role], customerIds: [CUSTOMER] });
      fakeTable('leads', 2);
      answer('GET', '/rest/v1/customers', () => []);
      const { user } = renderAppAt(path);
      await screen.findByRole('link', { name: 'Leads 1 waiting for you' }, { timeout: 5_000 });
      expect(screen.queryByRole('button', { name: /unread/i })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'View' }));
      await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Unread comments' }));
      await waitFor(() =>
        expect(requestsTo('POST', '/rest/v1/rpc/search_leads').at(-1)?.body).toMatchObject({ filter: { unread } }),
      );
      await user.click(await screen.findByRole('button', { name: 'Remove filter: Unread comments' }));
      await waitFor(() => expect(location.search).toBe(''));
    },
  );
});
