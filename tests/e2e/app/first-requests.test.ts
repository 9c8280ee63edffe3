import type { Page } from '@playwright/test';
import { asMember, numbered } from '../customer/customer-area.ts';
import { expect, test } from '../support/test.ts';

/** What the page asks about the user before it shows anything. */
const ABOUT_USER = /\/(?:user_roles|customer_users)\?/;

/** The code of auth-js, which a page loads two seconds later. */
const LATER = /\/assets\/accounts-/;

/** The addresses that a page asks for while the rows of all its lists and numbers are on their way. Its document and icon are not among them. */
async function firstRequests(page: Page, path: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== 'document' && !LATER.test(pathname)) asked.push(pathname);
  });
  await page.route('**/rest/v1/**', (route) => (ABOUT_USER.test(route.request().url()) ? route.continue() : undefined));
  await page.goto(path);
  await expect(page.locator('main')).toBeVisible();
  let before = -1;
  await expect(async () => {
    const isQuiet = before === asked.length;
    before = asked.length;
    expect(isQuiet).toBe(true);
  }).toPass({ intervals: [500] });
  return asked;
}

test.describe('with an empty cache', () => {
  test.beforeEach(async ({ context, agency }) => {
    await asMember(context, agency, { leads: numbered(60) });
  });

  for (const [what, path, most] of [
    ['the first row of the leads', '/leads', 20],
    ['the numbers of the dashboard', '/dashboard', 16],
  ] as const)
    test(`at most ${most} requests are sent before ${what}`, async ({ page }) => {
      const asked = await firstRequests(page, path);
      expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most);
    });
});
