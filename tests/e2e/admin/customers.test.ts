import type { Page } from '@playwright/test';
import { expectToast, pageTitle } from '../support/pages.ts';
import { procedure, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const CUSTOMERS = '/rest/v1/customers';
const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Customers' })
    .getByRole('row')
    .filter({ has: page.getByText(name) });
const names = (page: Page) =>
  page
    .getByRole('table', { name: 'Customers' })
    .getByRole('row')
    .getByRole('link')
    .filter({ hasNotText: /View details/ });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name' });

/** Three customers whose names share a word that no other has. */
async function threeCustomers(agency: { addCustomer: (name: string) => Promise<{ id: string; name: string }> }) {
  const word = `W${crypto.randomUUID().slice(0, 8)}`;
  const [zeta, alpha, beta] = await Promise.all([
    agency.addCustomer(`zeta ${word}`),
    agency.addCustomer(`Alpha ${word}`),
    agency.addCustomer(`Beta ${word}`),
  ]);
  return { word, zeta, alpha, beta };
}

/** Presses the first button: a second one says the same where there are no customers at all. */
const openCreate = (page: Page) => page.getByRole('button', { name: 'Create customer' }).first().click();

const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('customers are listed by name with their counts, can be searched, and link to their details (S2.65, S2.68, S3.8, S7.20)', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const { word, zeta, alpha, beta } = await threeCustomers(agency);
  await agency.addLeads(alpha.id, [{ name: 'Ada' }, { name: 'Alan' }]);
  await agency.addMember(alpha.id, 'Grace Hopper');
  const former = await agency.addStranger('Former');
  await agency.addMembership(former, alpha.id, { isActive: false });
  const calls = requestsTo(page, 'GET', CUSTOMERS);

  await page.goto('/admin/customers');
  await expect(pageTitle(page, 'Customers')).toBeVisible();
  await search(page).fill(word.toLowerCase());
  await expect(names(page)).toHaveText([alpha.name, beta.name, zeta.name]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers3');
  await expect(page).toHaveURL(new RegExp(`search=${word.toLowerCase()}`));
  expect(calls[0]?.query.get('order')).toBe('name.asc,id.asc');
  if (isPhone(page)) await expect(row(page, alpha.name).getByText('2 leads · 1 user')).toBeVisible();
  else {
    const cells = row(page, alpha.name).getByRole('cell');
    await expect(cells.nth(0).getByRole('link', { name: alpha.name })).toBeVisible();
    for (const [index, text] of ['2', '1', /^(just now|1 minute ago)$/].entries()) {
      await expect(cells.nth(index + 1)).toHaveText(text);
    }
  }

  await row(page, beta.name).getByRole('link', { name: beta.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${beta.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(beta.name);
  await page.goBack();
  await choose(page, zeta.name, 'View details');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zeta.name);
});

test('customers load page by page, and a search without results can be cleared', async ({ page, agency }) => {
  await test.step('a search without results can be cleared, and wildcards match literally', async () => {
    const { word, alpha } = await threeCustomers(agency);
    const odd = await agency.addCustomer(`100% "odd", (${word})`);
    await page.goto('/admin/customers');
    await search(page).fill(`100% "odd", (${word}`);
    await expect(names(page)).toHaveText([odd.name]);
    const folded = await agency.addCustomer(`Müller ${word}`);
    await search(page).fill(`${word} muller`);
    await expect(names(page)).toHaveText([folded.name]);
    await search(page).fill(`%${word}`);
    await expect(page.getByText(`No results for "%${word}".`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search(page)).toHaveValue('');
    await search(page).fill(alpha.name);
    await expect(names(page)).toHaveText([alpha.name]);
  });

  await test.step('customers load page by page on scroll, each with its counts', async () => {
    const word = `M${crypto.randomUUID().slice(0, 8)}`;
    const name = (number: number) => `${word} "${String(number).padStart(3, '0')}"`;
    const { data } = await agency.rows
      .from('customers')
      .insert(Array.from({ length: 120 }, (_, index) => ({ name: name(index + 1) })))
      .select('id, name')
      .throwOnError();
    const last = data.find((customer) => customer.name === name(120));
    await agency.addLeads(last?.id, [{ name: 'Ada' }]);
    const calls = requestsTo(page, 'POST', procedure('search_customers'));

    await page.goto(`/admin/customers?search=${word}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers120');
    await expect(row(page, name(1))).toBeVisible();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return row(page, name(120)).count();
      })
      .toBe(1);
    await expect(row(page, name(120)).getByRole('cell').nth(1)).toHaveText('1');
    expect(calls).toHaveLength(3);
    for (const { query } of calls) expect(query.has('offset')).toBe(false);
  });
});

test('customers are created, deactivated and reactivated (S0.2, S1.10, S2.66, S5.40, S6.10, S7.22, S8.23)', async ({
  page,
  agency,
}) => {
  await test.step('a customer is created with a trimmed name, and a duplicate name asks for confirmation once', async () => {
    const { word, alpha } = await threeCustomers(agency);
    const calls = requestsTo(page, 'POST', CUSTOMERS);
    await page.goto('/admin/customers');
    const dialog = page.getByRole('dialog', { name: 'Create customer' });
    const submit = dialog.getByRole('button', { name: 'Create customer' });
    await openCreate(page);
    await dialog.getByLabel('Customer name').fill('   ');
    await submit.click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await expect(dialog.getByLabel('Customer name')).toBeFocused();

    await dialog.getByLabel('Customer name').fill(`  New ${word}  `);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Customer created', `New ${word}`);
    await expect(dialog).toBeHidden();
    const { data: self } = await agency.rows.from('profiles').select('id').eq('email', agency.admin.email).single();
    expect(calls[0]?.body).toEqual({ name: `New ${word}`, created_by: self?.id });
    await search(page).fill(word);
    await expect(names(page)).toHaveCount(4);

    await openCreate(page);
    await dialog.getByLabel('Customer name').fill(alpha.name.toUpperCase());
    await submit.click();
    await expect(dialog.getByRole('alert').getByText('A customer with this name already exists')).toBeVisible();
    await expectAccessible(page);
    expect(calls).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Create anyway' }).click();
    await expect(dialog).toBeHidden();
    await expect(names(page).and(page.getByText(alpha.name.toUpperCase(), { exact: true }))).toBeVisible();
    expect(calls).toHaveLength(2);
  });

  await test.step('the toast of a new customer links to its details', async () => {
    const name = `Straight ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto('/admin/customers');
    await openCreate(page);
    await page.getByLabel('Customer name').fill(name);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Customer created', name);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'View details' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  });

  await test.step('a customer is deactivated and reactivated after a confirmation, and keeps its rows', async () => {
    const { word, alpha } = await threeCustomers(agency);
    await agency.addLeads(alpha.id, [{ name: 'Ada' }]);
    await page.goto(`/admin/customers?search=${word}`);
    const question = page.getByRole('alertdialog');
    await choose(page, alpha.name, 'Deactivate');
    await expect(question.getByText(`Deactivate ${alpha.name}?`)).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, alpha.name)).not.toContainText('Deactivated');

    await choose(page, alpha.name, 'Deactivate');
    await question.getByRole('button', { name: 'Deactivate customer' }).click();
    await expectToast(page, 'Customer deactivated', alpha.name);
    await expect(row(page, alpha.name).getByText('Deactivated')).toBeVisible();
    const isActive = async () =>
      (await agency.rows.from('customers').select('is_active').eq('id', alpha.id).single()).data?.is_active;
    expect(await isActive()).toBe(false);
    expect(await agency.countLeads(alpha.id)).toBe(1);

    await choose(page, alpha.name, 'Reactivate');
    await question.getByRole('button', { name: 'Reactivate customer' }).click();
    await expectToast(page, 'Customer reactivated', alpha.name);
    expect(await isActive()).toBe(true);
  });
});
