import { leadNames, openAdminLeads } from '../support/pages.ts';
import { intercept, procedure, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('a search requests an exact count only when all matching rows are selected', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Counted');
  await agency.addLeads(customer.id, [{ name: 'Ada Buyer' }, { name: 'Bob Buyer' }, { name: 'Cid' }]);
  const exact = requestsTo(page, 'POST', procedure('count_leads'));
  const totals = requestsTo(page, 'POST', procedure('lead_totals'));
  await openAdminLeads(page, customer);
  await page.getByRole('searchbox').fill('buyer');
  await expect.poll(() => leadNames(page)).toEqual(['Ada Buyer', 'Bob Buyer']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads2');
  const box = page.getByRole('checkbox', { name: 'Select Ada Buyer', exact: true });
  await box.check();
  await expect(page.getByRole('checkbox', { name: 'Select all leads', exact: true })).toBeChecked({
    indeterminate: true,
  });
  expect(exact).toEqual([]);
  expect(totals.filter(({ body }) => (body as { term: string }).term === 'buyer')).toHaveLength(1);
  await page.getByRole('checkbox', { name: 'Select Bob Buyer', exact: true }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByText('All 2 matching', { exact: true })).toBeVisible();
});

test('select-all works at once while the count is an estimate, and then shows the exact number', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Estimated');
  await agency.addLeads(customer.id, [{ name: 'Ada Buyer' }, { name: 'Bob Buyer' }]);
  const released = Promise.withResolvers<void>();
  await intercept(page, ['POST', procedure('lead_totals')], async (route) => {
    if (!route.request().postDataJSON().estimate) {
      await released.promise;
      return route.fallback();
    }
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), is_estimated: true } });
  });
  await page.goto(`/admin/leads?customer=${customer.id}&search=buyer`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads~2');
  const all = page.getByRole('checkbox', { name: 'Select all leads', exact: true });
  await all.click();
  await expect(all).toBeChecked();
  await expect(
    page.getByRole('region', { name: 'Selection' }).getByText('All 2 matching', { exact: true }),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Bob Buyer', exact: true }).uncheck();
  await expect(all).toBeChecked({ indeterminate: true });
  released.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads2');
});

test('a search field takes at most 200 characters', async ({ page }) => {
  await page.goto('/admin/customers');
  const search = page.getByRole('searchbox', { name: 'Search by name', exact: true });
  await search.focus();
  await page.keyboard.insertText('x'.repeat(20_000));
  await expect(search).toHaveValue('x'.repeat(200));
  await expect(page.getByText(`Nothing was found for “${'x'.repeat(200)}”.`, { exact: true })).toBeVisible();
});
