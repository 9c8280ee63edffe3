import type { Page } from '@playwright/test';
import { leadRow, toasts } from '../support/pages.ts';
import { asMember, expect, storeSession, test } from '../support/test.ts';

const UNCOVERED =
  'h1, h2, form, tr[data-index], [role=dialog], [role=alertdialog], [data-side-panel], [data-reasons], main button';

/** Expects a toast, and that it covers no title, form, row, panel or button of the page. */
async function expectFree(page: Page, title: string, where: string): Promise<void> {
  const toast = toasts(page).filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast, where).toBeVisible();
  await page.mouse.move(0, 600);
  const covered = await toast.evaluate((element, selector) => {
    const box = element.getBoundingClientRect();
    return [...document.querySelectorAll(selector)]
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((one) => one.outerHTML.slice(0, 90));
  }, UNCOVERED);
  expect(covered, where).toEqual([]);
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 720],
  [1440, 900],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a failed sign-in is shown at the form, and the toast covers nothing', async ({ page, expected }) => {
      expected.push('status of 400', 'Login error: Invalid login credentials');
      await page.goto('/auth');
      await page.getByLabel('Email').fill('unknown@example.test');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      const button = page.getByRole('button', { name: 'Sign in', exact: true });
      const before = await button.boundingBox();
      await button.click();
      await expectFree(page, 'Error signing in', 'sign-in');
      await expect(page.locator('form').getByRole('alert')).toHaveText('Invalid login credentials');
      expect(await button.boundingBox()).toEqual(before);
    });

    test('toasts of decisions cover no row, reason or panel', async ({ page, context, agency }) => {
      await asMember(context, agency, [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }]);
      await page.goto('/leads');
      await leadRow(page, 'Ada Lovelace').getByRole('button', { name: 'Reject' }).click();
      await expectFree(page, 'Lead rejected', 'list');
      await page.getByRole('button', { name: 'Grace Hopper', exact: true }).click();
      const panel = page.locator('[data-side-panel]');
      await panel.getByRole('button', { name: 'Approve' }).click();
      await expectFree(page, 'Lead approved', 'panel');
    });

    test('a long error over a dialog covers nothing, and is whole when pointed at', async ({
      page,
      context,
      agency,
      expected,
    }) => {
      const message = 'The name of this customer cannot be saved because of a rule. '.repeat(6).trim();
      expected.push('status of 400');
      await storeSession(context, await agency.startSession(agency.admin));
      await page.route('**/rest/v1/customers?*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code: '23514', message, details: null, hint: null } })
          : route.fallback(),
      );
      await agency.addCustomer('Alpha');
      await page.goto('/admin/customers');
      await page.getByRole('button', { name: 'Create customer' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Customer name').fill('Northwind');
      await dialog.getByRole('button', { name: 'Create customer' }).click();
      await expectFree(page, 'Error creating customer', 'dialog');
      const text = toasts(page).getByText(message);
      await text.hover();
      const box = await toasts(page).boundingBox();
      expect(box?.height).toBeGreaterThan(100);
    });
  });
}
