import type { Browser, Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { expectToast, findToast, leadRow, openAdminLeads, selectAllLeads } from '../support/pages.ts';
import { procedure, requestsTo } from '../support/requests.ts';
import { expect, storeSession, test } from '../support/test.ts';
import { addRows, COMPANIES, numbered, openAdminList, selectAll, storedRows } from './tables.ts';

test.use({ signedInAsAdmin: true });

/** Keeps a toast open by hovering over it. */
async function keepToast(page: Page, title: string) {
  const toast = findToast(page, title);
  await toast.hover();
  return toast;
}

/** A second administrator's browser. */
async function asSecondAdministrator(browser: Browser, agency: Agency, baseURL: string): Promise<Page> {
  const user = await agency.addStranger('Second Administrator');
  await agency.rows.from('user_roles').insert({ user_id: user.id, role: 'admin' }).throwOnError();
  const context = await browser.newContext({ baseURL });
  await storeSession(context, await agency.startSession(user));
  return context.newPage();
}

test('undoing a bulk approval restores the previous value of every company, batch by batch', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Undo');
  const before = [undefined, false, true];
  await addRows(
    agency,
    COMPANIES,
    customer.id,
    numbered(650).map((company, index) => {
      const is_approved = before[index % 3];
      return is_approved === undefined ? company : { ...company, is_approved };
    }),
  );
  const stored = await storedRows(agency, COMPANIES, customer.id);
  await openAdminList(page, COMPANIES, customer);
  await selectAll(page, COMPANIES, 650);
  await page.getByRole('button', { name: 'Approve Selected' }).click();
  await expectToast(page, '650 companies approved');
  const undone = requestsTo(page, 'POST', procedure('undo_company_decisions'));
  const toast = await keepToast(page, '650 companies approved');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, '434 companies restored');
  expect(undone.map(({ body }) => (body as { ids: string[] }).ids.length)).toEqual([200, 200, 34]);
  expect(await storedRows(agency, COMPANIES, customer.id)).toEqual(stored);
});

test('rows that another administrator changes meanwhile are not overwritten, and are counted', async ({
  page,
  agency,
  browser,
  server,
}) => {
  const customer = await agency.addCustomer('Two');
  const name = (number: number) => `Lead ${String(number).padStart(2, '0')}`;
  await agency.addLeads(
    customer.id,
    Array.from({ length: 12 }, (_, index) => ({ name: name(index + 1) })),
  );
  const second = await asSecondAdministrator(browser, agency, server.url);
  await openAdminLeads(page, customer);
  await openAdminLeads(second, customer);
  await selectAllLeads(page, 12);

  await test.step('rows that the other deleted do not count as approved', async () => {
    for (const number of [1, 2]) await leadRow(second, name(number)).getByRole('checkbox').check();
    await second.getByRole('button', { name: 'Delete Selected' }).click();
    await second.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 leads' }).click();
    await expectToast(second, '2 leads deleted');
    await page.getByRole('button', { name: 'Approve Selected' }).click();
    await expectToast(page, '10 leads approved');
    const stored = await agency.readLeads(customer.id);
    expect(stored.map(({ is_approved }) => is_approved)).toEqual(Array(10).fill(true));
  });

  await test.step('undo skips and counts rows that the other has reviewed since', async () => {
    const toast = await keepToast(page, '10 leads approved');
    await second.reload();
    for (const number of [3, 4]) {
      await leadRow(second, name(number)).getByRole('button', { name: 'Reject' }).click();
      await expectToast(second, 'Lead rejected', name(number));
    }
    await leadRow(second, name(5)).getByRole('checkbox').check();
    await second.getByRole('button', { name: 'Delete Selected' }).click();
    await second.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 lead' }).click();
    await expectToast(second, '1 lead deleted');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, '7 leads restored', '3 not restored because they’ve changed since.');
    const stored = await agency.readLeads(customer.id);
    expect(stored.map(({ name, is_approved }) => [name, is_approved])).toEqual([
      [name(3), false],
      [name(4), false],
      ...[6, 7, 8, 9, 10, 11, 12].map((number) => [name(number), null]),
    ]);
  });

  await test.step('selected rows that were deleted are counted', async () => {
    await page.reload();
    for (const number of [6, 7, 8]) await leadRow(page, name(number)).getByRole('checkbox').check();
    await agency.rows.from('leads').delete().eq('customer_id', customer.id).eq('name', name(7)).throwOnError();
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 leads' }).click();
    await expectToast(page, '2 leads deleted', '1 no longer there.');
    expect(await agency.countLeads(customer.id)).toBe(6);
  });
  await second.context().close();
});
