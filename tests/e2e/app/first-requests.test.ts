import type { Page } from '@playwright/test';
import { asMember, numbered } from '../customer/customer-area.ts';
import { expect, test } from '../support/test.ts';

/** Remembers when an element was first on the page. */
function watchFor(selector: string) {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    Object.assign(window, { shownAt: performance.now() });
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** The addresses that the page asked for before an element was shown. Its document and icon are not among them. */
async function requestsBefore(page: Page, path: string, selector: string): Promise<string[]> {
  await page.addInitScript(watchFor, selector);
  await page.goto(path);
  await page.locator(selector).first().waitFor();
  return page.evaluate(() => {
    const { shownAt } = window as unknown as { shownAt: number };
    const sent = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shownAt);
    return sent.map(({ name }) => new URL(name).pathname);
  });
}

test.describe('with an empty cache', () => {
  test.beforeEach(async ({ context, agency }) => {
    await asMember(context, agency, { leads: numbered(60) });
  });

  // On a busy computer, what is sent a second later may come before.
  test('at most 20 requests are sent before the first row of the leads', async ({ page }) => {
    await expect(async () => {
      expect((await requestsBefore(page, '/leads', 'main tr[data-index]')).length).toBeLessThanOrEqual(20);
    }).toPass();
  });

  test('at most 16 requests are sent before the numbers of the dashboard', async ({ page }) => {
    await expect(async () => {
      expect(
        (await requestsBefore(page, '/dashboard', 'main a[href="/leads"] .tabular-nums')).length,
      ).toBeLessThanOrEqual(16);
    }).toPass();
  });
});
