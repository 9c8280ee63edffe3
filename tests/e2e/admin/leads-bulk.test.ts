import type { Agency } from '../support/agency.ts';
import { expectToast, leadRow, openAdminLeads, selectAllLeads } from '../support/pages.ts';
import { failRequests, holdRequest, idsNamed, LEADS, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const MESSAGE = 'The database is away';
const REFUSED = 'the server responded with a status of 500';

async function customerWith(agency: Agency, count: number) {
  const customer = await agency.addCustomer('Bulk');
  const leads = Array.from({ length: count }, (_, index) => ({ name: `Lead ${String(index + 1).padStart(3, '0')}` }));
  await agency.addLeads(customer.id, leads);
  return customer;
}

test('450 leads are approved, put into an audience and deleted in batches of the specification', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const customer = await customerWith(agency, 450);
  await openAdminLeads(page, customer);
  const [changes, deletions] = [requestsTo(page, 'PATCH', LEADS), requestsTo(page, 'DELETE', LEADS)];

  await test.step('approving goes in batches of 200', async () => {
    await selectAllLeads(page, 450);
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, '450 leads approved');
    expect(changes.map(idsNamed)).toEqual([200, 200, 50]);
    expect(changes.map(({ body }) => body)).toEqual(Array(3).fill({ is_approved: true }));
    expect((await agency.leadsOf(customer.id)).map((lead) => lead.is_approved)).toEqual(Array(450).fill(true));
  });

  await test.step('assigning goes in batches of 100, to a name that is asked for', async () => {
    changes.length = 0;
    await selectAllLeads(page, 450);
    await page.getByRole('button', { name: 'Assign to Audience' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign to audience' });
    await dialog.getByRole('combobox', { name: 'Audience' }).fill('   ');
    await dialog.getByRole('button', { name: 'Assign 450 leads' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please select or enter an audience name');
    await expect(dialog.getByRole('combobox', { name: 'Audience' })).toBeFocused();
    await expectAccessible(page);
    expect(changes).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Audience' }).fill('Founders Q3');
    await dialog.getByRole('button', { name: 'Assign 450 leads' }).click();
    await expectToast(page, '450 leads assigned');
    expect(changes.map(idsNamed)).toEqual([100, 100, 100, 100, 50]);
    expect(changes.map(({ body }) => body)).toEqual(Array(5).fill({ audience: 'Founders Q3' }));
    await expect(leadRow(page, 'Lead 001').getByText('Founders Q3').filter({ visible: true })).toBeVisible();
  });

  await test.step('deleting asks, names the number, and goes in batches of 200', async () => {
    await selectAllLeads(page, 450);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 450 leads?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(deletions).toEqual([]);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await question.getByRole('button', { name: 'Delete 450 leads' }).click();
    await expectToast(page, '450 leads deleted');
    expect(deletions.map(idsNamed)).toEqual([200, 200, 50]);
    expect(await agency.leadsOf(customer.id)).toEqual([]);
    await expect(page.getByText('No leads match')).toBeVisible();
  });
});

test('a batch that fails leaves its leads selected, and the counts are told', async ({ page, agency, expected }) => {
  expected.push(REFUSED);
  const customer = await customerWith(agency, 250);
  await openAdminLeads(page, customer);
  const selection = page.getByRole('region', { name: 'Selection' });

  await test.step('approving: the second batch of two', async () => {
    const outage = await failRequests(page, ['PATCH', LEADS], { message: MESSAGE, only: [2] });
    await selectAllLeads(page, 250);
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, 'Partial approval completed', `200 leads approved, 50 failed: ${MESSAGE}`);
    await expect(selection.getByText('50 selected')).toBeVisible();
    const stored = await agency.leadsOf(customer.id);
    expect(stored.filter((lead) => lead.is_approved === true)).toHaveLength(200);
    await outage.end();
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, '50 leads approved');
    await expect(selection).toBeHidden();
  });

  await test.step('assigning: the second batch of three', async () => {
    const outage = await failRequests(page, ['PATCH', LEADS], { message: MESSAGE, only: [2] });
    await selectAllLeads(page, 250);
    await page.getByRole('button', { name: 'Assign to Audience' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Audience' }).fill('Founders');
    await page.getByRole('button', { name: 'Assign 250 leads' }).click();
    await expectToast(page, 'Partial Success', `150 leads assigned, 100 failed: ${MESSAGE}`);
    await expect(selection.getByText('100 selected')).toBeVisible();
    const stored = await agency.leadsOf(customer.id);
    expect(stored.filter((lead) => lead.audience === null).map(({ name }) => name)).toEqual(
      stored.slice(100, 200).map(({ name }) => name),
    );
    await outage.end();
  });

  await test.step('deleting: the second batch of two', async () => {
    const outage = await failRequests(page, ['DELETE', LEADS], { message: MESSAGE, only: [2] });
    await selectAllLeads(page, 250);
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page.getByRole('button', { name: 'Delete 250 leads' }).click();
    await expectToast(page, 'Partial deletion completed', `200 leads deleted, 50 failed: ${MESSAGE}`);
    await expect(selection.getByText('All 50 matching')).toBeVisible();
    await outage.end();
    expect(await agency.leadsOf(customer.id)).toHaveLength(50);
  });
});

test('where every batch fails it is told that nothing was done', async ({ page, agency, expected }) => {
  expected.push(REFUSED);
  const customer = await customerWith(agency, 3);
  await openAdminLeads(page, customer);
  await failRequests(page, ['PATCH', LEADS], { message: MESSAGE });
  await failRequests(page, ['DELETE', LEADS], { message: MESSAGE });
  await leadRow(page, 'Lead 001').getByRole('checkbox').check();
  await leadRow(page, 'Lead 003').getByRole('checkbox').check();

  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, 'Failed to approve leads', `0 leads approved, 2 failed: ${MESSAGE}`);
  await page.getByRole('button', { name: 'Assign to Audience' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Audience' }).fill('Founders');
  await page.getByRole('button', { name: 'Assign 2 leads' }).last().click();
  await expectToast(page, 'Failed to assign audience. Please try again.', `0 leads assigned, 2 failed: ${MESSAGE}`);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 leads' }).click();
  await expectToast(page, 'Failed to delete leads', `0 leads deleted, 2 failed: ${MESSAGE}`);

  await expect(page.getByRole('region', { name: 'Selection' }).getByText('2 selected')).toBeVisible();
  await expect(leadRow(page, 'Lead 001').getByRole('checkbox')).toBeChecked();
  await expect(leadRow(page, 'Lead 002').getByRole('checkbox')).not.toBeChecked();
  const untouched = { is_approved: null, audience: null };
  expect(await agency.leadsOf(customer.id)).toMatchObject([untouched, untouched, untouched]);
});

test('work of several batches can be cancelled between two of them', async ({ page, agency }) => {
  const customer = await customerWith(agency, 250);
  await openAdminLeads(page, customer);
  const deletions = requestsTo(page, 'DELETE', LEADS);
  const first = await holdRequest(page, ['DELETE', LEADS]);
  await selectAllLeads(page, 250);
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await page.getByRole('button', { name: 'Delete 250 leads' }).click();

  const progress = page.getByRole('dialog', { name: 'Deleting leads' });
  await first.reached;
  await expect(progress.getByRole('progressbar', { name: 'Deleting leads' })).toHaveAttribute('aria-valuemax', '250');
  await expect(progress.getByText('0 of 250 leads')).toBeVisible();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress.getByText('Stopping after the current batch…')).toBeVisible();
  first.release();
  await expectToast(page, 'Partial deletion completed', '200 leads deleted, 50 not tried.');
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('All 50 matching')).toBeVisible();
  expect(deletions).toHaveLength(1);
  expect(await agency.leadsOf(customer.id)).toHaveLength(50);
});

test('a second press while the first is under way does nothing', async ({ page, agency }) => {
  const customer = await customerWith(agency, 2);
  await openAdminLeads(page, customer);
  const changes = requestsTo(page, 'PATCH', LEADS);
  const first = await holdRequest(page, ['PATCH', LEADS]);
  await selectAllLeads(page, 2);
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await first.reached;
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  first.release();
  await expectToast(page, '2 leads approved');
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden();
  expect(changes).toHaveLength(1);
});

test('Approve All (Filtered) approves what is pending among all that match, and nothing else', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Filtered');
  const founders = Array.from({ length: 70 }, (_, index) => ({ name: `Founder ${index + 1}`, audience: 'Founders' }));
  await agency.addLeads(customer.id, [
    { name: 'Rejected', audience: 'Founders', is_approved: false },
    { name: 'Approved', audience: 'Founders', is_approved: true },
    { name: 'Elsewhere', audience: 'Engineers' },
    ...founders,
  ]);
  await page.goto(`/admin/leads?customer=${customer.id}&audience=Founders`);
  const changes = requestsTo(page, 'PATCH', LEADS);
  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve 71 leads?' });
  await expect(question).toHaveAccessibleDescription(
    `All that match customer ${customer.name}, audience Founders and are still pending will be approved, whether scrolled into view or not. 1 of them was rejected and will be approved, too.`,
  );
  await question.getByRole('button', { name: 'Approve 71 leads' }).click();
  await expectToast(page, '71 leads approved');
  expect(changes.map(idsNamed)).toEqual([71]);
  const pending = (await agency.leadsOf(customer.id)).filter((lead) => lead.is_approved !== true);
  expect(pending.map(({ name }) => name)).toEqual(['Elsewhere']);

  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Every lead is approved already' })).toBeVisible();
});
