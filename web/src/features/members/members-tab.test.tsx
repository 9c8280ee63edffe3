import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { MembersTab } from './members-tab.tsx';

const AT = '2026-03-12T09:00:00Z';
const MEMBERSHIPS = '/rest/v1/customer_users';
const INVITATIONS = '/rest/v1/invitations';
const customer = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Northwind' } as Parameters<
  typeof MembersTab
>[0]['customer'];

let membership: { role: string };
let invitation: { role: string };
beforeEach(() => {
  signIn({ roles: ['admin'] });
  const row = { accepted_at: AT, created_at: AT, is_active: true };
  membership = { ...row, id: 'm', role: 'approver', profiles: { email: 'ada@x.test', full_name: 'Ada' } } as never;
  invitation = { id: 'i', email: 'bob@x.test', token: 't', expires_at: AT, mailed_at: AT, role: 'viewer' } as never;
  answer('GET', MEMBERSHIPS, ({ query }) => (query.has('customer_id') ? [membership] : []));
  answer('GET', INVITATIONS, () => [invitation]);
  for (const [path, changed] of [
    [MEMBERSHIPS, membership],
    [INVITATIONS, invitation],
  ] as const) {
    answer('PATCH', path, ({ body }) => Object.assign(changed, body));
  }
});

const role = (email: string) => screen.getByRole('combobox', { name: `Role of ${email}` });

async function choose(email: string, name: string) {
  const { user } = renderPage(<MembersTab customer={customer} />);
  await user.click(await screen.findByRole('combobox', { name: `Role of ${email}` }));
  await user.click(await screen.findByRole('option', { name }));
  return user;
}

test('the role of a member is saved at once, and changed back by undo', async () => {
  const user = await choose('ada@x.test', 'Viewer');
  await findToast('Ada is now a viewer');
  expect(role('ada@x.test').textContent).toBe('Viewer');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Ada is now an approver');
  expect(requestsTo('PATCH', MEMBERSHIPS).map(({ body }) => body)).toEqual([{ role: 'viewer' }, { role: 'approver' }]);
  expect(membership.role).toBe('approver');
});

test('the role of an open invitation can be changed too', async () => {
  await choose('bob@x.test', 'Reviewer');
  await findToast('bob@x.test is now a reviewer');
  expect(requestsTo('PATCH', INVITATIONS).map(({ body }) => body)).toEqual([{ role: 'reviewer' }]);
});

test('a role that could not be saved is shown as it was, with the error', async () => {
  answer('PATCH', MEMBERSHIPS, failWith(500, 'The database rests'));
  await choose('ada@x.test', 'Reviewer');
  expect(await findToast('Couldn’t change the role')).toContain('The database rests');
  await waitFor(() => expect(role('ada@x.test').textContent).toBe('Approver'));
});
