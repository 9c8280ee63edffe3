// The `test` of the end-to-end tests: a real server per worker, and a page that fails the test on any unexpected console error or failed request.
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import type { TestCluster } from '../../support/cluster.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { withPostgrest } from '../../support/rows-by-postgrest.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { Agency, type NewLead } from './agency.ts';
import { makeLocatorsExact } from './exact-locators.ts';

type Fixtures = {
  /** Console errors and failed requests that the test expects, by a part of their text. */
  expected: string[];
  /** Whether the browser starts with a session of the administrator. */
  signedInAsAdmin: boolean;
};

type WorkerFixtures = {
  exactLocators: undefined;
  server: TestServer;
  /** Creates customers, users and rows as the administrator, over HTTP. */
  agency: Agency;
  /** The administrator's session in the browser. */
  adminSession: Session;
  /** Further environment variables of the server. Each combination of them is a server and a browser more, for each of the workers. */
  settings: Record<string, string>;
  /** Receives the emails of the server. */
  mailServer: MailServer;
};

/** Imported leads have pictures on hosts that do not exist; lists of all customers show those of other tests, too. */
const isMissingPicture = (url: string) => URL.canParse(url) && new URL(url).hostname.endsWith('.example');

const unlimited = {
  AUTH_RATE_TOKEN: '100000',
  AUTH_RATE_SIGNUP: '100000',
  AUTH_RATE_USER: '100000',
  AUTH_MAIL_INTERVAL: '0',
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  exactLocators: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      makeLocatorsExact(page);
      await page.close();
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  settings: [{}, { option: true, scope: 'worker' }],
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured argument, and this fixture needs no other
    async ({}, use) => {
      const mailServer = await openMailServer();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ settings, mailServer }, use) => {
      const cluster = JSON.parse(process.env.LEADLIGHT_TEST_CLUSTER ?? '') as TestCluster;
      const env = { ...unlimited, SMTP_URL: mailServer.url, ...settings };
      const started = await startServer({ cluster, env });
      const server = process.env.ROWS_BY_POSTGREST ? await withPostgrest(started) : started;
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  agency: [async ({ server }, use) => use(await Agency.open(server)), { scope: 'worker' }],
  adminSession: [async ({ agency }, use) => use(await agency.startSession(agency.admin)), { scope: 'worker' }],
  signedInAsAdmin: [false, { option: true }],
  context: async ({ context, signedInAsAdmin, adminSession }, use) => {
    if (signedInAsAdmin) await storeSession(context, adminSession);
    await use(context);
  },
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expected: async ({}, use) => use([]),
  page: async ({ page, expected }, use) => {
    const problems: string[] = [];
    const context = page.context(); // also for its other tabs
    context.on('console', (message) => {
      if (isMissingPicture(message.location().url)) return;
      if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
    });
    context.on('weberror', (failure) => problems.push(`page: ${failure.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (isMissingPicture(request.url())) return;
      if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`);
    });
    await use(page);
    expect(problems.filter((problem) => !expected.some((part) => problem.includes(part)))).toEqual([]);
  },
});

export { expect };

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Signs in on the sign-in page and waits for the next page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

let sessionsStored = 0;

/**
 * Stores a session in a browser before its next page loads. Faster than `setStorageState`, which opens a page for it. Only once, so that the app
 * can sign out or store another.
 */
export async function storeSession(context: BrowserContext, session: Session): Promise<void> {
  sessionsStored += 1;
  await context.addInitScript(
    ([number, value]) => {
      if (location.protocol === 'about:') return; // has no storage
      if (Number(localStorage.getItem('test-session') ?? 0) >= number) return;
      localStorage.setItem('test-session', String(number));
      localStorage.setItem('supabase.auth.token', value);
    },
    [sessionsStored, JSON.stringify(session)] as const,
  );
}

/** Signs the browser in as a member of a new customer with these leads, in the order of the list. */
export async function asMember(
  context: BrowserContext,
  agency: Agency,
  leads: NewLead[] = [],
  fullName = 'Grace Hopper',
) {
  const customer = await agency.addCustomer('Northwind');
  if (leads.length > 0) await agency.addLeads(customer.id, leads);
  const member = await agency.addMember(customer.id, fullName);
  await storeSession(context, member.session ?? (await agency.startSession(member)));
  return { customer, member };
}

/** Stops the page's clock one minute from now and returns that time. Tests advance it themselves. */
export async function stopClock(page: Page): Promise<number> {
  const time = Date.now() + 60_000;
  await page.clock.pauseAt(time);
  return time;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects no violation of WCAG 2.2 A and AA, in these themes. In dark mode only the colors differ, so only the contrast is checked. */
async function expectNoViolation(page: Page, themes: readonly ('light' | 'dark')[]): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const isLoaded = await page.evaluate(() => 'axe' in window);
    // The legacy mode suffices for pages without frames, and is twice as fast.
    const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) }).setLegacyMode();
    axe.options({ resultTypes: ['violations'] }); // the details of all other results take a fifth of the time
    const rules = colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules(['color-contrast']);
    const { violations } = await rules.analyze();
    const found = violations.map(({ id, nodes }) => ({ id, colorScheme, where: nodes.map(({ html }) => html) }));
    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects no violation in the light theme. web/src/ui/tokens.test.ts compares the colors of both themes. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolation(page, ['light']);

/** Expects no violation in either theme, for screens that have colors of their own and those that others are made of. A phone has the same colors. */
export const expectAccessibleInBothThemes = (page: Page): Promise<void> =>
  expectNoViolation(page, isPhone(page) ? ['light'] : ['light', 'dark']);
