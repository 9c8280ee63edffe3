import type { Page } from '@playwright/test';
import { linkIn } from '../support/emails.ts';
import { choose, expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test.use({ sendsEmail: true });

const welcomes = {
  new: 'Account created successfully! Welcome aboard!',
  existing: 'Invitation accepted! Redirecting...',
};

/** Stops the page's clock, which the test then advances by the millisecond. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

async function expectRedirectAfterWelcome(page: Page, welcome: string): Promise<void> {
  await expect(page.getByText(welcome)).toBeVisible();
  await page.clock.runFor(1499);
  await expect(page).toHaveURL(/\/invite\//);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.clock.resume();
}

test('an invited user without an account signs up, accepts and opens the dashboard', { tag: '@phone' }, async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const email = agency.newAddress();

  await test.step('the administrator invites', async () => {
    await signIn(page, agency.admin.email, agency.admin.password);
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Invite User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expectToast(page, 'Missing information', 'Enter an email and choose a customer.');
    await expect(dialog.getByText('An email is required.')).toBeVisible();
    await expect(dialog.getByText('A customer is required.')).toBeVisible();
    await dialog.getByLabel('Email').fill(email);
    await choose(page, 'Customer', customer.name);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expectToast(page, 'Invitation sent', `${email} can now join ${customer.name}.`);
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  const mail = await mailServer.waitForEmail(email);
  expect(mail.subject).toContain(customer.name);
  const link = linkIn(mail);

  await test.step('the form reports missing values', async () => {
    await page.clock.install();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Join ${customer.name}` })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['New User', 'Existing User']);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Full name is required')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Confirm password').fill('correct mouse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('and the dashboard opens', async () => {
    await page.getByLabel('Confirm password').fill('correct horse');
    await stopClock(page);
    await page.getByRole('button', { name: 'Create account' }).dblclick();
    await expectRedirectAfterWelcome(page, welcomes.new);
    await expect(
      page
        .getByRole('navigation', { name: 'Leadlight' })
        .or(page.getByRole('button', { name: 'Toggle sidebar' }))
        .first(),
    ).toBeVisible();
    expect(await agency.grantsOf(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
  });
});

test('a user with an account accepts with its password, and the link cannot be used again', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Globex');
  const user = await agency.addStranger('Grace Hopper');
  const token = await agency.invite(customer.id, user.email);
  await page.clock.install();
  await page.goto(`/invite/${token}`);
  await page.getByRole('tab', { name: 'Existing User' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await expectAccessible(page);
  await page.getByLabel('Password').fill(user.password);
  await stopClock(page);
  await page.getByRole('button', { name: 'Sign in and accept' }).click();
  await expectRedirectAfterWelcome(page, welcomes.existing);
  expect(await agency.grantsOf(user.email)).toEqual({ customers: [customer.id], roles: ['customer'] });
  await page.goto(`/invite/${token}`);
  await expect(page.getByRole('heading', { name: 'This invitation has already been used' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a wrong password shows an error and can be tried again', async ({ page, agency, expected }) => {
  const customer = await agency.addCustomer('Globex');
  const user = await agency.addStranger('Grace Hopper');
  const token = await agency.invite(customer.id, user.email);
  expected.push('status of 400');
  await page.goto(`/invite/${token}`);
  await page.getByRole('tab', { name: 'Existing User' }).click();
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in and accept' }).click();
  await expect(page.getByRole('alert').getByText('Invalid login credentials')).toBeVisible();
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in and accept' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing up with an existing account points to the other tab', async ({ page, agency, expected }) => {
  const customer = await agency.addCustomer('Globex');
  const user = await agency.addStranger('Grace Hopper');
  const token = await agency.invite(customer.id, user.email);
  expected.push('status of 400', 'status of 422');
  await page.goto(`/invite/${token}`);
  await page.getByLabel('Full name').fill('Grace Hopper');
  await page.getByLabel('Password', { exact: true }).fill('another password');
  await page.getByLabel('Confirm password').fill('another password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert').getByText('This email already has an account')).toBeVisible();
});

test.describe('a link that leads nowhere says why', () => {
  test('an unknown one', async ({ page }) => {
    await page.goto(`/invite/${'0'.repeat(64)}`);
    await expect(page.getByRole('heading', { name: 'Invalid invitation link' })).toBeVisible();
    await expectAccessible(page);
  });

  test('an expired one', async ({ page, agency }) => {
    const customer = await agency.addCustomer('Globex');
    const token = await agency.invite(customer.id, agency.newAddress());
    await agency.expire(token);
    await page.goto(`/invite/${token}`);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
  });

  test('one that cannot be read at first', async ({ page, agency, expected }) => {
    const customer = await agency.addCustomer('Globex');
    const token = await agency.invite(customer.id, agency.newAddress());
    expected.push('net::ERR_FAILED');
    await page.route('**/rpc/read_invitation*', (route) => route.abort());
    await page.goto(`/invite/${token}`);
    await expect(page.getByRole('heading', { name: 'Failed to validate invitation' })).toBeVisible();
    await page.unroute('**/rpc/read_invitation*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: `Join ${customer.name}` })).toBeVisible();
  });
});

test('a user who is signed in with another email signs out and returns to the invitation', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Globex');
  const [invited, other] = [
    await agency.addStranger('Grace Hopper'),
    await agency.addMember(customer.id, 'Ada Lovelace'),
  ];
  const token = await agency.invite(customer.id, invited.email);
  await signIn(page, other.email, other.password);
  await page.goto(`/invite/${token}`);
  await expect(page.getByRole('alert').getByText('This invitation is for another email address')).toBeVisible();
  await expect(page.getByRole('alert').getByText(invited.email)).toBeVisible();
  await expect(page.getByRole('alert').getByText(other.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await page.getByRole('tab', { name: 'Existing User' }).click();
  await page.getByLabel('Password').fill(invited.password);
  await page.getByRole('button', { name: 'Sign in and accept' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a lost response and two tabs at once result in one membership', async ({ page, context, agency, expected }) => {
  const customer = await agency.addCustomer('Globex');
  const user = await agency.addStranger('Grace Hopper');
  const token = await agency.invite(customer.id, user.email);
  expected.push('net::ERR_FAILED');
  await page.goto('/auth');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is waiting for an invitation' })).toBeVisible();
  const waiting = page;
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`/invite/${token}`);
    await expect(tab.getByRole('button', { name: 'Accept invitation' })).toBeVisible();
  }
  const [first, second] = tabs as [Page, Page];
  await first.route(
    '**/rpc/accept_invitation*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await first.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(first.getByRole('alert').getByText('Error accepting invitation')).toBeVisible();
  await Promise.all([first, second].map((tab) => tab.getByRole('button', { name: 'Accept invitation' }).click()));
  await expect(first).toHaveURL(/\/dashboard$/);
  await expect(second).toHaveURL(/\/dashboard$/);
  expect(await agency.grantsOf(user.email)).toEqual({ customers: [customer.id], roles: ['customer'] });

  await waiting.getByRole('button', { name: 'Check again' }).click();
  await expect(waiting).toHaveURL(/\/dashboard$/);
});
