import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { freePort } from '../../support/free-port.ts';
import { type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { failRequests, intercept } from '../support/requests.ts';
import { test as base, expect, expectAccessible, signIn } from '../support/test.ts';

const USER = ['GET', '/auth/v1/user'] as const;

type World = { provider: OpenIdProvider; port: number };

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures destructured, and this one needs none
    async ({}, use) => {
      const port = await freePort();
      const provider = await openOpenIdProvider(() => `http://127.0.0.1:${port}/auth/v1/callback`);
      await use({ provider, port });
      await provider.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ world: { provider, port } }, use) => {
      await use({
        PORT: String(port),
        SITE_URL: `http://127.0.0.1:${port}`,
        AUTH_OIDC_ACME_ISSUER: provider.issuer,
        AUTH_OIDC_ACME_CLIENT_ID: provider.clientId,
        AUTH_OIDC_ACME_CLIENT_SECRET: provider.clientSecret,
      });
    },
    { scope: 'worker' },
  ],
});

/** Signs the page in at the provider with this email; 'declined' makes the provider deny the sign-in. */
async function knowAtProvider(page: Page, { provider }: World, email: string | 'declined'): Promise<void> {
  const subject = email === 'declined' ? email : randomUUID();
  provider.users.set(subject, { name: 'Ada Lovelace', email, email_verified: true });
  // The way there begins at the server or, where an account is linked, at the provider; what they redirect to cannot be changed.
  for (const begins of ['**/auth/v1/authorize?*', `${provider.issuer}/auth?*`]) {
    await page.route(begins, (route) => route.continue({ url: `${route.request().url()}&login_hint=${subject}` }));
  }
}

test('the sign-in page offers the provider, and a user who returns from it is signed in', { tag: '@phone' }, async ({
  page,
  world,
  agency,
}) => {
  const email = agency.newAddress();
  await knowAtProvider(page, world, email);
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveText(['Continue with Acme']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is waiting for an invitation' })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
});

test('a sign-in that the provider denies shows an error on the sign-in page', async ({ page, world }) => {
  await knowAtProvider(page, world, 'declined');
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
});

test('an invited user accepts with the provider', async ({ page, world, agency }) => {
  const customer = await agency.addCustomer('Northwind');
  const email = agency.newAddress();
  const token = await agency.invite(customer.id, email);
  await knowAtProvider(page, world, email);
  await page.goto(`/invite/${token}`);
  await page.getByRole('tab', { name: 'Existing User' }).click();
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await agency.grantsOf(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
});

/** Opens the account dialog and returns its sections. */
async function openAccount(page: Page, email: string) {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  const region = (name: string) => page.getByRole('dialog', { name: 'Account' }).getByRole('region', { name });
  return { linked: region('Linked accounts'), twoFactor: region('Two-factor sign-in') };
}

test('a user links the provider to the account and unlinks it', async ({ page, world, agency }) => {
  const customer = await agency.addCustomer('Northwind');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  await knowAtProvider(page, world, agency.newAddress());
  await signIn(page, email, password);
  await (await openAccount(page, email)).linked.getByRole('button', { name: 'Link Acme' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);
  const { linked } = await openAccount(page, email);
  await linked.getByRole('button', { name: 'Unlink Acme' }).click();
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
});

test('linking and unlinking two days after signing in ask for the password, which stays valid', async ({
  page,
  world,
  agency,
  expected,
}) => {
  expected.push('status of 400');
  const customer = await agency.addCustomer('Northwind');
  const member = await agency.addMember(customer.id, 'Grace Hopper');
  await knowAtProvider(page, world, agency.newAddress());
  await signIn(page, member.email, member.password);
  const confirm = async (linked: Locator) => {
    const form = linked.getByRole('form', { name: 'Confirm that it’s you' });
    await form.getByLabel('Current password').fill(member.password);
    await form.getByRole('button', { name: 'Confirm' }).click();
  };
  await agency.ageSessions(member);
  const before = await openAccount(page, member.email);
  await before.linked.getByRole('button', { name: 'Link Acme' }).click();
  await confirm(before.linked);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);
  await agency.ageSessions(member);
  const { linked } = await openAccount(page, member.email);
  await expect(linked.getByRole('button', { name: 'Unlink Acme' })).toBeVisible();
  await expect(linked.getByRole('button', { name: 'Unlink Email and password' })).toHaveCount(0);
  await linked.getByRole('button', { name: 'Unlink Acme' }).click();
  await confirm(linked);
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, member.email, member.password);
});

test('a link flow that another user opens links nothing', async ({ page, browser, baseURL, world, agency }) => {
  const customer = await agency.addCustomer('Northwind');
  const eve = await agency.addMember(customer.id, 'Eve');
  const victim = agency.newAddress();
  await signIn(page, eve.email, eve.password);
  let begun = '';
  await page.route(`${world.provider.issuer}/auth?*`, (route) => {
    begun = route.request().url();
    return route.fulfill({ status: 204 }); // the page stays where it is
  });
  await (await openAccount(page, eve.email)).linked.getByRole('button', { name: 'Link Acme' }).click();
  await expect.poll(() => begun).not.toBe('');
  await inOtherBrowser(browser, baseURL, async (other) => {
    await knowAtProvider(other, world, victim);
    await other.goto(begun);
    await expect(
      other.getByRole('status').filter({ hasText: /^This link was requested in another browser/ }),
    ).toBeVisible();
    await expect(other).toHaveURL(/\/auth$/);
  });
  await page.goto('/dashboard');
  const { linked } = await openAccount(page, eve.email);
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
});

test('the account dialog offers no actions before its settings are loaded', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Northwind');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, email, password);
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  await intercept(page, USER, async (route, number) => {
    waiting = number;
    await gate.promise;
    await route.fallback();
  });
  const { linked, twoFactor } = await openAccount(page, email);
  await expect.poll(() => waiting).toBe(2);
  await expect(linked.getByRole('button')).toHaveCount(0);
  await expect(twoFactor).toHaveText('Two-factor sign-in');
  gate.resolve();
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
  await expect(twoFactor.getByText('Ask for a code from an authenticator app when you sign in.')).toBeVisible();
});

test('the account dialog shows load errors and retries', async ({ page, agency, expected }) => {
  expected.push('status of 500');
  const customer = await agency.addCustomer('Northwind');
  const { email, password } = await agency.addMember(customer.id, 'Grace Hopper');
  await signIn(page, email, password);
  const outage = await failRequests(page, USER, { message: 'The accounts are away' });
  const { linked, twoFactor } = await openAccount(page, email);
  await expect(linked.getByRole('alert')).toHaveText(
    'Your linked accounts couldn’t be loaded: The accounts are awayRetry',
  );
  await expect(twoFactor.getByRole('alert')).toHaveText(
    'Your second factor couldn’t be loaded: The accounts are awayRetry',
  );
  await expect(linked.getByRole('button')).toHaveText(['Retry']);
  await expect(twoFactor.getByRole('button')).toHaveText(['Retry']);
  await expect(twoFactor.getByText('Ask for a code from an authenticator app when you sign in.')).toBeHidden();
  await expectAccessible(page);
  await outage.end();
  await linked.getByRole('button', { name: 'Retry' }).click();
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
  await twoFactor.getByRole('button', { name: 'Retry' }).click();
  await expect(twoFactor.getByRole('button', { name: 'Set up' })).toBeVisible();
});
