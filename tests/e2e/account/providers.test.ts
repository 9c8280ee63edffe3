import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { freePort } from '../../support/free-port.ts';
import { type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { test as base, expect, expectAccessible, signIn } from '../support/test.ts';

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

test.describe.configure({ mode: 'default' }); // one server

/** Signs the page in at the provider with this email; 'declines' makes the provider deny the sign-in. */
async function knowAtProvider(page: Page, { provider }: World, email: string | 'declines'): Promise<void> {
  const subject = email === 'declines' ? email : randomUUID();
  provider.users.set(subject, { name: 'Ada Lovelace', email, email_verified: true });
  // The way there begins at the server or, where an account is linked, at the provider; what they redirect to cannot be changed.
  for (const begins of ['**/auth/v1/authorize?*', `${provider.issuer}/auth?*`]) {
    await page.route(begins, (route) => route.continue({ url: `${route.request().url()}&login_hint=${subject}` }));
  }
}

test('the sign-in page offers the provider, and a user who returns from it is signed in', async ({
  page,
  world,
  agency,
}) => {
  await test.step('a sign-in that the provider denies shows an error', async () => {
    await knowAtProvider(page, world, 'declines');
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });

  const email = agency.newAddress();
  await knowAtProvider(page, world, email);
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveText(['Continue with Acme']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
  await expect(page.getByText(`You’re signed in as ${email}.`)).toBeVisible();
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
  expect(await agency.readGrants(email)).toEqual({ customers: [customer.id], roles: ['customer'] });
});

/** Opens the account dialog and returns its section of linked accounts. */
async function openAccount(page: Page, email: string): Promise<Locator> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  return page.getByRole('dialog', { name: 'Account' }).getByRole('region', { name: 'Linked accounts' });
}

test('a user links the provider to the account and unlinks it, at once and two days after signing in', async ({
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
    const form = linked.getByRole('form', { name: 'Confirm it’s you' });
    await form.getByLabel('Current password').fill(member.password);
    await form.getByRole('button', { name: 'Confirm' }).click();
  };
  const expectLinked = async () => {
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
    const linked = await openAccount(page, member.email);
    await expect(linked.getByRole('button', { name: 'Unlink Acme' })).toBeVisible();
    return linked;
  };

  await test.step('at once', async () => {
    await (await openAccount(page, member.email)).getByRole('button', { name: 'Link Acme' }).click();
    const linked = await expectLinked();
    await linked.getByRole('button', { name: 'Unlink Acme' }).click();
    await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
  });

  await test.step('two days later, both require the password', async () => {
    await agency.ageSessions(member);
    const before = page.getByRole('dialog', { name: 'Account' }).getByRole('region', { name: 'Linked accounts' });
    await before.getByRole('button', { name: 'Link Acme' }).click();
    await confirm(before);
    const linked = await expectLinked();
    await agency.ageSessions(member);
    await linked.getByRole('button', { name: 'Unlink Acme' }).click();
    await confirm(linked);
    await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
  });

  await test.step('the password stays valid', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await signIn(page, member.email, member.password);
  });
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
  await (await openAccount(page, eve.email)).getByRole('button', { name: 'Link Acme' }).click();
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
  const linked = await openAccount(page, eve.email);
  await expect(linked.getByRole('button', { name: 'Link Acme' })).toBeVisible();
});
