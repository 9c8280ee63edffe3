import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { UsersPage } from './users-page.tsx';

const SEARCH = '/rest/v1/rpc/search_users';

it('the list loads more users page by page, each after the last one', async () => {
  signIn({ roles: ['admin'] });
  vi.stubGlobal('innerHeight', 5_000); // all rows are visible
  const users = Array.from({ length: 55 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    email: `user-${index}@example.test`,
    full_name: `User ${index}`,
    created_at: new Date(Date.UTC(2026, 2, 2) - index * 1000).toISOString(),
    customer_users: [],
  }));
  answer('POST', SEARCH, ({ query }) => (query.has('or') ? users.slice(50) : users.slice(0, 50)));
  answer('HEAD', SEARCH, () => new Response(null, { headers: { 'Content-Range': '*/55' } }));
  answer('POST', '/rest/v1/rpc/users_with_second_factor', () => []);
  answer('GET', '/rest/v1/invitations', () => []);
  renderPage(<UsersPage />, { path: '/admin/users?search=user' });
  await screen.findByText('User 54');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Users55');
  const [first, second] = requestsTo('POST', SEARCH).map(({ query }) => query);
  expect(requestsTo('POST', SEARCH)).toHaveLength(2);
  expect([first?.get('limit'), first?.get('order')]).toEqual(['50', 'created_at.desc,id.desc']);
  expect(second?.get('created_at')).toBe(`lte.${users[49]?.created_at}`);
  expect(second?.get('or')).toContain(`id.lt.${users[49]?.id}`);
  expect([first, second].some((query) => query?.has('offset'))).toBe(false);
});
