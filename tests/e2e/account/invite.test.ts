import type { Page } from '@playwright/test';
import { linkIn } from '../support/emails.ts';
import { choose, expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test('an invited user without an account signs up, accepts and opens the dashboard (S1.12, S2.6, S5.19, S5.20, S5.21, S5.26, S6.14, S6.20, S8.28, S8.32)', async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  await agency.addCustomer('Southwind'); // the only customer would be selected
  const email = agency.newAddress();

  await test.step('the administrator invites', async () => {
    await signIn(page, agency.admin.email, agency.admin.password);
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expectToast(page, 'Missing information', 'Enter an email and choose a customer.');
    await expect(dialog.getByText('Enter an email')).toBeVisible();
    await expect(dialog.getByText('Select a customer')).toBeVisible();
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
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Join ${customer.name}` })).toBeVisible();
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
    const welcome = page.getByText('Account created successfully! Welcome aboard!').waitFor(); // which stays for 1.5 s
    await page.getByRole('button', { name: 'Create account' }).dblclick();
    await welcome;
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(
      page
        .getByRole('navigation', { name: 'Leadlight' })
        .or(page.getByRole('button', { name: 'Toggle sidebar' }))
        .first(),
    ).toBeVisible();
    expect(await agency.readGrants(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
  });
});

test('a user with an account accepts with its password, and the link cannot be used again (S4.16, S5.23, S8.34)', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 400', 'status of 422');
  const customer = await agency.addCustomer('Globex');
  const user = await agency.addStranger('Grace Hopper');
  const token = await agency.invite(customer.id, user.email);
  await page.goto(`/invite/${token}`);
  await test.step('signing up with the existing account points to the other tab', async () => {
    await page.getByLabel('Full name').fill('Grace Hopper');
    await page.getByLabel('Password', { exact: true }).fill('another password');
    await page.getByLabel('Confirm password').fill('another password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alert').getByText('An account with this email already exists')).toBeVisible();
  });

  await test.step('a wrong password shows an error and can be tried again', async () => {
    await page.getByRole('tab', { name: 'Existing User' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(user.email);
    await expectAccessible(page);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await expect(page.getByRole('alert').getByText('Invalid login credentials')).toBeVisible();
    await page.getByLabel('Password').fill(user.password);
    const accepted = page.getByText('Invitation accepted! Redirecting...').waitFor(); // which stays for 1.5 s
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await accepted;
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await agency.readGrants(user.email)).toEqual({ customers: [customer.id], roles: ['customer'] });
  });

  await test.step('the link cannot be used again', async () => {
    await page.goto(`/invite/${token}`);
    await expect(page.getByRole('heading', { name: 'This invitation has already been used' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('neither can an expired or an unknown one', async () => {
    const expired = await agency.invite(customer.id, agency.newAddress());
    await agency.expire(expired);
    await page.goto(`/invite/${expired}`);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await page.goto(`/invite/${'0'.repeat(64)}`);
    await expect(page.getByRole('heading', { name: 'Invalid invitation link' })).toBeVisible();
  });
});

test('a lost response and two tabs at once result in one membership (S6.30, S8.31)', async ({
  page,
  context,
  agency,
  expected,
}) => {
  const customer = await agency.addCustomer('Globex');
  const user = await agency.addStranger('Grace Hopper');
  const token = await agency.invite(customer.id, user.email);
  expected.push('net::ERR_FAILED');
  await page.goto('/auth');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
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
  await expect(first.getByRole('alert').getByText('Couldn’t accept the invitation')).toBeVisible();
  await Promise.all([first, second].map((tab) => tab.getByRole('button', { name: 'Accept invitation' }).click()));
  await expect(first).toHaveURL(/\/dashboard$/);
  await expect(second).toHaveURL(/\/dashboard$/);
  expect(await agency.readGrants(user.email)).toEqual({ customers: [customer.id], roles: ['customer'] });

  await waiting.getByRole('button', { name: 'Check again' }).click();
  await expect(waiting).toHaveURL(/\/dashboard$/);
});
