import type { Page } from '@playwright/test';
import { expectToast, pageTitle } from '../support/pages.ts';
import { expect, expectAccessibleInBothThemes, test } from '../support/test.ts';

// Its own server: the brand is the same for all tests of one.
test.use({ signedInAsAdmin: true, settings: { INVITATION_DAYS: '8' } });

/** A PNG with one yellow pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

const logo = (page: Page) => page.locator('img[src^="/brand/"]').first();
const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'));

test('an administrator gives the app the brand of the agency @phone', async ({ page, browser }) => {
  await page.goto('/admin/brand');
  await expect(pageTitle(page, 'Brand')).toBeVisible();
  await page.getByLabel('Name').fill('Kiln & Co');
  await page.getByLabel('Accent color', { exact: true }).fill('#ffcc00');
  await page.getByLabel('Footer').fill('Kiln & Co, Leeds');
  await page.getByLabel('Choose a logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });

  await test.step('the preview shows it before it is saved', async () => {
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Kiln & Co')).toHaveCount(2);
    await expect(preview.locator('img[src^="data:image/png"]')).toHaveCount(2);
    await expect(page.getByText('Adjusted so that text on it can be read: #8f7200.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await page.getByRole('button', { name: 'Save brand' }).click();
  await expectToast(page, 'Brand saved');
  await expect(page).toHaveTitle('Brand · Admin Panel · Kiln & Co');

  await test.step('the sign-in page has it from its first paint, and can be read', async () => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    await visitor.goto(new URL('/auth', page.url()).href);
    await expect(visitor.getByText('Kiln & Co', { exact: true })).toBeVisible();
    await expect(visitor.getByText('Kiln & Co, Leeds')).toBeVisible();
    await expect(logo(visitor)).toHaveJSProperty('naturalWidth', 1);
    expect(await accent(visitor)).toBe('#8f7200');
    await expectAccessibleInBothThemes(visitor);
    await context.close();
  });

  await test.step('a brand that is removed leaves the app as it was', async () => {
    await page.getByRole('button', { name: 'Remove' }).click();
    for (const label of ['Name', 'Footer']) await page.getByLabel(label).fill('');
    await page.getByLabel('Accent color', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save brand' }).click();
    await expect(page).toHaveTitle('Brand · Admin Panel · Leadlight');
    await expect(page.locator('img[src^="/brand/"]')).toHaveCount(0);
    expect(await accent(page)).toContain('#4f46e5');
  });
});
