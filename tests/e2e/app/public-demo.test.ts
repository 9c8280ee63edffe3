import type { Browser, Page } from '@playwright/test';
import { openPublicDemo, type PublicDemo } from '../../support/public-demo.ts';
import { leadNames, leadRow } from '../support/pages.ts';
import { expect, expectAccessibleInBothThemes, test } from '../support/test.ts';

let demo: PublicDemo;
test.beforeAll(async () => {
  demo = await openPublicDemo();
});
test.afterAll(() => demo?.end());

const banner = (page: Page) => page.getByRole('complementary', { name: 'Public demo' });

async function enter(page: Page, role: 'Admin' | 'Customer') {
  await page.goto(`${demo.url}/auth`);
  await expect(banner(page)).toHaveText(/^Public demo: everything is reset at \d\d:\d\d$/);
  await page
    .getByRole('region', { name: 'Demo accounts' })
    .getByRole('button', { name: new RegExp(role, 'i') })
    .click();
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openOther(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return context.newPage();
}

test('two visitors of a public demo see what the other does, until it is reset', async ({
  page,
  browser,
  expected,
}) => {
  expected.push('403', 'This is a public demo', 'Impersonation');
  const other = await openOther(browser);
  await enter(page, 'Customer');
  await enter(other, 'Customer');

  await test.step('the account cannot be changed, and nobody signs up', async () => {
    await page.getByRole('button', { name: 'customer@leadlight.example' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toContainText(
      'All visitors of this public demo share its accounts, so nobody can change them.',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a decision of one is seen by the other', async () => {
    await page.goto(`${demo.url}/leads?status=to-review`);
    await expect.poll(() => leadNames(page)).not.toEqual([]);
    const [name = ''] = await leadNames(page);
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await leadRow(page, name).getByRole('button', { name: 'Approve' }).click();
    await saved;
    await expect(leadRow(page, name).getByRole('button', { name: 'Approved', pressed: true })).toBeVisible();
    await other.goto(`${demo.url}/leads?search=${encodeURIComponent(name)}`);
    await expect(leadRow(other, name).getByRole('button', { name: 'Approved', pressed: true })).toBeVisible();
  });

  await test.step('the banner covers nothing on a phone', async () => {
    const [line, header] = [await banner(other).boundingBox(), await other.getByRole('banner').boundingBox()];
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(header?.y ?? 0);
    await expectAccessibleInBothThemes(other);
  });

  await test.step('a reset signs both out', async () => {
    await demo.endHour();
    for (const one of [page, other]) {
      await one.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(one).toHaveURL(/\/auth$/);
      await expect(one.getByText('The demo was reset. Sign in again to continue.')).toBeVisible();
    }
  });

  await test.step('the administrator reads only', async () => {
    await enter(page, 'Admin');
    await expect(banner(page)).toHaveText(/Administrators can look around but change nothing\.$/);
    await page.goto(`${demo.url}/admin/customers`);
    await page.getByRole('button', { name: 'Impersonate Brightwater Analytics' }).first().click();
    await expect(
      page.getByText('This is a public demo: the administrator can look at everything but change nothing'),
    ).toBeVisible();
  });
  await other.context().close();
});
