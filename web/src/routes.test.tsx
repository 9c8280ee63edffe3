import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, signIn } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';

const CUSTOMER_PAGES = ['/dashboard', '/leads', '/companies', '/copy', '/settings'];
const ADMIN_PAGES = [
  '/admin',
  '/admin/customers',
  '/admin/customers/1',
  '/admin/users',
  '/admin/leads',
  '/admin/companies',
  '/admin/imports',
  '/admin/activity',
  '/admin/copy',
  '/admin/settings',
];

const expectHeading = (name: string) => screen.findByRole('heading', { name, level: 1 });

async function expectDenied() {
  await expectHeading('Access Denied');
  expect(screen.getByText("You don't have permission to access this page.")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
}

describe('signed out', () => {
  it.each(['/', ...CUSTOMER_PAGES, ...ADMIN_PAGES])('%s redirects to the sign-in page', async (path) => {
    answer('GET', '/auth/v1/settings', () => ({ external: { email: true } }));
    renderAppAt(path);
    await screen.findByLabelText('Password');
    expect(location.pathname).toBe('/auth');
  });

  it.each(['/nowhere', '/admin/nowhere', '/leads/1', '/Auth/more'])('%s is not found', async (path) => {
    renderAppAt(path);
    await expectHeading('404: page not found');
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });
});

it.each(ADMIN_PAGES)('a member is denied %s', async (path) => {
  signIn({ roles: ['customer'] });
  renderAppAt(path);
  await expectDenied();
});

it.each(CUSTOMER_PAGES)('an administrator is denied %s', async (path) => {
  signIn({ roles: ['admin'] });
  renderAppAt(path);
  await expectDenied();
});

it.each(['/leads', '/admin'])('a user without a role is denied %s', async (path) => {
  signIn({ roles: [] });
  answer('GET', '/auth/v1/user', () => ({ id: '00000000-0000-4000-8000-000000000001' }));
  renderAppAt(path);
  await expectDenied();
});
