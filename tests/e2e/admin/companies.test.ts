import { addCompanies, companyNames, companyRow, numbered } from '../customer/customer-area.ts';
import { choose, csvFile, expectToast, optionsOf } from '../support/pages.ts';
import { failRequests, holdRequest, IMPORT, intercept, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { COMPANIES, openAdminCompanies } from './managed-lists.ts';

test.use({ signedInAsAdmin: true });

test('an administrator sees the companies of all customers and narrows them to one customer', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  await addCompanies(agency, north.id, [
    { name: 'Nordwerk', website: 'https://nordwerk.example', size: '51-200' },
    { name: 'Nordsee' },
  ]);
  await addCompanies(agency, south.id, [{ name: 'Südwerk', industry: 'Energy' }]);
  const lists = requestsTo(page, 'GET', COMPANIES);

  await page.goto('/admin/companies');
  await expect(companyRow(page, 'Nordwerk').getByText(north.name).filter({ visible: true })).toBeVisible();
  const about = isPhone(page) ? `Energy · ${south.name}` : south.name;
  await expect(companyRow(page, 'Südwerk').getByText(about).filter({ visible: true })).toBeVisible();
  await expect(companyRow(page, 'Nordwerk').getByRole('link', { name: /^Website of Nordwerk/ })).toHaveAttribute(
    'href',
    'https://nordwerk.example/',
  );
  await choose(page, 'Customer', north.name);
  await expect.poll(() => companyNames(page)).toEqual(['Nordwerk', 'Nordsee']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies2');
  await expect(page).toHaveURL(new RegExp(`customer=${north.id}`));
  await page.reload();
  await expect.poll(() => companyNames(page)).toEqual(['Nordwerk', 'Nordsee']);
  await choose(page, 'Customer', 'All Customers');
  await expect(companyRow(page, 'Südwerk')).toBeVisible();

  const [all, one] = lists.map(({ query }) => query);
  expect(all?.has('customer_id')).toBe(false);
  expect(one?.get('customer_id')).toBe(`in.(${north.id})`);
  for (const query of [all, one]) expect(query?.get('order')).toBe('created_at.desc,id.desc');
});

test("the search finds companies by name, industry, location and the customer's name", async ({ page, agency }) => {
  const [quill, other] = [await agency.addCustomer('Inkwellian'), await agency.addCustomer('Other')];
  await addCompanies(agency, other.id, [
    { name: 'Inkwellian Works' },
    { name: 'Yonder', industry: 'Inkwellian arts' },
    { name: 'Xanadu', location: 'Port Inkwellian' },
    { name: 'Wharf' },
  ]);
  await addCompanies(agency, quill.id, [{ name: 'Umber' }]);

  await page.goto('/admin/companies');
  await page.getByRole('searchbox').fill('inkWELLian');
  await expect(page).toHaveURL(/search=inkWELLian/);
  await expect
    .poll(async () => (await companyNames(page)).sort())
    .toEqual(['Inkwellian Works', 'Umber', 'Xanadu', 'Yonder']);
  await choose(page, 'Customer', other.name);
  await expect.poll(() => companyNames(page)).toEqual(['Inkwellian Works', 'Yonder', 'Xanadu']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies3');
  await page.getByRole('searchbox').fill('no such company');
  await expect(page.getByText(`Nothing was found for “no such company”, customer ${other.name}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(companyRow(page, 'Wharf')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('companies are approved, deleted and uploaded in bulk; no audience, no export, no bulk reject', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Buttons');
  await addCompanies(agency, customer.id, [{ name: 'Acme' }]);
  await openAdminCompanies(page, customer);
  const order = ['Approve Selected', 'Delete Selected', 'Approve All (Filtered)', 'Upload Companies'];
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: /Selected$|Filtered|Upload|Export|Assign/ })).toHaveText(order);
  for (const name of order.slice(0, 2)) await expect(page.getByRole('button', { name })).toBeDisabled();
  await companyRow(page, 'Acme').getByRole('checkbox').check();
  for (const name of order) await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();

  await expect(main.getByRole('combobox')).toHaveCount(1); // the customer's alone
  await expect(main.getByText(/audience/i)).toHaveCount(0);
  const rejecting = main.getByRole('button', { name: /reject/i });
  await expect(rejecting).toHaveCount(1);
  await expect(companyRow(page, 'Acme').getByRole('button', { name: /reject/i })).toHaveCount(1);
  await expectAccessible(page);
});

test('select-all of the companies has a partial state and takes in what matches beyond what is in view', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const customer = await agency.addCustomer('Many');
  await addCompanies(agency, customer.id, numbered(120));
  await openAdminCompanies(page, customer);
  const selection = page.getByRole('region', { name: 'Selection' });
  const all = page.getByRole('checkbox', { name: 'Select all companies' });
  const box = (name: string) => companyRow(page, name).getByRole('checkbox');

  await box('Row 002').check();
  await expect(all).toBeChecked({ indeterminate: true });
  await expect(selection.getByText('1 selected')).toBeVisible();
  await selection.getByRole('button', { name: 'Select all 120 matching' }).click();
  await expect(all).toBeChecked();
  await expect(selection.getByText('All 120 matching')).toBeVisible();
  await expect(selection.getByRole('button', { name: /^Select all/ })).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await box('Row 001').uncheck();
  await expect(all).toBeChecked({ indeterminate: true });
  await expect(selection.getByText('119 selected')).toBeVisible();
  await all.click();
  await expect(selection.getByText('All 120 matching')).toBeVisible();
  await all.click();
  await expect(selection).toBeHidden();
});

test('the list of companies is on its way, fails, comes by Retry, and may be empty', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('the server responded with a status of 500');
  const customer = await agency.addCustomer('States');
  await addCompanies(agency, customer.id, [{ name: 'Acme' }]);
  const outage = await failRequests(page, ['GET', COMPANIES], { message: 'The database is away' });
  const first = await holdRequest(page, ['GET', COMPANIES]);
  await page.goto(`/admin/companies?customer=${customer.id}`);
  await expect(page.getByRole('status', { name: 'Loading companies' })).toBeVisible();
  first.release();
  await expect(
    page.getByRole('alert').filter({ has: page.getByText('The companies could not be loaded') }),
  ).toBeVisible();
  await expectAccessible(page);
  await outage.end();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(companyRow(page, 'Acme')).toBeVisible();

  await intercept(page, ['GET', COMPANIES], (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/companies');
  await expect(page.getByText('No companies yet')).toBeVisible();
  await page.getByRole('button', { name: 'Upload a CSV file' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload companies' })).toBeVisible();
});

test('Upload Companies opens the import wizard, and its rows come to the list', { tag: '@phone' }, async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Imports');
  await page.goto('/admin/companies');
  const calls = requestsTo(page, 'POST', IMPORT);
  await page.getByRole('button', { name: 'Upload Companies' }).click();
  const wizard = page.getByRole('dialog', { name: 'Upload companies' });
  await expect(wizard.getByLabel('Audience')).toHaveCount(0);
  const file = csvFile(
    'firms.csv',
    'Company Name,Website,Industry\nNova,nova.example,Energy\nNova,nova.example,Energy\n',
  );
  await wizard.locator('input[type=file]').setInputFiles(file);
  await choose(page, 'Customer', customer.name);
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: /^Import/ }).click();
  await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  expect(calls.map(({ body }) => body)).toMatchObject([{ importType: 'companies', customerId: customer.id }]);
  await expectToast(page, 'Import completed');
  await wizard.getByRole('link', { name: 'View imported companies' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/companies\\?customer=${customer.id}`));
  await expect.poll(() => companyNames(page)).toEqual(['Nova']);
  expect(await optionsOf(page, 'Customer')).toContain(customer.name);
});
