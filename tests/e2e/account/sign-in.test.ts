import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test('users sign up, sign in and are redirected to the home page of their role', { tag: '@phone' }, async ({
  page,
  agency,
  expected,
}) => {
  const email = agency.newAddress();
  await test.step('a newcomer signs up and waits for an invitation', async () => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('secret');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectToast(page, 'Account created', 'You can now sign in with your credentials.');
    await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
  });

  await test.step('a wrong password shows the error of the server, the right one signs in', async () => {
    expected.push('status of 400', 'Login error: Invalid login credentials');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectToast(page, 'Error signing in', 'Invalid login credentials');
    await expect(page.getByText('Error signing in', { exact: true })).toHaveCSS('color', 'rgb(187, 37, 37)');
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(`You’re signed in as ${email}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible(); // once the server has ended the session
  });

  await test.step('an administrator', async () => {
    await signIn(page, agency.admin.email, agency.admin.password);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  await test.step('a customer, whose email is not case-sensitive', async () => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Ada Lovelace');
    const paths: string[] = [];
    page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
    await page.getByLabel('Email').fill(`  ${member.email.toUpperCase()} `);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    expect(paths).toEqual(['/', '/dashboard']);
  });
});
