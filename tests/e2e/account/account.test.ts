import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { codeIn, linkIn } from '../support/emails.ts';
import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test.use({ sendsEmail: true, settings: { AUTH_MAIL_INTERVAL: '0' } });

/** The code of an authenticator app so many steps from now; each is good for one use. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

async function openAccount(page: Page, email: string): Promise<Locator> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function setUpTwoFactor(page: Page, email: string): Promise<string> {
  const dialog = await openAccount(page, email);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await dialog.getByLabel('Key', { exact: true }).inputValue();
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expectToast(page, 'Two-factor sign-in is on');
  return secret;
}

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a user sets up a second factor, signs in with it, and an administrator resets it', { tag: '@phone' }, async ({
  page,
  agency,
  expected,
}) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const secret = await test.step('setting it up asks for the app’s first code', async () => {
    await signIn(page, email, password);
    return setUpTwoFactor(page, email);
  });
  await expectAccessible(page);
  await expect(page.getByRole('dialog').getByText(/^On since/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);

  await test.step('signing in asks for a code', async () => {
    expected.push('status of 422');
    await enterPassword(page, email, password);
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/leads');
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
    await page.getByLabel('Code').fill('000000');
    await expect(page.getByRole('alert').getByText('Invalid TOTP code entered')).toBeVisible();
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  await test.step('an administrator resets it', async () => {
    await signIn(page, agency.admin.email, agency.admin.password);
    await page.goto('/admin/users');
    await page.getByRole('searchbox').fill(email);
    const row = page
      .getByRole('table', { name: 'Users' })
      .getByRole('row')
      .filter({ has: page.getByText(email) });
    await expect(row.getByText('2FA').filter({ visible: true })).toBeVisible();
    await row.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Reset two-factor sign-in' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset two-factor' }).click();
    await expectToast(page, 'Two-factor sign-in reset', `${email} signs in with the password alone.`);
    await expect(row).not.toContainText('2FA');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a user removes the second factor', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, email, password);
  await setUpTwoFactor(page, email);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove two-factor' }).click();
  await expectToast(page, 'Two-factor sign-in is off');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('setting up a second factor two days after signing in asks for the password', { tag: '@phone' }, async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 400');
  const customer = await agency.addCustomer('Globex');
  const member = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, member.email, member.password);
  await agency.ageSessions(member);
  const dialog = await openAccount(page, member.email);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  const form = dialog.getByRole('form', { name: 'Confirm that it’s you' });
  await expect(form.getByLabel('Current password')).toBeFocused();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText('Enter your current password', { exact: true })).toBeVisible();
  await form.getByLabel('Current password').fill('wrong password');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByRole('alert')).toHaveText('Current password is incorrect');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await form.getByLabel('Current password').fill(member.password);
  await form.getByRole('button', { name: 'Confirm' }).click();
  const secret = await dialog.getByLabel('Key', { exact: true }).inputValue();
  await expect(form).toBeHidden();
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expectToast(page, 'Two-factor sign-in is on');
});

test('removing a second factor two days after signing in asks for the password or a code by email', async ({
  page,
  agency,
  mailServer,
  expected,
}) => {
  expected.push('status of 400');
  const customer = await agency.addCustomer('Globex');
  const member = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, member.email, member.password);
  await setUpTwoFactor(page, member.email);
  await agency.ageSessions(member);
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove two-factor' }).click();
  const form = dialog.getByRole('form', { name: 'Confirm that it’s you' });
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText('Enter your current password', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Send me a code instead' }).click();
  await expect(form.getByText(`We’ve sent it to ${member.email}.`, { exact: true })).toBeVisible();
  await expect(form.getByLabel('Code')).toBeFocused();
  await form.getByLabel('Code').fill(codeIn(await mailServer.waitForEmail(member.email)));
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Two-factor sign-in is off');
  await expect(dialog.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('changing the password requires the current one', async ({ page, agency, expected }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  expected.push('status of 400');
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog.getByText('Enter your current password')).toBeVisible();
  await dialog.getByLabel('Current password').fill('wrong');
  await dialog.getByLabel('New password', { exact: true }).fill('battery staple');
  await dialog.getByLabel('Confirm new password').fill('battery staple');
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog.getByRole('alert').getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Password changed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, email, 'battery staple');
});

test('the email changes once both addresses have confirmed it', async ({ page, agency, mailServer }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const next = agency.newAddress();
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByRole('button', { name: 'Save email' }).click();
  await expect(dialog.getByText('Confirm the change in both inboxes')).toBeVisible();
  await page.goto(linkIn(await mailServer.waitForEmail(email)));
  await expectToast(page, 'Confirmed. Now open the link that we sent to the other address.');
  await page.goto(linkIn(await mailServer.waitForEmail(next)));
  await expect(page.getByRole('button', { name: next })).toBeVisible();
});

test('signing out everywhere ends the sessions of other devices', async ({ page, browser, baseURL, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await signIn(other, email, password);
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  await expect(dialog.getByText('This device')).toBeVisible(); // its requests are complete before the session ends
  await expect(dialog.getByText('Ask for a code from an authenticator app when you sign in.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await other.goto('/leads');
  await expect(other.getByRole('table', { name: 'Leads' })).toBeHidden();
  await elsewhere.close();
});

test('the account lists the sessions and ends one of them', async ({ page, browser, baseURL, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  const elsewhere = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const other = await elsewhere.newPage();
  await signIn(other, email, password);
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions.first()).toHaveText(/This device$/);
  const firefox = sessions.filter({ hasText: /^Firefox on Windows.*last used/ });
  await expect(firefox).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await expectToast(page, 'The device was signed out');
  await expect(firefox).toHaveCount(0);
  await other.goto('/leads');
  await expect(other.getByRole('table', { name: 'Leads' })).toBeHidden();
  await elsewhere.close();
});

test('a user who does not know the password changes it with a code by email', async ({
  page,
  agency,
  mailServer,
  expected,
}) => {
  const customer = await agency.addCustomer('Globex');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  expected.push('status of 4');
  await signIn(page, email, password);
  const dialog = await openAccount(page, email);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByRole('button', { name: 'Send me a code instead' }).click();
  const [code = ''] = /\b\d{6}\b/.exec((await mailServer.waitForEmail(email)).text ?? '') ?? [];
  await dialog.getByLabel('New password', { exact: true }).fill('battery staple');
  await dialog.getByLabel('Confirm new password').fill('battery staple');
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Password changed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, email, 'battery staple');
});
