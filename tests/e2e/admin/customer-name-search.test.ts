import type { Page } from '@playwright/test';
import { addCompanies, companyNames, goBySidebar } from '../customer/customer-area.ts';
import type { Agency } from '../support/agency.ts';
import { choose, leadNames } from '../support/pages.ts';
import { expect, storeSession, test } from '../support/test.ts';
import { impersonate } from './palette.ts';

test.use({ signedInAsAdmin: true });

/** A customer whose name contains all characters of `term`, with one lead and one company that match it and others that do not. */
async function addZephyrine(agency: Agency) {
  const customer = await agency.addCustomer('Zephyrine');
  await agency.addLeads(customer.id, [{ name: 'Amy Zephyr' }, { name: 'Ada', company: 'Bolt' }, { name: 'Bob' }]);
  await addCompanies(agency, customer.id, [{ name: 'Zephyr Works' }, { name: 'Bolt', industry: 'Steel' }]);
  return customer;
}

const searchFor = (page: Page, term: string) => page.getByRole('searchbox').fill(term);
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a search matches the names of customers for an administrator among all customers only (S2.39, S2.46)', async ({
  page,
  agency,
  context,
}) => {
  await test.step('a search of an administrator matches customer names among all customers, but not within one', async () => {
    const customer = await addZephyrine(agency);
    const other = await agency.addCustomer('Other');
    await agency.addLeads(other.id, [{ name: 'Una' }]);
    await addCompanies(agency, other.id, [{ name: 'Unity' }]);
    const term = customer.name.toUpperCase();
    await page.goto('/admin/leads');
    await page.getByRole('searchbox', { name: 'Search by name, company, title or customer', exact: true }).fill(term);
    await expect.poll(() => leadNames(page)).toEqual(['Amy Zephyr', 'Ada', 'Bob']);
    await expect(title(page)).toHaveText('Leads3');
    await choose(page, 'Customer', customer.name);
    await expect(page.getByText(`No results for "${term}", customer ${customer.name}.`, { exact: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search by name, company or title', exact: true }).fill('zephyr');
    await expect.poll(() => leadNames(page)).toEqual(['Amy Zephyr']);
    await page.getByRole('checkbox', { name: 'Select all leads', exact: true }).click();
    await expect(
      page.getByRole('region', { name: 'Selection' }).getByText('All 1 matching', { exact: true }),
    ).toBeVisible();

    await page.goto('/admin/companies');
    await page
      .getByRole('searchbox', { name: 'Search by name, industry, location or customer', exact: true })
      .fill(term);
    await expect.poll(() => companyNames(page)).toEqual(['Zephyr Works', 'Bolt']);
    await choose(page, 'Customer', customer.name);
    await page.getByRole('searchbox', { name: 'Search by name, industry or location', exact: true }).fill('zephyr');
    await expect.poll(() => companyNames(page)).toEqual(['Zephyr Works']);
  });

  await test.step('while impersonating, a search does not match the name of the customer', async () => {
    const customer = await addZephyrine(agency);
    await page.goto('/admin');
    await impersonate(page, customer);

    await goBySidebar(page, 'Leads');
    await expect(title(page)).toHaveText(/^Leads/);
    await searchFor(page, 'zephyr');
    await expect.poll(() => leadNames(page)).toEqual(['Amy Zephyr']);
    await expect(title(page)).toHaveText('Leads1');
    await expect(page.getByText('0 of 1 reviewed', { exact: true })).toBeVisible();

    await goBySidebar(page, 'Companies');
    await expect(title(page)).toHaveText(/^Companies/);
    await searchFor(page, 'zephyr');
    await expect.poll(() => companyNames(page)).toEqual(['Zephyr Works']);
    await expect(title(page)).toHaveText('Companies1');
  });

  await test.step('a search in the customer area does not match the name of the customer, even for an administrator who is a member', async () => {
    const customer = await addZephyrine(agency);
    const both = await agency.addMember(customer.id, 'Ada Both');
    await agency.rows.from('user_roles').insert({ user_id: both.id, role: 'admin' }).throwOnError();
    await storeSession(context, await agency.startSession(both));

    await page.goto('/leads');
    await searchFor(page, 'z');
    await expect.poll(() => leadNames(page)).toEqual(['Amy Zephyr']);
    await expect(title(page)).toHaveText('Leads1');
    await page.goto('/companies');
    await searchFor(page, 'z');
    await expect.poll(() => companyNames(page)).toEqual(['Zephyr Works']);
  });
});
