import { choose } from '../support/pages.ts';
import { failRequests, holdRequest, intercept, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { addRows, namesOf, numbered, openAdminList, rowOf, searchedFields, TABLES } from './tables.ts';

test.use({ signedInAsAdmin: true });

for (const table of TABLES) {
  const { name: path, title, many, api } = table;

  test(`an administrator sees the ${many} of all customers and filters them by customer`, { tag: '@phone' }, async ({
    page,
    agency,
  }) => {
    const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
    await addRows(agency, table, north.id, [{ name: 'Nordwerk' }, { name: 'Nordsee' }]);
    await addRows(agency, table, south.id, [{ name: 'Südwerk' }]);
    const lists = requestsTo(page, 'GET', api);

    await page.goto(`/admin/${path}`);
    await expect(rowOf(page, table, 'Nordwerk').getByText(north.name).filter({ visible: true })).toBeVisible();
    await expect(rowOf(page, table, 'Südwerk').getByText(south.name).filter({ visible: true })).toBeVisible();
    await choose(page, 'Customer', north.name);
    await expect.poll(() => namesOf(page, table)).toEqual(['Nordwerk', 'Nordsee']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}2`);
    await expect(page).toHaveURL(new RegExp(`customer=${north.id}`));
    await page.reload();
    await expect.poll(() => namesOf(page, table)).toEqual(['Nordwerk', 'Nordsee']);
    await choose(page, 'Customer', 'All Customers');
    await expect(rowOf(page, table, 'Südwerk')).toBeVisible();

    const [all, one] = lists.map(({ query }) => query);
    expect(all?.has('customer_id')).toBe(false);
    expect(one?.get('customer_id')).toBe(`in.(${north.id})`);
    for (const query of [all, one]) expect(query?.get('order')).toBe('created_at.desc,id.desc');
  });

  test(`an administrator's search finds ${many} by ${searchedFields(table, 'customer')}`, async ({ page, agency }) => {
    const word = `Inkwell${path}`;
    const [named, other] = [await agency.addCustomer(word), await agency.addCustomer('Other')];
    const found = table.searched.map((column, index) => ({
      name: `Found ${index}`,
      [column]: `The ${word} ${column}`,
    }));
    await addRows(agency, table, other.id, [...found, { name: 'Wharf' }]);
    await addRows(agency, table, named.id, [{ name: 'Umber' }]);
    const names = found.map((row) => row.name);

    await page.goto(`/admin/${path}`);
    const search = page.getByRole('searchbox', { name: `Search by ${searchedFields(table, 'customer')}` });
    await search.fill(word.toUpperCase());
    await expect(page).toHaveURL(new RegExp(`search=${word.toUpperCase()}`));
    await expect.poll(async () => (await namesOf(page, table)).sort()).toEqual([...names, 'Umber'].sort());
    await choose(page, 'Customer', other.name);
    await expect.poll(() => namesOf(page, table)).toEqual(names);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}3`);
    await page.getByRole('searchbox').fill('no such row');
    await expect(page.getByText(`Nothing was found for “no such row”, customer ${other.name}.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rowOf(page, table, 'Wharf')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  test(`the select-all checkbox of ${many} is partial until all that match are selected, loaded or not`, {
    tag: '@phone',
  }, async ({ page, agency }) => {
    const customer = await agency.addCustomer('Many');
    await addRows(agency, table, customer.id, numbered(120));
    await openAdminList(page, table, customer);
    const selection = page.getByRole('region', { name: 'Selection' });
    const all = page.getByRole('checkbox', { name: `Select all ${many}` });
    const checkbox = (name: string) => rowOf(page, table, name).getByRole('checkbox');

    await expect(all).not.toBeChecked();
    await checkbox('Row 002').check();
    await expect(all).toBeChecked({ indeterminate: true });
    await expect(selection.getByText('1 selected')).toBeVisible();
    await checkbox('Row 005').click({ modifiers: ['Shift'] });
    await expect(selection.getByText('4 selected')).toBeVisible();
    await selection.getByRole('button', { name: 'Select all 120 matching' }).click();
    await expect(all).toBeChecked();
    await expect(selection.getByText('All 120 matching')).toBeVisible();
    await expect(selection.getByRole('button', { name: /^Select all/ })).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    await checkbox('Row 001').uncheck();
    await expect(all).toBeChecked({ indeterminate: true });
    await expect(selection.getByText('119 selected')).toBeVisible();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return rowOf(page, table, 'Row 120').count();
      })
      .toBe(1);
    await expect(checkbox('Row 120')).toBeChecked();

    await page.getByRole('searchbox').fill('Row 007');
    await expect.poll(() => namesOf(page, table)).toEqual(['Row 007']);
    await expect(checkbox('Row 007')).not.toBeChecked();
    await expect(selection.getByText(`119 matching customer ${customer.name} selected`)).toBeVisible();
    await all.click();
    await expect(selection.getByText('All 1 matching')).toBeVisible();
    await all.click();
    await expect(selection).toBeHidden();
  });

  test(`an administrator's list of ${many} has a skeleton, an error with Retry, and a text when it is empty`, async ({
    page,
    agency,
    expected,
  }) => {
    expected.push('the server responded with a status of 500');
    const customer = await agency.addCustomer('States');
    await addRows(agency, table, customer.id, [{ name: 'Acme' }]);
    const outage = await failRequests(page, ['GET', api], { message: 'The database is away' });
    const first = await holdRequest(page, ['GET', api]);
    await page.goto(`/admin/${path}?customer=${customer.id}`);
    await expect(page.getByRole('status', { name: `Loading ${many}` })).toBeVisible();
    first.release();
    const failure = page.getByRole('alert').filter({ has: page.getByText(`The ${many} could not be loaded`) });
    await expect(failure).toBeVisible();
    await expectAccessible(page);
    await outage.end();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, table, 'Acme')).toBeVisible();

    await intercept(page, ['GET', api], (route) => route.fulfill({ json: [] }));
    await page.goto(`/admin/${path}`);
    await expect(page.getByText(`No ${many} yet`)).toBeVisible();
    await page.getByRole('button', { name: 'Upload a CSV file' }).click();
    await expect(page.getByRole('dialog', { name: `Upload ${many}` })).toBeVisible();
  });
}
