import type { Page } from '@playwright/test';
import { impersonate } from '../admin/palette.ts';
import type { Agency } from '../support/agency.ts';
import { asMember, expect, test } from '../support/test.ts';
import { addRows, COMPANIES, LEADS, storedRows } from './tables.ts';

/** A customer with a lead, a company and a campaign, and their addresses in the customer area. */
async function addCustomerWithRows(agency: Agency, name: string) {
  const customer = await agency.addCustomer(name);
  await addRows(agency, LEADS, customer.id, [{ name: `${name} lead` }]);
  await addRows(agency, COMPANIES, customer.id, [{ name: `${name} company` }]);
  const { data } = await agency.rows
    .from('campaigns')
    .insert({ customer_id: customer.id, name: `${name} campaign` })
    .select('id')
    .single()
    .throwOnError();
  const [[lead], [company]] = await Promise.all([
    storedRows(agency, LEADS, customer.id),
    storedRows(agency, COMPANIES, customer.id),
  ]);
  const addresses = [
    { path: `/leads?lead=${lead?.id}`, name: `${name} lead`, missing: 'This lead isn’t available' },
    { path: `/companies?company=${company?.id}`, name: `${name} company`, missing: 'This company isn’t available' },
    { path: `/copy?campaign=${data.id}`, name: `${name} campaign`, missing: 'Campaign not found' },
  ];
  return { ...customer, addresses };
}

type Addresses = Awaited<ReturnType<typeof addCustomerWithRows>>['addresses'];

/** Opens each address; the row is shown, or in its place this text, by default that it is not found. */
async function expectRows(page: Page, addresses: Addresses, areFound: boolean, text?: RegExp): Promise<void> {
  expect(addresses).toHaveLength(3);
  for (const { path, name, missing } of addresses) {
    await page.goto(path);
    const found = page.getByRole('heading', { name, level: 2 });
    const instead = page.getByText(text ?? missing);
    await expect(areFound ? found : instead).toBeVisible();
    await expect(areFound ? instead : found).toBeHidden();
  }
}

test.describe('as an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('while impersonating, rows of another customer are not found by their address (S4.29, S6.16)', async ({
    page,
    agency,
  }) => {
    const own = await addCustomerWithRows(agency, 'Own');
    const other = await addCustomerWithRows(agency, 'Other');
    await page.goto('/admin/users');
    await impersonate(page, own);
    await expectRows(page, own.addresses, true);
    await expectRows(page, other.addresses, false);
  });
});

test('rows of an organization that is not chosen are not shown by their address, which says whose they are (S4.30, S6.16)', async ({
  page,
  context,
  agency,
}) => {
  const { member } = await asMember(context, agency);
  const chosen = await addCustomerWithRows(agency, 'Chosen');
  const other = await addCustomerWithRows(agency, 'Other');
  for (const { id } of [chosen, other]) await agency.addMembership(member, id);
  await page.goto('/leads');
  await expectRows(page, other.addresses, true);
  await page.goto('/leads');
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitemradio', { name: chosen.name }).click();
  await expectRows(page, chosen.addresses, true);
  await expectRows(page, other.addresses, false, new RegExp(`^This (lead|company|campaign) belongs to ${other.name}$`));

  await test.step('choosing it while the address is open shows the row', async () => {
    const [{ path, name } = { path: '', name: '' }] = other.addresses;
    await page.goto(path);
    await page.getByRole('button', { name: `Switch to ${other.name}` }).click();
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  });
});
