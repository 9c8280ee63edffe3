import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answer, answerGrants, failAuthWith, newSession, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderAppAt } from '#tests/component/render.tsx';

const DashboardPage = () => <h1>Dashboard</h1>;
vi.doMock('@/features/dashboard/dashboard-page.tsx', () => ({ DashboardPage }));

const TOKEN = 'a'.repeat(64);
const READ = '/rest/v1/rpc/read_invitation';
const ACCEPT = '/rest/v1/rpc/accept_invitation';
const SIGN_IN = '/auth/v1/token';
const SIGN_UP = '/auth/v1/signup';

const invitation = {
  customer_name: 'Northwind',
  email: 'ada@example.test',
  expires_at: '2999-01-01T00:00:00Z',
  is_accepted: false,
};

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const button = (name: string) => screen.getByRole('button', { name });

// The code of the dashboard, so that the redirect awaits nothing.
beforeAll(async () => {
  await import('@/features/shell/shell.tsx');
});

beforeEach(() => {
  answer('GET', '/auth/v1/settings', () => ({ external: { email: true } }));
  answer('POST', READ, () => [invitation]);
  answer('POST', ACCEPT, () => null);
});
afterEach(() => void vi.useRealTimers());

async function openInvitation() {
  const { user } = renderAppAt(`/invite/${TOKEN}`);
  await heading('Join Northwind');
  const enter = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
  };
  const chooseExistingUser = () => act(async () => screen.getByRole('tab', { name: 'Existing User' }).click());
  return { user, enter, chooseExistingUser };
}

/** Clicks, and expects the message and then, after 1.5 seconds, the dashboard. */
async function expectWelcomeAfter(name: string, message: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => button(name).click());
  for (let turns = 0; !screen.queryByText(message) && turns < 100; turns += 1) await act(async () => {});
  expect(screen.getByText(message)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1499));
  expect(location.pathname).toBe(`/invite/${TOKEN}`);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(location.pathname).toBe('/dashboard');
  vi.useRealTimers();
  await heading('Dashboard');
}

const NEW_USER = { 'Full name': 'Ada Lovelace', Password: 'correct horse', 'Confirm password': 'correct horse' };

it('the page has a tab for a new and for an existing user, with the invited email (S2.7)', async () => {
  const { chooseExistingUser } = await openInvitation();
  const expectInvitedEmail = () => {
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['ada@example.test', true]);
  };
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['New User', 'Existing User']);
  expectInvitedEmail();
  await chooseExistingUser();
  expectInvitedEmail();
  expect(requestsTo('POST', READ).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
});

it('a new user needs a full name, a password of six characters and its repetition', async () => {
  const { user, enter } = await openInvitation();
  await user.click(button('Create account'));
  expect(screen.getByText('Full name is required')).toBeDefined();
  expect(screen.getByText('Password must be at least 6 characters')).toBeDefined();
  await enter({ ...NEW_USER, 'Confirm password': 'correct mouse' });
  await user.click(button('Create account'));
  expect(screen.getByText('Passwords do not match')).toBeDefined();
  expect(requestsTo('POST', SIGN_UP)).toEqual([]);
});

it('a new user signs up, accepts, and is redirected to the dashboard after 1.5 seconds (S8.33, S9.9)', async () => {
  answer('POST', SIGN_UP, () => newSession());
  answerGrants({ customerIds: ['northwind'] });
  const { enter } = await openInvitation();
  await enter(NEW_USER);
  await expectWelcomeAfter('Create account', 'Account created successfully! Welcome aboard!');
  expect(requestsTo('POST', SIGN_UP).map(({ body }) => body)).toMatchObject([
    { email: 'ada@example.test', password: 'correct horse', data: { full_name: 'Ada Lovelace' } },
  ]);
  expect(requestsTo('POST', ACCEPT).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
});

it('an existing user signs in, accepts, and is redirected to the dashboard after 1.5 seconds', async () => {
  answer('POST', SIGN_IN, () => newSession());
  answerGrants({ customerIds: ['northwind'] });
  const { enter, chooseExistingUser } = await openInvitation();
  await chooseExistingUser();
  await enter({ Password: 'correct horse' });
  await expectWelcomeAfter('Sign in and accept', 'Invitation accepted! Redirecting...');
  expect(requestsTo('POST', SIGN_IN).map(({ body }) => body)).toMatchObject([
    { email: 'ada@example.test', password: 'correct horse' },
  ]);
  expect(requestsTo('POST', ACCEPT).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
});

it('a wrong password shows an error and can be tried again', async () => {
  answer('POST', SIGN_IN, failAuthWith(400, 'invalid_credentials', 'Invalid login credentials'));
  const { user, enter, chooseExistingUser } = await openInvitation();
  await chooseExistingUser();
  await enter({ Password: 'wrong' });
  await user.click(button('Sign in and accept'));
  expect((await screen.findByRole('alert')).textContent).toBe('Error signing inInvalid login credentials');
  answer('POST', SIGN_IN, () => newSession());
  answerGrants({ customerIds: ['northwind'] });
  await enter({ Password: 'correct horse' });
  await user.click(button('Sign in and accept'));
  await screen.findByText('Invitation accepted! Redirecting...');
});

it.each([
  ['a 422', failAuthWith(422, 'user_already_exists', 'User already registered')],
  [
    'a hosted project that confirms emails',
    () => ({ id: 'made-up', user_metadata: {}, app_metadata: {}, identities: [] }),
  ],
])('signing up with an existing account points to the other tab: %s', async (_, response) => {
  answer('POST', SIGN_UP, response);
  answer('POST', SIGN_IN, failAuthWith(400, 'invalid_credentials', 'Invalid login credentials'));
  const { user, enter } = await openInvitation();
  await enter(NEW_USER);
  await user.click(button('Create account'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'An account with this email already existsChoose Existing User and sign in with your password.',
  );
});

it('a user who is signed in with another email signs out and stays at the invitation', async () => {
  signIn({ email: 'grace@example.test' });
  answer('POST', '/auth/v1/logout', () => new Response(null, { status: 204 }));
  const { user } = await openInvitation();
  expect(screen.getByRole('alert').textContent).toBe(
    'This invitation is for a different emailIt was sent to ada@example.test. You’re signed in as grace@example.test.',
  );
  await user.click(button('Sign out and continue'));
  await screen.findByRole('tab', { name: 'Existing User' });
  expect(location.pathname).toBe(`/invite/${TOKEN}`);
});

it.each([
  ['an unknown invitation', [], 'Invalid invitation link'],
  ['an expired invitation', [{ ...invitation, expires_at: '2020-01-01T00:00:00Z' }], 'This invitation has expired'],
  ['a used invitation', [{ ...invitation, is_accepted: true }], 'This invitation has already been used'],
])('%s says so (S4.17, S5.22, S5.23, S5.24)', async (_, found, title) => {
  answer('POST', READ, () => found);
  renderAppAt(`/invite/${TOKEN}`);
  await heading(title);
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
});

it('an invitation that cannot be read says so, and Retry reads it (S5.25)', async () => {
  answer('POST', READ, () => {
    throw new TypeError('Failed to fetch');
  });
  const { user } = renderAppAt(`/invite/${TOKEN}`);
  await heading('Failed to validate invitation');
  answer('POST', READ, () => [invitation]);
  await user.click(button('Retry'));
  await heading('Join Northwind');
});
