import type { Page } from '@playwright/test';
import { confirmByLink, followLink, linkIn } from '../support/emails.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { expectCheckInbox, expectToast } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ settings: { AUTH_CONFIRM_EMAIL: 'true' } });
test.describe.configure({ mode: 'default' }); // one server

const CONFIRMED_ELSEWHERE =
  'This link was requested in another browser, so it can’t sign you in here. If it confirmed your email, just sign in as usual.';

async function signUpInvited(page: Page, token: string, email: string) {
  await page.goto(`/invite/${token}`);
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectCheckInbox(page, email);
}

async function signInAndAccept(page: Page) {
  await page.getByRole('tab', { name: 'Existing User' }).click();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in and accept' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

const expectConfirmedElsewhere = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^This link was requested in another browser/ })).toHaveText(
    CONFIRMED_ELSEWHERE,
  );

async function fillSignIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a new account signs in once its email is confirmed, in this or another browser', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
  expected,
}) => {
  const signUp = async () => {
    const email = agency.newAddress();
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectToast(page, 'Account created', 'Confirm your email, then sign in.');
    await expectCheckInbox(page, email);
    return email;
  };
  const waiting = (one: Page) => one.getByRole('heading', { name: 'You need an invitation' });

  await test.step('in another browser', async () => {
    const email = await signUp();
    await inOtherBrowser(browser, baseURL, async (other) => {
      await followLink(other, await mailServer.waitForEmail(email));
      await expectConfirmedElsewhere(other);
      await fillSignIn(other, email);
      await expect(waiting(other)).toBeVisible();
    });
  });

  await test.step('signing in before offers to send the email again', async () => {
    const email = await signUp();
    await mailServer.waitForEmail(email);
    expected.push('status of 400', 'Login error: Email not confirmed');
    await page.getByRole('tab', { name: 'Login' }).click();
    await fillSignIn(page, email);
    await expect(page.getByRole('alert').filter({ has: page.getByText('Confirm your email') })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resend confirmation' }).click();
    await expectToast(page, 'Confirmation sent', `Check ${email} for the link.`);
    await followLink(page, await mailServer.waitForEmail(email, 2));
    await expect(waiting(page)).toBeVisible();
  });
});

test('an invited user accepts once the email is confirmed, in this or another browser', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const signUpNew = async () => {
    const email = agency.newAddress();
    const token = await agency.invite(customer.id, email);
    await signUpInvited(page, token, email);
    return { email, token };
  };
  const grants = { customers: [customer.id], roles: ['customer'] };

  await test.step('in another browser', async () => {
    const { email, token } = await signUpNew();
    await expectAccessible(page);
    await inOtherBrowser(browser, baseURL, async (other) => {
      await followLink(other, await mailServer.waitForEmail(email));
      await expect(other).toHaveURL(new RegExp(`/invite/${token}$`));
      await expectConfirmedElsewhere(other);
      await signInAndAccept(other);
    });
    expect(await agency.readGrants(email)).toEqual(grants);
  });

  await test.step('in this browser', async () => {
    const { email, token } = await signUpNew();
    await followLink(page, await mailServer.waitForEmail(email));
    await expect(page).toHaveURL(new RegExp(`/invite/${token}`));
    const accepted = page.getByText('Invitation accepted! Redirecting...').waitFor(); // which stays for 1.5 s
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await accepted;
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await agency.readGrants(email)).toEqual(grants);
  });
});

test('an invited user who has an account gets an email that says so, and accepts by signing in', async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const { email } = await agency.addStranger('Ada Lovelace');
  await confirmByLink(await mailServer.waitForEmail(email));
  const token = await agency.invite(customer.id, email);
  await signUpInvited(page, token, email);
  const message = await mailServer.waitForEmail(email, 2);
  expect(message.subject).toBe('You already have an account');
  await page.goto(linkIn(message));
  await expect(page).toHaveURL(new RegExp(`/invite/${token}$`));
  await signInAndAccept(page);
  expect(await agency.readGrants(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
});
