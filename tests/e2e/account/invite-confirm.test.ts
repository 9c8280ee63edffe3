import { linkIn } from '../support/emails.ts';
import { expectCheckInbox, expectToast } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ sendsEmail: true, settings: { AUTH_CONFIRM_EMAIL: 'true', AUTH_MAIL_INTERVAL: '0' } });

test('where emails must be confirmed, an invited user returns to the invitation', async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const email = agency.newAddress();
  const token = await agency.invite(customer.id, email);
  await page.goto(`/invite/${token}`);
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectCheckInbox(page, email);
  await expectAccessible(page);
  await page.goto(linkIn(await mailServer.waitForEmail(email)));
  await expect(page).toHaveURL(new RegExp(`/invite/${token}`));
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByText('Invitation accepted! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await agency.grantsOf(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
});

test('signing in with an unconfirmed email offers to send the confirmation again', async ({
  page,
  agency,
  mailServer,
  expected,
}) => {
  const email = agency.newAddress();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectToast(page, 'Account created', 'Confirm your email address, then sign in.');
  await expectCheckInbox(page, email);
  await mailServer.waitForEmail(email);

  expected.push('status of 400', 'Login error: Email not confirmed');
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ has: page.getByText('Confirm your email address') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resend confirmation' }).click();
  await expectToast(page, 'Confirmation sent', `Check the inbox of ${email}.`);
  await page.goto(linkIn(await mailServer.waitForEmail(email, 2)));
  await expect(page.getByRole('heading', { name: 'Your account is waiting for an invitation' })).toBeVisible();
});
