// Links sign in only the browser that requested them. These tests open them in another one.
import type { Page } from '@playwright/test';
import { codeIn, linkIn } from '../support/emails.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test.use({ sendsEmail: true, settings: { AUTH_MAIL_INTERVAL: '0' } });

const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('supabase.auth.token') ?? 'null')?.user?.email ?? null);

const ELSEWHERE =
  'This link was requested in another browser, so it can’t sign you in here. Anything it confirms is confirmed: sign in as usual.';

test('a link with another user’s tokens signs no one in', async ({ page, agency }) => {
  const stranger = await agency.addStranger('Eve');
  await page.goto(`/dashboard#${await agency.fragmentOf(stranger)}`);
  await expect(page.getByRole('alert')).toHaveText(
    'This sign-in link isn’t valid. Sign in as usual, or request a new password.',
  );
  await expect(page).toHaveURL(/\/auth$/);
  expect(await storedUser(page)).toBeNull();
  expect(await page.evaluate(() => location.hash)).toBe('');
});

test('a link with another user’s tokens never replaces a session', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const eve = await agency.addMember(customer.id, 'Eve');
  await signIn(page, email, password);
  await expect(page.getByRole('button', { name: email })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`/dashboard#${await agency.fragmentOf(eve)}`);
  await expectToast(page, 'This sign-in link isn’t valid. Sign in as usual, or request a new password.');
  await expect(page.getByRole('button', { name: email })).toBeVisible();
  expect(await storedUser(page)).toBe(email);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a code of another user’s sign-in never replaces a session', async ({ page, agency, mailServer, expected }) => {
  expected.push('status of 400');
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const eve = await agency.addStranger('Eve');
  await signIn(page, email, password);
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(agency.newAddress());
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText('Confirm the change in both inboxes')).toBeVisible(); // a flow of this browser’s own is pending
  await agency.recoverByPkce(eve.email);
  await page.goto('about:blank');
  await page.goto(linkIn(await mailServer.waitForEmail(eve.email)));
  await expectToast(page, ELSEWHERE);
  expect(await storedUser(page)).toBe(email);
});

test('a recovery link opened in another browser says so, and a new one can be requested there', {
  tag: '@phone',
}, async ({ page, browser, baseURL, agency, mailServer }) => {
  const customer = await agency.addCustomer('Globex');
  const { email } = await agency.addMember(customer.id, 'Grace Hopper');
  await inOtherBrowser(browser, baseURL, async (other) => {
    await other.goto('/auth/new-password');
    await other.getByLabel('Email').fill(email);
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('status').filter({ hasText: /^Check your inbox/ })).toBeVisible();
  });
  await page.goto(linkIn(await mailServer.waitForEmail(email)));
  await expect(page.getByRole('alert')).toHaveText(
    'This link was requested in another browser. Open it there, or request a new one here.',
  );
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/auth\/new-password$/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.goto(linkIn(await mailServer.waitForEmail(email, 2)));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
});

test('the code of a recovery email works in the browser that requested it', {
  tag: '@phone',
}, async ({ page, agency, mailServer, expected }) => {
  expected.push('status of 403');
  const customer = await agency.addCustomer('Globex');
  const { email } = await agency.addMember(customer.id, 'Grace Hopper');
  await page.goto('/auth/new-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const code = codeIn(await mailServer.waitForEmail(email));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter the six digits')).toBeVisible();
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Token has expired or is invalid')).toBeVisible();
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password').fill('battery staple');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expectToast(page, 'Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an email change confirmed in another browser is valid, and that browser says how to continue', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const next = agency.newAddress();
  await signIn(page, email, password);
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Save email' }).click();
  const links = [linkIn(await mailServer.waitForEmail(email)), linkIn(await mailServer.waitForEmail(next))];
  await inOtherBrowser(browser, baseURL, async (other) => {
    await other.goto(links[0] ?? '');
    await expect(other.getByRole('status').filter({ hasText: /^Confirmed\./ })).toBeVisible();
    await other.goto(links[1] ?? '');
    await expect(
      other.getByRole('status').filter({ hasText: /^This link was requested in another browser/ }),
    ).toHaveText(ELSEWHERE);
    await signIn(other, next, password);
    await expect(other.getByRole('button', { name: next })).toBeVisible();
  });
});
