import type { Page } from '@playwright/test';
import { asMember, expect, test } from '../support/test.ts';

type Recording = { shifts: string[] };

/** Records what the page moves without a press or key, as the texts of the moved elements. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (!shift.hadRecentInput) shifts.push(...shift.sources.map(({ node }) => node?.textContent ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as Recording).shifts);

/** How much wider the search is than its placeholder, in pixels. */
const spaceInSearch = (page: Page) =>
  page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = font;
    const inside = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return inside - context.measureText(input.placeholder).width;
  });

/** Opens a list whose counts arrive after its rows. */
async function openList(page: Page, path: string, firstRow: string) {
  await recordShifts(page);
  await page.route(/rpc\/(lead|company)_totals/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto(path);
  await expect(page.locator('tr[data-index="0"]')).toContainText(firstRow);
  await expect(page.getByRole('radio', { name: 'All 2' })).toBeVisible();
}

test.describe('an administrator’s list', () => {
  test.use({ signedInAsAdmin: true });
  test('of companies moves nothing while it loads, and shows the whole placeholder of its search', async ({
    page,
    agency,
  }) => {
    const customer = await agency.addCustomer('Still');
    const rows = ['Ada Lovelace', 'Bo'].map((name) => ({ name, customer_id: customer.id }));
    await agency.rows.from('companies').insert(rows).throwOnError();
    await openList(page, `/admin/companies?customer=${customer.id}`, 'Ada Lovelace');
    expect(await shiftsOf(page)).toEqual([]);
    for (const width of [768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await spaceInSearch(page)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('a customer’s list moves nothing while it loads, and shows the whole placeholder of its search', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace' }, { name: 'Bo' }]);
  await openList(page, '/leads', 'Ada Lovelace');
  expect(await shiftsOf(page)).toEqual([]);
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await spaceInSearch(page)).toBeGreaterThanOrEqual(0);
  }
});
