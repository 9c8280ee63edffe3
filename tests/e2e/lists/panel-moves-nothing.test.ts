import type { Locator, Page } from '@playwright/test';
import { openAdminLeads } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

/** The places of the toolbars' controls and of the rows. */
const placesOf = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('header, input, button, [role=combobox], tr[data-index]')]
      .filter((element) => !element.closest('[data-side-panel]'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
  );

const doubleClick = (row: Locator, x: number) => row.dblclick({ position: { x, y: 5 } });

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
    const before = await placesOf(page);
    expect(before.length).toBeGreaterThan(20);
    const { width: rowWidth = 0 } = (await row.boundingBox()) ?? {};
    for (const x of [60, width < 1280 ? rowWidth / 2 : rowWidth - 140]) {
      await doubleClick(row, x);
      await expect(panel.getByRole('heading', { name: 'Lead 4' })).toBeVisible();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      expect(await placesOf(page)).toEqual(before);
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
