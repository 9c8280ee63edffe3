import type { Page } from '@playwright/test';
import { addCompanies } from '../customer/customer-area.ts';
import { expect, storeSession, test } from '../support/test.ts';

/** Chromium's cumulative layout shift: 0.1 where a tenth of the page moved by its height. */
const MAX_SHIFT = 0.005;

/** Responses arrive one after another, the counts and a deletion last. */
async function delayResponses(page: Page): Promise<void> {
  let delay = 0;
  const deleted = { row_count: 2, deleted_at: new Date().toISOString() };
  const deletions = ['leads', 'companies'].map((name) => ({ ...deleted, deletion: name, relation: `public.${name}` }));
  await page.route(/\/rest\/v1\//, async (route) => {
    const url = route.request().url();
    const isLast = /totals|count|deletions/.test(url);
    delay = (delay + 75) % 500;
    await new Promise((resolve) => setTimeout(resolve, isLast ? 700 : delay));
    await (url.endsWith('/recent_deletions') ? route.fulfill({ json: deletions }) : route.continue());
  });
}

/** Records how far what is shown has moved, and what, since the page was opened. */
function recordShifts() {
  type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Shift = PerformanceEntry & { value: number; sources: Moved[] };
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(window, { shifts });
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const describe = ({ node, previousRect: { x, y, height }, currentRect }: Moved) => {
        const name = node instanceof Element ? `${node.tagName} ${node.className.slice(0, 40)}` : '';
        return `${name} '${node?.textContent?.slice(0, 40)}' ${[x, y, height]} to ${[currentRect.x, currentRect.y, currentRect.height]}`;
      };
      shifts.push({ value, moved: sources.map(describe) });
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

async function loadsInPlace(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await page.waitForTimeout(800); // the counts
  const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MAX_SHIFT);
}

test('no page moves what it shows while it loads', { tag: '@phone' }, async ({ page, agency }) => {
  test.slow();
  const customer = await agency.addCustomer('Northwind');
  for (let count = 0; count < 12; count += 1) await agency.addCustomer('Contoso'); // a window full of rows, whose counts come later
  const member = await agency.addMember(customer.id, 'Ada Lovelace');
  for (let count = 0; count < 4; count += 1) await agency.invite(customer.id, agency.newAddress());
  const names = Array.from({ length: 40 }, (_, index) => `Lead ${index}`);
  await agency.addLeads(
    customer.id,
    names.map((name, index) => ({ name, title: 'Founder', company: 'Acme', audience: `Audience ${index % 5}` })),
  );
  await addCompanies(agency, customer.id, [{ name: 'Acme', industry: 'Software', location: 'Berlin' }]);
  await page.addInitScript(recordShifts);
  await delayResponses(page);

  await storeSession(page.context(), await agency.startSession(agency.admin));
  for (const path of ['', '/users', '/customers', '/leads', '/companies', '/copy', '/activity']) {
    await loadsInPlace(page, `/admin${path}`);
  }
  await storeSession(page.context(), await agency.startSession(member));
  for (const path of ['/dashboard', '/leads', '/companies', '/copy']) await loadsInPlace(page, path);
  await page.unrouteAll({ behavior: 'wait' });
});
