import { expectToast, leadRow } from '../support/pages.ts';
import { failRequests, idsNamed, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { addRows, LEADS, numbered, openAdminList, selectAll } from './tables.ts';

test.use({ signedInAsAdmin: true });

test('450 leads are assigned to an audience in batches of 100', { tag: '@phone' }, async ({ page, agency }) => {
  const customer = await agency.addCustomer('Assign');
  await addRows(agency, LEADS, customer.id, numbered(450));
  await openAdminList(page, LEADS, customer);
  const changes = requestsTo(page, 'PATCH', LEADS.api);
  await selectAll(page, LEADS, 450);
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
  await expect(leadRow(page, 'Row 001').getByText('Founders Q3').filter({ visible: true })).toBeVisible();
});

test('an assignment that fails in part or as a whole keeps the failed leads selected and shows the counts', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('the server responded with a status of 500');
  const message = 'The database is away';
  const customer = await agency.addCustomer('Assign');
  await addRows(agency, LEADS, customer.id, numbered(250));
  await openAdminList(page, LEADS, customer);
  const selection = page.getByRole('region', { name: 'Selection' });
  const assign = async (count: number) => {
    await page.getByRole('button', { name: 'Assign to Audience' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Audience' }).fill('Founders');
    await dialog.getByRole('button', { name: `Assign ${count} leads` }).click();
  };

  const second = await failRequests(page, ['PATCH', LEADS.api], { message, only: [2] });
  await selectAll(page, LEADS, 250);
  await assign(250);
  await expectToast(page, 'Partial Success', `150 leads assigned, 100 failed: ${message}`);
  await expect(selection.getByText('100 selected')).toBeVisible();
  const stored = await agency.leadsOf(customer.id);
  expect(stored.filter((lead) => lead.audience === null).map(({ name }) => name)).toEqual(
    stored.slice(100, 200).map(({ name }) => name),
  );
  await second.end();

  await failRequests(page, ['PATCH', LEADS.api], { message });
  await assign(100);
  await expectToast(page, 'Failed to assign audience. Please try again.', `0 leads assigned, 100 failed: ${message}`);
  await expect(selection.getByText('100 selected')).toBeVisible();
});
