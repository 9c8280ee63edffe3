import type { Page } from '@playwright/test';
import { expectToast, toasts } from '../support/pages.ts';
import { failRequests, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, stopClock, storeSession, test } from '../support/test.ts';

const LOGOUT = '/auth/v1/logout';
const TOKEN = '/auth/v1/token';

const expectDashboard = (page: Page) => expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
const expectSignedOut = async (page: Page) => {
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
};

/** Records when the page refreshes the session, by its own clock, and counts failed responses. */
async function watchRefreshes(page: Page) {
  await page.addInitScript(() => {
    const watched = Object.assign(window, { sent: [] as number[], lost: 0 });
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (!String(input).includes('grant_type=refresh_token')) return send(input, init);
      watched.sent.push(Date.now());
      return send(input, init).catch((failure) => {
        watched.lost += 1;
        throw failure;
      });
    };
  });
  type Watched = { sent: number[]; lost: number };
  return {
    sent: () => page.evaluate(() => (window as unknown as Watched).sent),
    lost: () => page.evaluate(() => (window as unknown as Watched).lost),
  };
}

test('signing out ends the session in the browser and on the server, and opens /auth', async ({
  page,
  context,
  agency,
}) => {
  await storeSession(context, await agency.startSession(agency.admin));
  const calls = requestsTo(page, 'POST', LOGOUT);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expectSignedOut(page);
  expect(calls.map(({ query }) => query.get('scope'))).toEqual(['local']);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
  await page.goto('/admin');
  await expectSignedOut(page);
});

for (const status of [401, 403, 404]) {
  test(`signing out ignores a ${status} response`, async ({ page, context, agency, expected }) => {
    expected.push(`status of ${status}`);
    await storeSession(context, await agency.startSession(agency.admin));
    await failRequests(page, ['POST', LOGOUT], { status, message: 'This session is over' });
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expectSignedOut(page);
    await expect(toasts(page)).toHaveCount(0);
  });
}

test('a sign-out that the server rejects shows an error', async ({ page, context, agency, expected }) => {
  expected.push('status of 500');
  await storeSession(context, await agency.startSession(agency.admin));
  await failRequests(page, ['POST', LOGOUT], { status: 500, message: 'Unexpected failure' });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expectToast(page, 'Error signing out', 'Unexpected failure');
  await expectSignedOut(page);
});

test('signing in and out in one tab also applies to the other', async ({ page, context, agency }) => {
  await page.goto('/auth');
  const other = await context.newPage();
  await other.goto('/auth');
  await other.getByLabel('Email').fill(agency.admin.email);
  await other.getByLabel('Password', { exact: true }).fill(agency.admin.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expectDashboard(other);
  await expectDashboard(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expectSignedOut(page);
  await expectSignedOut(other);
});

const ENDED = 'This session was ended on another device. Sign in again.';
const token = (page: Page) => page.evaluate(() => localStorage.getItem('supabase.auth.token'));

test('a session ended elsewhere is signed out within a minute, with a message', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 403');
  const { member } = await asMember(context, agency);
  await page.clock.install();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await agency.signOutEverywhere(member);
  await page.clock.fastForward('01:00');
  await expectToast(page, 'Signed out', ENDED);
  await expectSignedOut(page);
  expect(await token(page)).toBeNull();
});

test('a session ended elsewhere is signed out at its next refresh', async ({ page, context, agency, expected }) => {
  expected.push('status of 400', 'status of 503');
  const { member } = await asMember(context, agency);
  await page.clock.install();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await failRequests(page, ['GET', '/auth/v1/user'], { status: 503, message: 'Service unavailable' }); // which would detect it sooner
  await agency.signOutEverywhere(member);
  await page.clock.fastForward('01:00:01');
  await expectSignedOut(page);
  expect(await token(page)).toBeNull();
});

test('opening a page in a session that was ended elsewhere redirects to sign-in', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 403');
  const { member } = await asMember(context, agency);
  await agency.signOutEverywhere(member);
  await page.goto('/leads');
  await expectSignedOut(page);
});

test('an approval in a session that was ended elsewhere redirects to sign-in', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 403', 'status of 406');
  const { member } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await page.goto('/leads');
  await expect(page.getByText('Pia Pending')).toBeVisible();
  await agency.signOutEverywhere(member);
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await expectToast(page, 'Signed out', ENDED);
  await expectSignedOut(page);
});

test('a refresh that fails temporarily keeps the session, and a later one succeeds', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 503');
  await asMember(context, agency);
  await page.clock.install();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const outage = await failRequests(page, ['POST', TOKEN], { status: 503, message: 'Service unavailable' });
  const failed = page.waitForResponse((response) => response.url().includes(TOKEN) && response.status() === 503);
  await page.clock.fastForward('01:00:01');
  await failed;
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).not.toBeNull();

  await outage.end();
  const refreshed = page.waitForResponse((response) => response.url().includes(TOKEN) && response.ok());
  await page.clock.fastForward('02:00');
  await refreshed;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a failed refresh is retried after 200 ms times a power of two, for up to 30 seconds', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push(TOKEN, 'ERR_CONNECTION_REFUSED', 'AuthRetryableFetchError');
  const now = await stopClock(page);
  const refreshes = await watchRefreshes(page);
  await storeSession(context, await agency.startSession(agency.admin, { expires_at: Math.floor(now / 1000) - 1 }));
  await page.route(`**${TOKEN}*`, (route) => route.abort('connectionrefused'));
  await page.goto('/admin');

  const waits = [200, 400, 800, 1600, 3200, 6400, 12_800];
  for (const [index, wait] of waits.entries()) {
    await expect.poll(refreshes.lost).toBe(index + 1);
    await page.clock.runFor(wait);
  }
  await expect.poll(refreshes.lost).toBe(waits.length + 1);
  const sent = await refreshes.sent();
  expect(sent.slice(1).map((time, index) => time - (sent[index] ?? 0))).toEqual(waits);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).not.toBeNull();
});

for (const [what, isOver, expectOutcome] of [
  ['opens the app once it is confirmed', false, (page: Page) => expect(page).toHaveURL(/\/dashboard$/)],
  ['is signed out once it is rejected', true, expectSignedOut],
] as const) {
  test(`a stored session that cannot be refreshed at first is reported as being checked, and ${what}`, async ({
    page,
    context,
    agency,
    expected,
  }) => {
    expected.push('status of 503', 'status of 400');
    const { member } = await asMember(context, agency);
    await storeSession(context, await agency.startSession(member, { expires_at: 1 }));
    if (isOver) await agency.signOutEverywhere(member);
    const outage = await failRequests(page, ['POST', TOKEN], { status: 503, message: 'Service unavailable' });
    await page.clock.install();
    await page.goto('/leads');
    const unsettled = page.getByText(
      'We’re still checking whether you’re signed in. You’ll be let in once it’s confirmed.',
    );
    await expect(unsettled).toBeVisible();
    await expectAccessible(page);
    await outage.end();
    await page.clock.fastForward('02:00');
    await expectOutcome(page);
    await expect(unsettled).toHaveCount(0);
  });
}

test('a session is checked every 30 seconds and refreshed shortly before it expires', async ({
  page,
  context,
  agency,
}) => {
  const now = await stopClock(page);
  const refreshes = await watchRefreshes(page);
  await storeSession(context, await agency.startSession(agency.admin, { expires_at: Math.floor(now / 1000) + 200 }));
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.clock.runFor(120_000);
  await expect.poll(refreshes.sent).toEqual([now + 90_000]);
});
