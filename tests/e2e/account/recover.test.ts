import { linkIn } from '../support/emails.ts';
import { expectCheckInbox, expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test.use({ sendsEmail: true, settings: { AUTH_MAIL_INTERVAL: '0' } });

test('a user who has forgotten the password chooses a new one', async ({ page, agency, mailServer, expected }) => {
  const customer = await agency.addCustomer('Globex');
  const { email } = await agency.addMember(customer.id, 'Grace Hopper');
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectCheckInbox(page, email);

  const link = linkIn(await mailServer.waitForEmail(email));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password').fill('battery stable');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirm new password').fill('battery staple');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expectToast(page, 'Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, email, 'battery staple');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);

  expected.push('gotrue-js');
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link has expired or was already used. Request a new one.');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/new-password$/);
});

test('an email without an account gets the same response as any other', async ({ page, agency, mailServer }) => {
  const email = agency.newAddress();
  await page.goto('/auth/new-password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Enter your email')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectCheckInbox(page, email);
  expect(mailServer.emailsTo(email)).toEqual([]);
});

test('a broken sign-in link shows an error on the sign-in page', async ({ page, expected }) => {
  expected.push('gotrue-js');
  await page.goto('/auth#access_token=broken');
  await expect(page.getByRole('alert')).toHaveText(
    'This sign-in link isn’t valid. Sign in as usual, or request a new password.',
  );
  await expect(page).toHaveURL(/\/auth$/);
});
