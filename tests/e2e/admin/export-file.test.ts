import type { Page } from '@playwright/test';
import { expectToast, openAdminLeads, today } from '../support/pages.ts';
import { holdRequest, intercept, procedure, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const CUSTOMERS = ['GET', '/rest/v1/customers'] as const;
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export Approved', exact: true });

async function nameOfExport(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await exportButton(page).click();
  return (await downloading).suggestedFilename();
}

test('an export is named for its customer, even a deactivated one, once the name is read (S9.19)', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 500', 'Error fetching customers: The database is away');
  await test.step('the file of a deactivated customer carries the customer’s name', async () => {
    const customer = await agency.addCustomer('Former');
    await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: true }]);
    await agency.rows.from('customers').update({ is_active: false }).eq('id', customer.id).throwOnError();
    await openAdminLeads(page, customer);
    await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toHaveText(customer.name);
    expect(await nameOfExport(page)).toBe(`Approved leads - ${customer.name} - ${await today(page)}.csv`);
  });

  await test.step('an export that is started before the customer’s name is read waits for the name', async () => {
    const customer = await agency.addCustomer('Slow');
    await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: true }]);
    const released = Promise.withResolvers<void>();
    await intercept(page, CUSTOMERS, async (route) => {
      await released.promise;
      await route.fallback();
    });
    await openAdminLeads(page, customer);
    const naming = nameOfExport(page);
    await expect(exportButton(page)).toHaveAttribute('aria-busy', 'true');
    released.resolve();
    expect(await naming).toBe(`Approved leads - ${customer.name} - ${await today(page)}.csv`);
  });

  await test.step('an export fails if the customer’s name cannot be read', async () => {
    const customer = await agency.addCustomer('Unread');
    await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: true }]);
    await intercept(page, CUSTOMERS, (route) =>
      route.fulfill({ status: 500, json: { message: 'The database is away' } }),
    );
    await openAdminLeads(page, customer);
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await exportButton(page).click();
    await expectToast(page, 'Error exporting leads', 'The database is away');
    expect(downloads).toEqual([]);
  });
});

type SavedFile = { name: string; isPressed: boolean; text: string; isClosed: boolean };

/** Replaces the browser's save dialog: records each call, whether the user activation was valid, and what was written. */
async function withSavePicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const savedFiles: SavedFile[] = [];
    Object.assign(window, {
      savedFiles,
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        const file = { name: suggestedName, isPressed: navigator.userActivation.isActive, text: '', isClosed: false };
        savedFiles.push(file);
        return {
          createWritable: async () => ({
            write: async (text: string) => void Object.assign(file, { text: file.text + text }),
            close: async () => void Object.assign(file, { isClosed: true }),
            abort: async () => {},
          }),
        };
      },
    });
  });
}

const readSavedFiles = (page: Page) =>
  page.evaluate(() => (window as unknown as { savedFiles: SavedFile[] }).savedFiles);

/** Makes the list show so many approved leads without creating them. */
const fakeApprovedCount = (page: Page, approved: number) =>
  intercept(page, ['POST', procedure('lead_totals')], async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: approved, approved } });
  });

test('a large export opens the save dialog first, and one that has grown is saved as a download', async ({
  page,
  agency,
}) => {
  await test.step('a large export opens the save dialog before it counts the leads', async () => {
    const customer = await agency.addCustomer('Large');
    await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: true }, { name: 'Bob' }]);
    await withSavePicker(page);
    const faked = await fakeApprovedCount(page, 60_000);
    await openAdminLeads(page, customer);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads60,000');
    await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toHaveText(customer.name);
    const counts = requestsTo(page, 'POST', procedure('count_leads'));
    const counting = await holdRequest(page, ['POST', procedure('count_leads')]);
    await exportButton(page).click();
    await counting.reached;
    const name = `Approved leads - ${customer.name} - ${await today(page)}.csv`;
    expect(await readSavedFiles(page)).toEqual([{ name, isPressed: true, text: '', isClosed: false }]);
    expect(counts).toHaveLength(1);
    counting.release();
    await expectToast(page, '1 lead exported');
    const text =
      '\uFEFF"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience"\r\n"Ada","","","","","","",""\r\n';
    expect(await readSavedFiles(page)).toEqual([{ name, isPressed: true, text, isClosed: true }]);
    await faked.end();
  });

  await test.step('an export that is larger than the list showed is saved as a download', async () => {
    const customer = await agency.addCustomer('Grown');
    await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: true }]);
    await withSavePicker(page);
    await openAdminLeads(page, customer);
    await intercept(page, ['POST', procedure('count_leads')], (route) => route.fulfill({ json: 60_000 }));
    const downloading = page.waitForEvent('download');
    await exportButton(page).click();
    expect((await downloading).suggestedFilename()).toBe(
      `Approved leads - ${customer.name} - ${await today(page)}.csv`,
    );
    expect(await readSavedFiles(page)).toEqual([]);
  });
});
