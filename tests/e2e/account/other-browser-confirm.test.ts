// Addresses are confirmed in whichever browser the email is opened.
import { linkIn } from '../support/emails.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { expect, test } from '../support/test.ts';

test.use({ sendsEmail: true, settings: { AUTH_CONFIRM_EMAIL: 'true', AUTH_MAIL_INTERVAL: '0' } });

const CONFIRMED =
  'This link was requested in another browser, so it can’t sign you in here. Anything it confirms is confirmed: sign in as usual.';

test('a sign-up confirmed in another browser can sign in there', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
}) => {
  const email = agency.newAddress();
  await inOtherBrowser(browser, baseURL, async (other) => {
    await other.goto('/auth');
    await other.getByRole('tab', { name: 'Sign Up' }).click();
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password').fill('correct horse');
    await other.getByRole('button', { name: 'Create account' }).click();
    await expect(other.getByRole('status').filter({ hasText: /^Check your inbox/ })).toContainText(email);
  });
  await page.goto(linkIn(await mailServer.waitForEmail(email)));
  await expect(page.getByRole('status').filter({ hasText: /^This link was requested in another browser/ })).toHaveText(
    CONFIRMED,
  );
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is waiting for an invitation' })).toBeVisible();
});

test('an invited user who confirms in another browser accepts there', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const email = agency.newAddress();
  const token = await agency.invite(customer.id, email);
  await inOtherBrowser(browser, baseURL, async (other) => {
    await other.goto(`/invite/${token}`);
    await other.getByLabel('Full name').fill('Ada Lovelace');
    await other.getByLabel('Password', { exact: true }).fill('correct horse');
    await other.getByLabel('Confirm password').fill('correct horse');
    await other.getByRole('button', { name: 'Create account' }).click();
    await expect(other.getByRole('status').filter({ hasText: /^Check your inbox/ })).toContainText(email);
  });
  await page.goto(linkIn(await mailServer.waitForEmail(email)));
  await expect(page).toHaveURL(new RegExp(`/invite/${token}$`));
  await expect(page.getByRole('status').filter({ hasText: /^This link was requested in another browser/ })).toHaveText(
    CONFIRMED,
  );
  await page.getByRole('tab', { name: 'Existing User' }).click();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in and accept' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await agency.grantsOf(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
});
