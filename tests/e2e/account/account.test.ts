import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { codeIn, followLink } from '../support/emails.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { expectToast, findToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

/** The code of an authenticator app so many steps from now; each is good for one use. */
const timeCode = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

async function openAccount(page: Page, email: string): Promise<Locator> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

test('a user sets up a second factor, signs in with it and removes it', { tag: '@phone' }, async ({
  page,
  agency,
  mailServer,
  expected,
}) => {
  const customer = await agency.addCustomer('Globex');
  const member = await agency.addMember(customer.id, 'Grace Hopper');
  const { email, password } = member;
  await signIn(page, email, password);
  const dialog = page.getByRole('dialog', { name: 'Account' });
  const confirmation = dialog.getByRole('form', { name: 'Confirm it’s you' });

  const secret = await test.step('two days after signing in, setting it up requires the password', async () => {
    expected.push('status of 400');
    await agency.ageSessions(member);
    await openAccount(page, email);
    await dialog.getByRole('button', { name: 'Set up' }).click();
    await expect(confirmation.getByLabel('Current password')).toBeFocused();
    await expectAccessible(page);
    await confirmation.getByLabel('Current password').fill('wrong password');
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await expect(confirmation.getByRole('alert')).toHaveText('Current password is incorrect');
    await confirmation.getByLabel('Current password').fill(password);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expect(confirmation).toBeHidden();
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
    await dialog.getByLabel('Code').fill(timeCode(key));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expectToast(page, 'Two-factor authentication is on');
    await expect(dialog.getByText(/^On since/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await signOut(page);
    return key;
  });

  await test.step('signing in requires a code', async () => {
    expected.push('status of 422');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/leads');
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
    await page.getByLabel('Code').fill('000000');
    await expect(page.getByRole('alert').getByText('Invalid TOTP code entered')).toBeVisible();
    await page.getByLabel('Code').fill(timeCode(secret, 1));
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('two days later, removing it requires the password or a code by email', async () => {
    await agency.ageSessions(member);
    await openAccount(page, email);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await confirmation.getByRole('button', { name: 'Email me a code instead' }).click();
    await expect(confirmation.getByLabel('Code')).toBeFocused();
    await confirmation.getByLabel('Code').fill(codeIn(await mailServer.waitForEmail(email)));
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'Two-factor authentication is off');
    await expect(dialog.getByRole('button', { name: 'Set up' })).toBeVisible();
  });
});

test('an administrator resets the second factor of a user', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await dialog.getByLabel('Code').fill(timeCode(await dialog.getByLabel('Key', { exact: true }).inputValue()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expectToast(page, 'Two-factor authentication is on');
  await page.keyboard.press('Escape');
  await signOut(page);

  await signIn(page, agency.admin.email, agency.admin.password);
  await page.goto('/admin/users');
  await page.getByRole('searchbox').fill(email);
  const row = page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByText(email) });
  await expect(row.getByText('2FA').filter({ visible: true })).toBeVisible();
  await row.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Reset two-factor authentication' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset two-factor' }).click();
  await expectToast(page, 'Two-factor authentication reset', `${email} can now sign in with just a password.`);
  await expect(row).not.toContainText('2FA');
  await signOut(page);

  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the password changes with the current one or with a code by email', async ({
  page,
  agency,
  mailServer,
  expected,
}) => {
  expected.push('status of 4');
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  const openForm = async (newPassword: string) => {
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByLabel('New password', { exact: true }).fill(newPassword);
    await dialog.getByLabel('Confirm new password').fill(newPassword);
  };
  await test.step('with the current one', async () => {
    await openForm('battery staple');
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill('wrong');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expect(dialog.getByRole('alert').getByText('Current password is incorrect')).toBeVisible();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expectToast(page, 'Password changed');
    await page.getByRole('button', { name: 'Dismiss: Password changed' }).click();
    await expect(findToast(page, 'Password changed')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Change password' })).toBeVisible();
  });

  await test.step('with a code by email', async () => {
    await openForm('stapled batteries');
    await dialog.getByRole('button', { name: 'Email me a code instead' }).click();
    const code = codeIn(await mailServer.waitForEmail(email));
    await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expect(dialog.getByRole('button', { name: 'Change password' })).toBeVisible();
    await expectToast(page, 'Password changed');
  });
  await page.keyboard.press('Escape');
  await signOut(page);
  await signIn(page, email, 'stapled batteries');
});

test('the email changes once both addresses have confirmed it, in this or another browser', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const [second, third] = [agency.newAddress(), agency.newAddress()];
  const changeEmail = async (from: string, to: string) => {
    const dialog = await openAccount(page, from);
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await dialog.getByLabel('New email').fill(to);
    await dialog.getByRole('button', { name: 'Save email' }).click();
    await expect(dialog.getByText('Confirm your new email')).toBeVisible();
  };
  await signIn(page, email, password);
  await test.step('in this browser', async () => {
    await changeEmail(email, second);
    await followLink(page, await mailServer.waitForEmail(email));
    await expectToast(page, 'Confirmed. Now open the link we sent to your other email.');
    await followLink(page, await mailServer.waitForEmail(second));
    await expect(page.getByRole('button', { name: second })).toBeVisible();
  });

  await test.step('in another browser, which says how to continue', async () => {
    await changeEmail(second, third);
    const emails = [await mailServer.waitForEmail(second, 2), await mailServer.waitForEmail(third)] as const;
    await inOtherBrowser(browser, baseURL, async (other) => {
      await followLink(other, emails[0]);
      await expect(other.getByRole('status').filter({ hasText: /^Confirmed\./ })).toBeVisible();
      await followLink(other, emails[1]);
      await expect(
        other.getByRole('status').filter({ hasText: /^This link was requested in another browser/ }),
      ).toHaveText(
        'This link was requested in another browser, so it can’t sign you in here. If it confirmed your email, just sign in as usual.',
      );
      await signIn(other, third, password);
      await expect(other.getByRole('button', { name: third })).toBeVisible();
    });
  });
});

test('the account lists the sessions, ends one of them, and ends all', async ({ page, browser, baseURL, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const elsewhere = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const other = await elsewhere.newPage();
  const expectEnded = async () => {
    await other.goto('/leads');
    await expect(other).toHaveURL(/\/auth$/);
    await expect(other.getByRole('table', { name: 'Leads' })).toBeHidden();
  };
  await signIn(other, email, password);
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions.first()).toHaveText(/This device$/);
  const firefox = sessions.filter({ hasText: /^Firefox on Windows.*last active/ });
  await expect(firefox).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await expectToast(page, 'Device signed out');
  await expect(firefox).toHaveCount(0);
  await expectEnded();

  await signIn(other, email, password);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expectEnded();
  await elsewhere.close();
});
