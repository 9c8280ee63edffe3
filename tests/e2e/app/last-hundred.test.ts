import { leadRow, openAdminLeads } from '../support/pages.ts';
import { intercept, procedure } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

/** Makes a function return its first row so many times. */
async function repeatRow(page: Parameters<typeof intercept>[0], name: string, times: number): Promise<void> {
  await intercept(page, ['POST', procedure(name)], async (route) => {
    const response = await route.fetch();
    const [row] = await response.json();
    const rows = Array.from({ length: times }, () => ({ ...row, id: crypto.randomUUID() }));
    await route.fulfill({ response, json: rows });
  });
}

for (const [acts, isCut] of [
  [99, false],
  [100, true],
] as const) {
  test(`a history of ${acts} changes ${isCut ? 'says that older ones are left out' : 'is complete'}`, async ({
    page,
    agency,
  }) => {
    const customer = await agency.addCustomer('History');
    await agency.addLeads(customer.id, [{ name: 'Ada' }]);
    await repeatRow(page, 'lead_history', acts);
    await openAdminLeads(page, customer);
    await leadRow(page, 'Ada').hover();
    await page.getByRole('button', { name: 'History of Ada', exact: true }).click();
    await expect(page.getByRole('list', { name: 'History of Ada', exact: true }).getByRole('listitem')).toHaveCount(
      acts,
    );
    await expect(page.getByText('Only the last 100 changes are shown.', { exact: true })).toHaveCount(isCut ? 1 : 0);
  });

  test(`a list of ${acts} sessions ${isCut ? 'says that older ones are left out' : 'is complete'}`, async ({
    page,
  }) => {
    await repeatRow(page, 'my_sessions', acts);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'admin@example.test', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Sessions', exact: true }).getByRole('listitem')).toHaveCount(acts);
    await expect(page.getByText(/^Only the 100 sessions used last are shown\./)).toHaveCount(isCut ? 1 : 0);
  });
}
