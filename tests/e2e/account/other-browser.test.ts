// Links sign in only the browser that requested them. Here other links are opened.
import type { Page } from '@playwright/test';
import { followLink } from '../support/emails.ts';
import { expectToast } from '../support/pages.ts';
import { expect, signIn, test } from '../support/test.ts';

const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('supabase.auth.token') ?? 'null')?.user?.email ?? null);

const INVALID = 'This sign-in link isn’t valid. Sign in as usual, or reset your password.';

test('a link with the tokens or the code of another user signs no one in and replaces no session (S8.46)', async ({
  page,
  agency,
  mailServer,
  expected,
}) => {
  expected.push('status of 400', 'gotrue-js');
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const eve = await agency.addStranger('Eve');

  await test.step('incomplete tokens, signed out', async () => {
    await page.goto('/auth#access_token=broken');
    await expect(page.getByRole('alert')).toHaveText(INVALID);
    await expect(page).toHaveURL(/\/auth$/);
  });

  await test.step('tokens, signed out', async () => {
    await page.goto('about:blank');
    await page.goto(`/dashboard#${await agency.signInFragment(eve)}`);
    await expect(page.getByRole('alert')).toHaveText(INVALID);
    await expect(page).toHaveURL(/\/auth$/);
    expect(await storedUser(page)).toBeNull();
    expect(await page.evaluate(() => location.hash)).toBe('');
  });

  await test.step('tokens, signed in', async () => {
    await signIn(page, email, password);
    await expect(page.getByRole('button', { name: email })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(`/dashboard#${await agency.signInFragment(eve)}`);
    await expectToast(page, INVALID);
    await expect(page.getByRole('button', { name: email })).toBeVisible();
    expect(await storedUser(page)).toBe(email);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('a code, while a flow of this browser is pending', async () => {
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(agency.newAddress());
    await page.getByRole('button', { name: 'Save email' }).click();
    await expect(page.getByText('Confirm your new email')).toBeVisible();
    await agency.recoverByPkce(eve.email);
    await page.goto('about:blank');
    await followLink(page, await mailServer.waitForEmail(eve.email));
    await expectToast(
      page,
      'This link was requested in another browser, so it can’t sign you in here. If it confirmed your email, just sign in as usual.',
    );
    expect(await storedUser(page)).toBe(email);
  });
});
