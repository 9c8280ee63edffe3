import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, failAuthWith, newSession, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast, isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { AccountDialog } from './account-dialog.tsx';

const USER = '/auth/v1/user';
const FACTORS = '/auth/v1/factors';
const NO_FACTOR = 'Require a code from an authenticator app when you sign in.';
const stale = failAuthWith(400, 'reauthentication_needed', 'Reauthentication required');

const identity = (provider: string) => ({
  identity_id: `identity-${provider}`,
  id: provider,
  user_id: newSession().user.id,
  provider,
  identity_data: { email: `ada@${provider}.test` },
});
const verified = { id: 'factor', factor_type: 'totp', status: 'verified', created_at: '2026-01-01T00:00:00Z' };
const enrolled = {
  id: 'factor',
  type: 'totp',
  totp: { qr_code: 'data:image/svg+xml;utf-8,<svg/>', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Leadlight' },
};

const answerUser = (found: { factors?: unknown[]; identities?: unknown[] } = {}) =>
  answer('GET', USER, () => ({ ...newSession().user, identities: [identity('email')], ...found }));

beforeEach(() => {
  signIn({});
  answerUser();
  answer('GET', '/auth/v1/settings', () => ({ external: { email: true, acme: true } }));
  answer('POST', '/rest/v1/rpc/my_sessions', () => []);
  answer('GET', '/rest/v1/mail_preferences', () => []);
  answer('POST', '/rest/v1/rpc/my_emails', () => []);
});

async function openDialog() {
  const { user } = renderPage(<AccountDialog onClose={() => {}} />);
  await screen.findByRole('dialog', { name: 'Account' });
  const section = (name: string) => within(screen.getByRole('region', { name }));
  return { user, linked: section('Linked accounts'), twoFactor: section('Two-factor authentication') };
}

/** The form that verifies the user before a sensitive change. */
async function findConfirmation() {
  const form = within(await screen.findByRole('form', { name: 'Confirm it’s you' }));
  const password = () => form.getByLabelText('Current password');
  return { form, password, confirm: () => form.getByRole('button', { name: 'Confirm' }) };
}

it('the dialog offers no actions before its settings are loaded', async () => {
  const loaded = Promise.withResolvers<void>();
  answer('GET', USER, () => loaded.promise.then(() => ({ ...newSession().user, identities: [identity('email')] })));
  const { linked, twoFactor } = await openDialog();
  await expect.poll(() => requestsTo('GET', USER)).toHaveLength(2);
  expect(linked.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('region', { name: 'Two-factor authentication' }).textContent).toBe(
    'Two-factor authentication',
  );
  loaded.resolve();
  await linked.findByRole('button', { name: 'Link Acme' });
  await twoFactor.findByText(NO_FACTOR);
});

it('the dialog shows load errors and retries', async () => {
  answer('GET', USER, failAuthWith(500, 'unexpected_failure', 'The accounts are away'));
  const { user, linked, twoFactor } = await openDialog();
  expect((await linked.findByRole('alert')).textContent).toBe(
    'Your linked accounts couldn’t be loaded: The accounts are awayRetry',
  );
  expect((await twoFactor.findByRole('alert')).textContent).toBe(
    'Your two-factor settings couldn’t be loaded: The accounts are awayRetry',
  );
  for (const section of [linked, twoFactor]) {
    expect(section.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Retry']);
  }
  expect(twoFactor.queryByText(NO_FACTOR)).toBeNull();
  answerUser();
  await user.click(linked.getByRole('button', { name: 'Retry' }));
  await linked.findByRole('button', { name: 'Link Acme' });
  await user.click(twoFactor.getByRole('button', { name: 'Retry' }));
  await twoFactor.findByRole('button', { name: 'Set up' });
});

it('setting up a second factor requires the password if the sign-in is not recent', async () => {
  answer('POST', FACTORS, stale);
  const { user, twoFactor } = await openDialog();
  await user.click(await twoFactor.findByRole('button', { name: 'Set up' }));
  const { form, password, confirm } = await findConfirmation();
  expect(isFocused(password())).toBe(true);
  await user.click(confirm());
  expect(form.getByText('Enter your current password')).toBeDefined();

  answer('PUT', USER, failAuthWith(400, 'current_password_mismatch', 'Current password is incorrect'));
  await user.type(password(), 'wrong password');
  await user.click(confirm());
  expect((await form.findByRole('alert')).textContent).toBe('Current password is incorrect');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('form', { name: 'Confirm it’s you' })).toBeNull();

  await user.click(twoFactor.getByRole('button', { name: 'Set up' }));
  const again = await findConfirmation();
  answer('PUT', USER, () => newSession().user);
  answer('POST', FACTORS, () => enrolled);
  await user.type(again.password(), 'correct horse');
  await user.click(again.confirm());
  expect((await twoFactor.findByLabelText<HTMLInputElement>('Key')).value).toBe('JBSWY3DPEHPK3PXP');
  expect(screen.queryByRole('form', { name: 'Confirm it’s you' })).toBeNull();
  expect(requestsTo('PUT', USER).map(({ body }) => body)).toMatchObject([
    { current_password: 'wrong password' },
    { current_password: 'correct horse' },
  ]);
});

it('turning a second factor on requires the app’s first code', async () => {
  answer('POST', FACTORS, () => enrolled);
  answer('POST', `${FACTORS}/factor/challenge`, () => ({ id: 'challenge', type: 'totp', expires_at: 1 }));
  answer('POST', `${FACTORS}/factor/verify`, failAuthWith(422, 'mfa_verification_failed', 'Invalid TOTP code entered'));
  const { user, twoFactor } = await openDialog();
  await user.click(await twoFactor.findByRole('button', { name: 'Set up' }));
  await twoFactor.findByRole('img', { name: 'QR code for your authenticator app' });
  await user.click(twoFactor.getByRole('button', { name: 'Turn on' }));
  expect(twoFactor.getByText('Enter the 6-digit code')).toBeDefined();
  await user.type(twoFactor.getByLabelText('Code'), '123456');
  await user.click(twoFactor.getByRole('button', { name: 'Turn on' }));
  await twoFactor.findByText('Invalid TOTP code entered');

  answer('POST', `${FACTORS}/factor/verify`, () => newSession());
  answerUser({ factors: [verified] });
  await user.click(twoFactor.getByRole('button', { name: 'Turn on' }));
  await findToast('Two-factor authentication is on');
  await twoFactor.findByText(/^On since/);
});

it('a second factor is removed after the confirmation', async () => {
  answerUser({ factors: [verified] });
  answer('DELETE', `${FACTORS}/factor`, () => ({ id: 'factor' }));
  const { user, twoFactor } = await openDialog();
  await user.click(await twoFactor.findByRole('button', { name: 'Turn off' }));
  answerUser();
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await findToast('Two-factor authentication is off');
  await twoFactor.findByRole('button', { name: 'Set up' });
});

it('removing a second factor accepts a code by email if the sign-in is not recent', async () => {
  answerUser({ factors: [verified] });
  answer('DELETE', `${FACTORS}/factor`, stale);
  answer('GET', '/auth/v1/reauthenticate', () => ({}));
  const { user, twoFactor } = await openDialog();
  await user.click(await twoFactor.findByRole('button', { name: 'Turn off' }));
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const { form, confirm } = await findConfirmation();
  await user.click(confirm());
  expect(form.getByText('Enter your current password')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Email me a code instead' }));
  await form.findByText('We sent it to ada@example.test.');
  expect(isFocused(form.getByLabelText('Code'))).toBe(true);
  await user.type(form.getByLabelText('Code'), ' 123456 ');
  answer('PUT', USER, () => newSession().user);
  answer('DELETE', `${FACTORS}/factor`, () => ({ id: 'factor' }));
  answerUser();
  await user.click(confirm());
  await findToast('Two-factor authentication is off');
  await twoFactor.findByRole('button', { name: 'Set up' });
  expect(requestsTo('PUT', USER).map(({ body }) => body)).toMatchObject([{ nonce: '123456' }]);
});

it('the dialog unlinks a provider, but not the password', async () => {
  answerUser({ identities: [identity('email'), identity('acme')] });
  answer('DELETE', '/auth/v1/user/identities/identity-acme', () => ({}));
  const { user, linked } = await openDialog();
  await linked.findByRole('button', { name: 'Unlink Acme' });
  expect(linked.queryByRole('button', { name: 'Unlink Email and password' })).toBeNull();
  answerUser();
  await user.click(linked.getByRole('button', { name: 'Unlink Acme' }));
  await linked.findByRole('button', { name: 'Link Acme' });
  expect(requestsTo('DELETE', '/auth/v1/user/identities/identity-acme')).toHaveLength(1);
});

it('the dialog changes the name of the user', async () => {
  const { user } = await openDialog();
  const section = within(screen.getByRole('region', { name: 'Name' }));
  section.getByText('You haven’t added a name, so your colleagues see your email.');
  answer('PUT', USER, ({ body }) => ({
    ...newSession().user,
    user_metadata: (body as { data: object }).data,
    updated_at: '2026-03-12T10:00:00Z',
  }));
  await user.click(section.getByRole('button', { name: 'Add a name' }));
  const field = section.getByRole<HTMLInputElement>('textbox', { name: 'Full name' });
  expect(isFocused(field)).toBe(true);
  await user.type(field, '  {Enter}');
  section.getByText('Enter your full name');
  await user.type(field, 'Ada  King{Enter}');
  expect(await findToast('Name changed')).toEqual(['Name changed']);
  expect(requestsTo('PUT', USER).map(({ body }) => body)).toMatchObject([{ data: { full_name: 'Ada King' } }]);
  await section.findByText('Ada King');
  expect(section.queryByRole('textbox')).toBeNull();
  expect(isFocused(section.getByRole('button', { name: 'Change name' }))).toBe(true);
});

it('the dialog keeps a name that could not be saved', async () => {
  const { user } = await openDialog();
  const section = within(screen.getByRole('region', { name: 'Name' }));
  answer('PUT', USER, failAuthWith(500, 'unexpected_failure', 'The database rests'));
  await user.click(section.getByRole('button', { name: 'Add a name' }));
  const field = section.getByRole<HTMLInputElement>('textbox', { name: 'Full name' });
  await user.type(field, 'Ada{Enter}');
  expect(await findToast('Couldn’t change your name')).toEqual(['Couldn’t change your name', 'The database rests']);
  expect(field.value).toBe('Ada');
});

it.each(['name', 'email'])('a new %s that was typed is discarded after a confirmation only', async (what) => {
  const { user } = await openDialog();
  const section = within(screen.getByRole('region', { name: new RegExp(`^${what}$`, 'i') }));
  await user.click(section.getByRole('button', { name: /^(Change|Add)/ }));
  await user.type(section.getByRole('textbox'), 'grace@example.test');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(section.getByRole<HTMLInputElement>('textbox').value).toMatch(/grace@example.test$/);
  await user.click(section.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(section.queryByRole('textbox')).toBeNull();
});
