import type { Page } from '@playwright/test';
import { asMember, expect, test } from '../support/test.ts';

/** The width of the search beyond its placeholder, in pixels. */
const spaceInSearch = (page: Page) =>
  page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = font;
    const inside = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return inside - context.measureText(input.placeholder).width;
  });

async function showsWholePlaceholder(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await spaceInSearch(page), `${path} at ${width} px`).toBeGreaterThanOrEqual(0);
  }
}

test('the search of a list shows its whole placeholder', async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace' }]);
  for (const path of ['/leads', '/companies']) await showsWholePlaceholder(page, path);
});

test.describe('lists of an administrator', () => {
  test.use({ signedInAsAdmin: true });
  test('the search of an administrator’s list shows its whole placeholder', async ({ page }) => {
    for (const path of ['/admin/leads', '/admin/companies']) await showsWholePlaceholder(page, path);
  });
});
