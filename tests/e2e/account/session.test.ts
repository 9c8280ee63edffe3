import type { Page } from '@playwright/test';
import { expectToast } from '../support/pages.ts';
import { failRequests, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, storeSession, test } from '../support/test.ts';

const expectDashboard = (page: Page) => expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
const expectSignedOut = async (page: Page) => {
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
};
const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('supabase.auth.token'));

test('signing in and out in one tab also applies to the other (S2.98)', async ({ page, context, agency, expected }) => {
  const signOuts = requestsTo(page, 'POST', '/auth/v1/logout');
  await page.goto('/auth');
  const other = await context.newPage();
  await other.goto('/auth');
  await other.getByLabel('Email').fill(agency.admin.email);
  await other.getByLabel('Password', { exact: true }).fill(agency.admin.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expectDashboard(other);
  await expectDashboard(page);
  const session = JSON.parse((await storedSession(page)) ?? '');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expectSignedOut(page);
  await expectSignedOut(other);
  expect(signOuts.map(({ query }) => query.get('scope'))).toEqual(['local']);
  expect(await storedSession(page)).toBeNull();

  expected.push('status of 403');
  expected.push('status of 401', 'permission denied for table'); // of roles requested while the session is removed
  await storeSession(context, session); // which the server has ended
  await page.goto('/admin');
  await expectSignedOut(page);
});

test('a session ended elsewhere is signed out within a minute, at the next page and at the next change', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 403', 'status of 406');
  const { member } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await test.step('within a minute', async () => {
    await page.clock.install();
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await agency.signOutEverywhere(member);
    await page.clock.fastForward('01:00');
    await expectToast(page, 'Signed out', 'Your session was ended on another device. Sign in again to continue.');
    await expectSignedOut(page);
    expect(await storedSession(page)).toBeNull();
  });

  await test.step('at the next change', async () => {
    await storeSession(context, await agency.startSession(member));
    await page.goto('/leads');
    await expect(page.getByText('Pia Pending')).toBeVisible();
    await agency.signOutEverywhere(member);
    await page.getByRole('button', { name: 'Approve' }).first().click();
    await expectToast(page, 'Signed out', 'Your session was ended on another device. Sign in again to continue.');
    await expectSignedOut(page);
  });

  await test.step('at the next page', async () => {
    await storeSession(context, await agency.startSession(member));
    await agency.signOutEverywhere(member);
    await page.goto('/leads');
    await expectSignedOut(page);
  });
});

test('a stored session that cannot be refreshed at first is reported as being checked, and opens the app once it is confirmed', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 503');
  const { member } = await asMember(context, agency);
  await storeSession(context, await agency.startSession(member, { expires_at: 1 }));
  const outage = await failRequests(page, ['POST', '/auth/v1/token'], { status: 503, message: 'Service unavailable' });
  await page.clock.install();
  await page.goto('/leads');
  const unsettled = page.getByText('We’re still checking your session. You’ll be signed in as soon as it’s confirmed.');
  await expect(unsettled).toBeVisible();
  await expectAccessible(page);
  await outage.end();
  await page.clock.fastForward('02:00');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(unsettled).toHaveCount(0);
});
