import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../support/free-port.ts';
import { type IdentityProvider, newSamlUser, openIdentityProvider } from '../../support/identity-provider.ts';
import { test as base, expect, expectAccessible } from '../support/test.ts';

type World = { provider: IdentityProvider; port: number; metadata: string };

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures destructured, and this one needs none
    async ({}, use) => {
      const port = await freePort();
      const provider = await openIdentityProvider(`http://127.0.0.1:${port}/auth/v1/sso/saml/acs`);
      const directory = await mkdtemp(path.join(tmpdir(), 'leadlight-saml-'));
      const metadata = path.join(directory, 'acme.xml');
      await writeFile(metadata, provider.metadata);
      await use({ provider, port, metadata });
      await provider.close();
      await rm(directory, { recursive: true });
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ world: { port, metadata } }, use) => {
      await use({
        PORT: String(port),
        SITE_URL: `http://127.0.0.1:${port}`,
        AUTH_SAML_ACME_METADATA_FILE: metadata,
        AUTH_SAML_ACME_DOMAINS: 'acme.test',
      });
    },
    { scope: 'worker' },
  ],
});

/** The company's sign-in page signs this user in at once and posts the form back. */
async function openCompanySignIn(page: Page, { provider }: World, email: string): Promise<void> {
  await page.route(`${provider.entityId}/sso?*`, async (route) => {
    const { SAMLResponse, RelayState } = await provider.answer(route.request().url(), newSamlUser(email));
    const action = new URL('/auth/v1/sso/saml/acs', page.url()).href;
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
    await route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${action}">${field('SAMLResponse', SAMLResponse)}${field('RelayState', RelayState)}</form>
        <script>document.forms[0].submit()</script>`,
    });
  });
}

test('a work address leads to the company’s own sign-in page, and from there into the app', async ({
  page,
  world,
  agency,
}) => {
  const email = agency.newAddress().replace('example.test', 'acme.test');
  await page.goto('/auth');
  await openCompanySignIn(page, world, email);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await expectAccessible(page);
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Go to sign-in page' }).click();
  await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
  await expect(page.getByText(`You’re signed in as ${email}.`)).toBeVisible();
});
