import type { Agency } from '../support/agency.ts';
import { expectToast } from '../support/pages.ts';
import { failRequests, idsNamed, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import {
  addRows,
  approvalsOf,
  numbered,
  openAdminList,
  rowOf,
  selectAll,
  storedRows,
  TABLES,
  type Table,
} from './tables.ts';

test.use({ signedInAsAdmin: true });

const MESSAGE = 'The database is away';
const SERVER_ERROR = 'the server responded with a status of 500';

async function customerWith(agency: Agency, table: Table, count: number) {
  const customer = await agency.addCustomer('Bulk');
  await addRows(agency, table, customer.id, numbered(count));
  return customer;
}

for (const table of TABLES) {
  const { api, one, many } = table;

  test(`450 ${many} are approved and deleted in batches of 200`, { tag: '@phone' }, async ({ page, agency }) => {
    const customer = await customerWith(agency, table, 450);
    await openAdminList(page, table, customer);
    const [changes, deletions] = [requestsTo(page, 'PATCH', api), requestsTo(page, 'DELETE', api)];

    await selectAll(page, table, 450);
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, `450 ${many} approved`);
    expect(changes.map(idsNamed)).toEqual([200, 200, 50]);
    expect(changes.map(({ body }) => body)).toEqual(Array(3).fill({ is_approved: true }));
    const stored = await storedRows(agency, table, customer.id);
    expect(stored.map(({ is_approved }) => is_approved)).toEqual(Array(450).fill(true));

    await selectAll(page, table, 450);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete 450 ${many}?` });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(deletions).toEqual([]);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await question.getByRole('button', { name: `Delete 450 ${many}` }).click();
    await expectToast(page, `450 ${many} deleted`);
    expect(deletions.map(idsNamed)).toEqual([200, 200, 50]);
    expect(await storedRows(agency, table, customer.id)).toEqual([]);
    await expect(page.getByText(`No ${many} match`)).toBeVisible();
  });

  test(`a failed batch of ${many} stays selected, and the toast has the counts`, async ({ page, agency, expected }) => {
    expected.push(SERVER_ERROR);
    const customer = await customerWith(agency, table, 250);
    await openAdminList(page, table, customer);
    const selection = page.getByRole('region', { name: 'Selection' });

    const approvals = await failRequests(page, ['PATCH', api], { message: MESSAGE, only: [2] });
    await selectAll(page, table, 250);
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, 'Partial approval completed', `200 ${many} approved, 50 failed: ${MESSAGE}`);
    await expect(selection.getByText('50 selected')).toBeVisible();
    const stored = await storedRows(agency, table, customer.id);
    expect(stored.filter(({ is_approved }) => is_approved)).toHaveLength(200);
    await approvals.end();
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, `50 ${many} approved`);
    await expect(selection).toBeHidden();

    const deletions = await failRequests(page, ['DELETE', api], { message: MESSAGE, only: [2] });
    await selectAll(page, table, 250);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Delete 250 ${many}` })
      .click();
    await expectToast(page, 'Partial deletion completed', `200 ${many} deleted, 50 failed: ${MESSAGE}`);
    await expect(selection.getByText('All 50 matching')).toBeVisible();
    await deletions.end();
    expect(await storedRows(agency, table, customer.id)).toHaveLength(50);
  });

  test(`if every batch of ${many} fails, the toast says so and the selection stays`, async ({
    page,
    agency,
    expected,
  }) => {
    expected.push(SERVER_ERROR);
    const customer = await customerWith(agency, table, 3);
    await openAdminList(page, table, customer);
    await failRequests(page, ['PATCH', api], { message: MESSAGE });
    await failRequests(page, ['DELETE', api], { message: MESSAGE });
    for (const name of ['Row 001', 'Row 003']) await rowOf(page, table, name).getByRole('checkbox').check();

    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, `Failed to approve ${many}`, `0 ${many} approved, 2 failed: ${MESSAGE}`);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Delete 2 ${many}` })
      .click();
    await expectToast(page, `Failed to delete ${many}`, `0 ${many} deleted, 2 failed: ${MESSAGE}`);

    await expect(page.getByRole('region', { name: 'Selection' }).getByText('2 selected')).toBeVisible();
    await expect(rowOf(page, table, 'Row 001').getByRole('checkbox')).toBeChecked();
    await expect(rowOf(page, table, 'Row 002').getByRole('checkbox')).not.toBeChecked();
    const pending = { 'Row 001': null, 'Row 002': null, 'Row 003': null };
    expect(await approvalsOf(agency, table, customer.id)).toEqual(pending);
  });

  test(`Approve All (Filtered) approves the pending ${many} that match, and no others`, async ({ page, agency }) => {
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
      `All that match “energy”, customer ${customer.name} and are still pending will be approved, whether scrolled into view or not. 1 of them was rejected and will be approved, too.`,
    );
    await question.getByRole('button', { name: `Approve 71 ${many}` }).click();
    await expectToast(page, `71 ${many} approved`);
    expect(changes.map(idsNamed)).toEqual([71]);
    const stored = await storedRows(agency, table, customer.id);
    expect(stored.filter((row) => row.is_approved !== true).map(({ name }) => name)).toEqual(['Elsewhere']);

    await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
    await expect(page.getByRole('alertdialog', { name: `Every ${one} is approved already` })).toBeVisible();
  });
}
