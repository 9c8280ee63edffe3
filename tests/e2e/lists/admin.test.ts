import { choose, expectToast } from '../support/pages.ts';
import { idsNamed, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { addRows, findRow, numbered, searchedFields, selectAll, shownNames, storedRows, TABLES } from './tables.ts';

test.use({ signedInAsAdmin: true });

const STATEMENTS = {
  leads: '(S0.2, S2.73, S2.74, S2.76, S2.77, S4.7, S6.11)',
  companies: '(S2.82, S2.83, S2.84, S4.8)',
};

for (const table of TABLES) {
  const { name: path, title, one, many, api } = table;

  test(`an administrator filters and searches the ${many} of all customers, and approves those that match ${STATEMENTS[path]}`, async ({
    page,
    agency,
  }) => {
    await test.step('the customer filter is stored in the URL', async () => {
      const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
      await addRows(agency, table, north.id, [{ name: 'Nordwerk' }, { name: 'Nordsee' }]);
      await addRows(agency, table, south.id, [{ name: 'Südwerk' }]);
      const lists = requestsTo(page, 'GET', api);

      await page.goto(`/admin/${path}`);
      await expect(findRow(page, table, 'Nordwerk').getByText(north.name).filter({ visible: true })).toBeVisible();
      await expect(findRow(page, table, 'Südwerk').getByText(south.name).filter({ visible: true })).toBeVisible();
      await choose(page, 'Customer', north.name);
      await expect.poll(() => shownNames(page, table)).toEqual(['Nordwerk', 'Nordsee']);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}2`);
      await expect(page).toHaveURL(new RegExp(`customer=${north.id}`));
      await page.reload();
      await expect.poll(() => shownNames(page, table)).toEqual(['Nordwerk', 'Nordsee']);
      await choose(page, 'Customer', 'All Customers');
      await expect(findRow(page, table, 'Südwerk')).toBeVisible();

      const [all, one] = lists.map(({ query }) => query);
      expect(all?.has('customer_id')).toBe(false);
      expect(one?.get('customer_id')).toBe(`in.(${north.id})`);
      for (const query of [all, one]) expect(query?.get('order')).toBe('created_at.desc,id.desc');
    });

    await test.step(`a search matches ${searchedFields(table, 'customer')}`, async () => {
      const word = `Inkwell${crypto.randomUUID().slice(0, 8)}`;
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
      await expect.poll(async () => (await shownNames(page, table)).sort()).toEqual([...names, 'Umber'].sort());
      await choose(page, 'Customer', other.name);
      await expect.poll(() => shownNames(page, table)).toEqual(names);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}3`);
      await page.getByRole('searchbox').fill('no such row');
      await expect(page.getByText(`No results for "no such row", customer ${other.name}.`)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(findRow(page, table, 'Wharf')).toBeVisible();
      await expect(page.getByRole('searchbox')).toHaveValue('');
    });

    await test.step('the status filter counts, lists and selects the rows of one status', async () => {
      const customer = await agency.addCustomer('Status');
      await addRows(agency, table, customer.id, [
        { name: 'Rejected one', is_approved: false },
        { name: 'Approved one', is_approved: true },
        { name: 'Approved two', is_approved: true },
        ...numbered(60),
      ]);
      await page.goto(`/admin/${path}?customer=${customer.id}`);
      const radio = (name: string) => page.getByRole('radio', { name });
      await expect(radio('All 63')).toBeChecked();
      for (const name of ['To review 60', 'Approved 2', 'Rejected 1']) await expect(radio(name)).toBeVisible();
      await radio('All 63').press('ArrowLeft');
      await expect(page).toHaveURL(/status=rejected/);
      await expect.poll(() => shownNames(page, table)).toEqual(['Rejected one']);
      await radio('To review 60').click();
      await expect(radio('To review 60')).toBeChecked();
      await expect(page).toHaveURL(/status=to-review/);
      await page.reload();
      await selectAll(page, table, 60);
      await page.getByRole('button', { name: 'Approve Selected' }).click();
      await expectToast(page, `60 ${many} approved`);
      await expect(radio('Approved 62')).toBeVisible();
      await expect(page.getByText('Nothing left to review here')).toBeVisible();
      const stored = await storedRows(agency, table, customer.id);
      expect(stored.filter((row) => row.is_approved !== true).map(({ name }) => name)).toEqual(['Rejected one']);
    });

    await test.step('Approve All (Filtered) approves the pending rows that match, and no others', async () => {
      const customer = await agency.addCustomer('Filtered');
      await addRows(agency, table, customer.id, [
        { name: 'Energy rejected', is_approved: false },
        { name: 'Energy approved', is_approved: true },
        { name: 'Elsewhere' },
        ...numbered(70).map(({ name }) => ({ name: `Energy ${name}` })),
      ]);
      await page.goto(`/admin/${table.name}?customer=${customer.id}&search=energy`);
      const changes = requestsTo(page, 'PATCH', api);
      await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
      const question = page.getByRole('alertdialog', { name: `Approve 71 ${many}?` });
      await expect(question).toHaveAccessibleDescription(
        `Every pending ${one} that matches "energy", customer ${customer.name} will be approved, including those you haven’t scrolled to. 1 of them was rejected before.`,
      );
      await expect(question.getByRole('button', { name: 'Approve 70 not yet reviewed' })).toBeVisible();
      await question.getByRole('button', { name: 'Approve all 71' }).click();
      await expectToast(page, `71 ${many} approved`);
      expect(changes.map(idsNamed)).toEqual([71]);
      const stored = await storedRows(agency, table, customer.id);
      expect(stored.filter((row) => row.is_approved !== true).map(({ name }) => name)).toEqual(['Elsewhere']);

      await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Nothing to approve' })).toBeVisible();
    });
  });
}
