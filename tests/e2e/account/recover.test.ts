import { codeIn, followLink, linkIn } from '../support/emails.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { expectCheckInbox, expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test('a user who has forgotten the password chooses a new one', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
  expected,
}) => {
  const customer = await agency.addCustomer('Globex');
  const { email } = await agency.addMember(customer.id, 'Grace Hopper');
  await test.step('an email without an account gets the same response as any other', async () => {
    const unknown = agency.newAddress();
    await page.goto('/auth/new-password');
    await page.getByLabel('Email').fill(unknown);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expectCheckInbox(page, unknown);
    expect(mailServer.emailsTo(unknown)).toEqual([]);
  });

  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expectCheckInbox(page, email);
  await expectAccessible(page);
  const message = await mailServer.waitForEmail(email);
  const link = linkIn(message);
  await test.step('a scanner that opens the link and runs its page changes nothing', async () => {
    await inOtherBrowser(browser, baseURL, async (scanner) => {
      for (let turn = 0; turn < 2; turn += 1) {
        for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
        await scanner.goto(link);
        await expect(scanner.getByRole('button', { name: 'Choose a new password' })).toBeVisible();
      }
    });
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
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

  await test.step('the link works once', async () => {
    expected.push('gotrue-js');
    await followLink(page, message);
    await expect(page.getByRole('alert')).toHaveText('This link has expired or was already used. Request a new one.');
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/new-password$/);
  });
});

test('a recovery link opened in another browser says so, and the code of a new email works there', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
  expected,
}) => {
  expected.push('status of 403');
  const customer = await agency.addCustomer('Globex');
  const { email } = await agency.addMember(customer.id, 'Grace Hopper');
  await inOtherBrowser(browser, baseURL, async (other) => {
    await other.goto('/auth/new-password');
    await other.getByLabel('Email').fill(email);
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('status').filter({ hasText: /^Check your inbox/ })).toBeVisible();
  });
  const message = await mailServer.waitForEmail(email);
  await page.goto(linkIn(message));
  await expect(page.getByRole('status').filter({ hasText: /^You asked for this/ })).toHaveText(
    'You asked for this in another browser. Open the link there, or enter the code from the email there.',
  );
  await expectAccessible(page);
  await followLink(page, message);
  await expect(page.getByRole('alert')).toHaveText(
    'This link was requested in another browser. Open it there, or request a new one here.',
  );
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/auth\/new-password$/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();

  const code = codeIn(await mailServer.waitForEmail(email, 2));
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Token has expired or is invalid')).toBeVisible();
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password').fill('battery staple');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expectToast(page, 'Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);
});
