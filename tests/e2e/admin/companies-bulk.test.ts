import { addCompanies, approvalsOf, companyRow, numbered } from '../customer/customer-area.ts';
import type { Agency } from '../support/agency.ts';
import { expectToast } from '../support/pages.ts';
import { failRequests, holdRequest, idsNamed, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { COMPANIES, companiesOf, openAdminCompanies, selectAllCompanies } from './managed-lists.ts';

test.use({ signedInAsAdmin: true });

const MESSAGE = 'The database is away';
const REFUSED = 'the server responded with a status of 500';

async function customerWith(agency: Agency, count: number) {
  const customer = await agency.addCustomer('Bulk');
  await addCompanies(agency, customer.id, numbered(count));
  return customer;
}

test('450 companies are approved and deleted in batches of 200', { tag: '@phone' }, async ({ page, agency }) => {
  const customer = await customerWith(agency, 450);
  await openAdminCompanies(page, customer);
  const [changes, deletions] = [requestsTo(page, 'PATCH', COMPANIES), requestsTo(page, 'DELETE', COMPANIES)];

  await selectAllCompanies(page, 450);
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, '450 companies approved');
  expect(changes.map(idsNamed)).toEqual([200, 200, 50]);
  expect(changes.map(({ body }) => body)).toEqual(Array(3).fill({ is_approved: true }));
  expect((await companiesOf(agency, customer.id)).map((company) => company.is_approved)).toEqual(Array(450).fill(true));

  await selectAllCompanies(page, 450);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 450 companies?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(deletions).toEqual([]);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await question.getByRole('button', { name: 'Delete 450 companies' }).click();
  await expectToast(page, '450 companies deleted');
  expect(deletions.map(idsNamed)).toEqual([200, 200, 50]);
  expect(await companiesOf(agency, customer.id)).toEqual([]);
  await expect(page.getByText('No companies match')).toBeVisible();
});

test('a batch of companies that fails stays selected, and the counts are told', async ({ page, agency, expected }) => {
  expected.push(REFUSED);
  const customer = await customerWith(agency, 250);
  await openAdminCompanies(page, customer);
  const selection = page.getByRole('region', { name: 'Selection' });

  const approvals = await failRequests(page, ['PATCH', COMPANIES], { message: MESSAGE, only: [2] });
  await selectAllCompanies(page, 250);
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, 'Partial approval completed', `200 companies approved, 50 failed: ${MESSAGE}`);
  await expect(selection.getByText('50 selected')).toBeVisible();
  await approvals.end();
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, '50 companies approved');
  await expect(selection).toBeHidden();

  const deletions = await failRequests(page, ['DELETE', COMPANIES], { message: MESSAGE, only: [2] });
  await selectAllCompanies(page, 250);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await page.getByRole('button', { name: 'Delete 250 companies' }).last().click();
  await expectToast(page, 'Partial deletion completed', `200 companies deleted, 50 failed: ${MESSAGE}`);
  await expect(selection.getByText('All 50 matching')).toBeVisible();
  await deletions.end();
  expect(await companiesOf(agency, customer.id)).toHaveLength(50);
});

test('where no batch of companies goes through it is told that nothing was done', async ({
  page,
  agency,
  expected,
}) => {
  expected.push(REFUSED);
  const customer = await customerWith(agency, 3);
  await openAdminCompanies(page, customer);
  await failRequests(page, ['PATCH', COMPANIES], { message: MESSAGE });
  await failRequests(page, ['DELETE', COMPANIES], { message: MESSAGE });
  for (const name of ['Row 001', 'Row 003']) await companyRow(page, name).getByRole('checkbox').check();

  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, 'Failed to approve companies', `0 companies approved, 2 failed: ${MESSAGE}`);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 companies' }).click();
  await expectToast(page, 'Failed to delete companies', `0 companies deleted, 2 failed: ${MESSAGE}`);
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('2 selected')).toBeVisible();
  expect(await approvalsOf(agency, 'companies', customer.id)).toEqual({
    'Row 001': null,
    'Row 002': null,
    'Row 003': null,
  });
});

test('deleting companies can be cancelled between two batches', async ({ page, agency }) => {
  const customer = await customerWith(agency, 250);
  await openAdminCompanies(page, customer);
  const first = await holdRequest(page, ['DELETE', COMPANIES]);
  await selectAllCompanies(page, 250);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await page.getByRole('button', { name: 'Delete 250 companies' }).last().click();
  const progress = page.getByRole('dialog', { name: 'Deleting companies' });
  await first.reached;
  await expect(progress.getByText('0 of 250 companies')).toBeVisible();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  first.release();
  await expectToast(page, 'Partial deletion completed', '200 companies deleted, 50 not tried.');
  expect(await companiesOf(agency, customer.id)).toHaveLength(50);
});

test('while the rows of a selection of all are being found, nothing is done yet and it can be cancelled', async ({
  page,
  agency,
}) => {
  const customer = await customerWith(agency, 1_100);
  await openAdminCompanies(page, customer);
  const changes = requestsTo(page, 'PATCH', COMPANIES);
  await page.getByRole('checkbox', { name: 'Select all companies' }).click();
  const secondPage = await holdRequest(page, ['GET', COMPANIES], 2);
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await secondPage.reached;
  const progress = page.getByRole('dialog', { name: 'Approving companies' });
  await expect(progress.getByText('Finding the companies that match…')).toBeVisible();
  await expectAccessible(page);
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeHidden();
  secondPage.release();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('All 1,100 matching')).toBeVisible();
  expect(changes).toEqual([]);
});

test('Approve All (Filtered) approves the pending companies among all that match, and nothing else', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Filtered');
  await addCompanies(agency, customer.id, [
    { name: 'Rejected', industry: 'Energy', is_approved: false },
    { name: 'Approved', industry: 'Energy', is_approved: true },
    { name: 'Elsewhere', industry: 'Water' },
    ...numbered(70).map((company) => ({ ...company, industry: 'Energy' })),
  ]);
  await page.goto(`/admin/companies?customer=${customer.id}&search=energy`);
  const changes = requestsTo(page, 'PATCH', COMPANIES);
  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve 71 companies?' });
  await expect(question).toHaveAccessibleDescription(
    `All that match “energy”, customer ${customer.name} and are still pending will be approved, whether scrolled into view or not. 1 of them was rejected and will be approved, too.`,
  );
  await question.getByRole('button', { name: 'Approve 71 companies' }).click();
  await expectToast(page, '71 companies approved');
  expect(changes.map(idsNamed)).toEqual([71]);
  const pending = (await companiesOf(agency, customer.id)).filter((company) => company.is_approved !== true);
  expect(pending.map(({ name }) => name)).toEqual(['Elsewhere']);

  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Every company is approved already' })).toBeVisible();
});
