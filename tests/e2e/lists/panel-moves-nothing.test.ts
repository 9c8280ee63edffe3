import type { Locator, Page } from '@playwright/test';
import { expectToast, openAdminLeads } from '../support/pages.ts';
import { asMember, expect, test } from '../support/test.ts';

/** The places of the toolbars' controls and of the rows. */
const readPositions = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('header, input, button, [role=combobox], tr[data-index]')]
      .filter((element) => !element.closest('[data-side-panel]'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
  );

const doubleClick = (row: Locator, x: number) => row.dblclick({ position: { x, y: 5 } });

test.describe('an administrator’s list', () => {
  test.use({ signedInAsAdmin: true });
  for (const width of [768, 1024, 1280, 1440, 1920]) {
    test(`a double-click on a lead at ${width} px opens it, and nothing moves`, async ({ page, agency }) => {
      const customer = await agency.addCustomer('Still');
      await agency.addLeads(
        customer.id,
        Array.from({ length: 8 }, (_, index) => ({ name: `Lead ${index + 1}`, company: 'Acorn' })),
      );
      await page.setViewportSize({ width, height: 900 });
      await openAdminLeads(page, customer);
      const panel = page.getByRole('complementary', { name: 'Details of Lead 4' });
      const row = page.locator('tr[data-index="3"]');
      await expect(row).toContainText('Lead 4');
      await expect(page.getByRole('radio', { name: 'All 8' })).toBeVisible(); // the counts take their places
      const before = await readPositions(page);
      expect(before.length).toBeGreaterThan(20);
      const { width: rowWidth = 0 } = (await row.boundingBox()) ?? {};
      for (const x of [60, width < 1280 ? rowWidth / 2 : rowWidth - 140]) {
        await doubleClick(row, x);
        await expect(panel.getByRole('heading', { name: 'Lead 4' })).toBeVisible();
        await expect(page.getByRole('alertdialog')).toBeHidden();
        expect(await readPositions(page)).toEqual(before);
        await panel.getByRole('button', { name: 'Close' }).click();
        await expect(panel).toBeHidden();
      }
    });
  }

  test('the second click of a double-click does not press what the panel shows there', async ({ page, agency }) => {
    const customer = await agency.addCustomer('Still');
    await agency.addLeads(customer.id, [{ name: 'Ada', company: 'Acorn' }]);
    await agency.rows.from('companies').insert({ customer_id: customer.id, name: 'Acorn' }).throwOnError();
    await agency.addLeads(
      customer.id,
      Array.from({ length: 12 }, (_, index) => ({ name: `Lead ${index + 1}`, company: 'Acorn' })),
    );
    await openAdminLeads(page, customer);
    const panel = page.getByRole('complementary', { name: /^Details of / });
    await page.locator('tr[data-index="2"] [data-open]').click();
    const company = panel.getByRole('link', { name: /^Acorn/ });
    await company.click({ trial: true });
    const box = (await company.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    const isOnRow = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest('tr[data-index]') != null,
      [x, y] as const,
    );
    expect(isOnRow).toBe(true);
    await page.mouse.dblclick(x, y, { delay: 60 });
    await expect(company).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/leads\?/);
    await page.mouse.click(x, y);
    await expect(page).toHaveURL(/\/admin\/companies\?company=/);
  });
});

for (const width of [768, 1024, 1280, 1440, 1920]) {
  test(`a customer’s lead opens at ${width} px, and nothing moves`, async ({ page, context, agency }) => {
    const leads = Array.from({ length: 8 }, (_, index) => ({ name: `Lead ${index + 1}`, company: 'Acorn' }));
    await asMember(context, agency, leads);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/leads');
    const panel = page.getByRole('complementary', { name: 'Details of Lead 4' });
    const hint = page.getByText('Select a lead to see everything about it.');
    const row = page.locator('tr[data-index="3"]');
    await expect(row).toContainText('Lead 4');
    await expect(hint).toBeVisible({ visible: width >= 1280 });
    await expect(page.getByRole('radio', { name: 'All 8' })).toBeVisible();
    const before = await readPositions(page);
    expect(before.length).toBeGreaterThan(20);
    await doubleClick(row, 60);
    await expect(panel.getByRole('heading', { name: 'Lead 4' })).toBeVisible();
    await expect(hint).toBeHidden();
    expect(await readPositions(page)).toEqual(before);
    if (width >= 1280) {
      const approval = page.locator('tr[data-index="6"]').getByRole('group', { name: 'Approval of Lead 7' });
      await approval.getByRole('button', { name: 'Approve' }).click();
      await expectToast(page, 'Lead approved', 'Lead 7');
    }
    await page
      .getByRole('complementary', { name: /^Details of / })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(panel).toBeHidden();
    expect(await readPositions(page)).toEqual(before);
  });
}
