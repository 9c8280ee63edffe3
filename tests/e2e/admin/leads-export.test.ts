import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { choose, expectToast, openAdminLeads, today } from '../support/pages.ts';
import { intercept, LEADS, procedure, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const HEAD = '\uFEFF"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience"\r\n';

/** Presses Export Approved and answers the file's name and its text, byte for byte. */
const exported = (page: Page) => downloaded(page, page.getByRole('button', { name: 'Export Approved' }));

async function downloaded(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await button.click();
  const download = await downloading;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}

test('an export has the approved leads that match, in the order of the list, and no cell that a spreadsheet would execute (S1.15, S3.24, S6.12, S9.19, S9.20, S9.21)', async ({
  page,
  agency,
}) => {
  await test.step('an export has the approved leads of the selected customer, and no cell that a spreadsheet would execute', async () => {
    const [customer, other] = [await agency.addCustomer('Nord/Süd: "A"'), await agency.addCustomer('Other')];
    const approved = { is_approved: true };
    await agency.addLeads(customer.id, [
      {
        ...approved,
        name: '=HYPERLINK("https://evil.example","click")',
        email: 'ada@acme.example',
        title: 'Head of "Growth", EMEA',
        company: 'Acme, Inc.',
        location: 'Łódź\nPoland',
        linkedin_profile_url: 'https://www.linkedin.com/in/ada',
        phone: '+49 (30) 555-0100',
        audience: '@founders',
      },
      {
        ...approved,
        name: '+Plus',
        title: 'too far;-1+cmd|x',
        company: '-12.5',
        phone: '0612345678',
        location: '東京',
      },
      { name: 'Pending' },
      { name: 'Rejected', is_approved: false },
    ]);
    await agency.addLeads(other.id, [{ ...approved, name: 'A stranger' }]);
    await openAdminLeads(page, customer);
    const calls = requestsTo(page, 'GET', LEADS);

    const { name, text } = await exported(page);
    expect(text).toBe(
      `${HEAD}"'=HYPERLINK(""https://evil.example"",""click"")","ada@acme.example","Head of ""Growth"", EMEA","Acme, Inc.","Łódź\nPoland","https://www.linkedin.com/in/ada","+49 (30) 555-0100","'@founders"\r\n` +
        `"'+Plus","","too far;'-1+cmd|x","-12.5","東京","","0612345678",""\r\n`,
    );
    expect(name).toBe(
      `Approved leads - ${customer.name.replace('/', '-').replace(': "A"', '- -A-')} - ${await today(page)}.csv`,
    );
    await expectToast(page, '2 leads exported');
    expect(calls.map(({ query }) => [query.get('is_approved'), query.get('customer_id')])).toEqual([
      ['is.true', `in.(${customer.id})`],
    ]);

    await choose(page, 'Customer', 'All Customers');
    const everyone = await exported(page);
    expect(everyone.name).toBe(`Approved leads - all customers - ${await today(page)}.csv`);
    expect(everyone.text).toContain('\r\n"A stranger",');
    expect(everyone.text).toContain(`\r\n"'+Plus",`);
  });

  await test.step('an export follows the filters if that is chosen', async () => {
    const customer = await agency.addCustomer('Filters');
    await agency.addLeads(customer.id, [
      { name: 'Ada Founder', audience: 'Founders', is_approved: true },
      { name: 'Bob Founder', audience: 'Founders', is_approved: true },
      { name: 'Ada Engineer', audience: 'Engineers', is_approved: true },
      { name: 'Ada Pending', audience: 'Founders' },
    ]);
    await page.goto(`/admin/leads?customer=${customer.id}&audience=Founders&search=ada`);
    await page.getByRole('button', { name: 'Export Approved' }).click();
    const question = page.getByRole('alertdialog', { name: 'Export approved leads' });
    await expect(question.getByRole('button', { name: 'All 3' })).toBeVisible();
    const { text } = await downloaded(page, question.getByRole('button', { name: '1 that matches these filters' }));
    expect(text).toBe(`${HEAD}"Ada Founder","","","","","","","Founders"\r\n`);
  });

  await test.step('an export of several pages has each lead once, in the order of the list', async () => {
    const customer = await agency.addCustomer('Long');
    const names = Array.from({ length: 1_050 }, (_, index) => `Lead ${index + 1}`);
    await agency.addLeads(
      customer.id,
      names.map((name) => ({ name, is_approved: true })),
    );
    await openAdminLeads(page, customer);
    const calls = requestsTo(page, 'GET', LEADS);
    const { text } = await exported(page);
    expect(text).toBe(HEAD + names.map((name) => `"${name}","","","","","","",""\r\n`).join(''));
    expect(calls).toHaveLength(2);
  });
});

test('clicking while the leads are being counted starts no second export', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Twice');
  await agency.addLeads(customer.id, [{ name: 'Ada', is_approved: true }]);
  await openAdminLeads(page, customer);
  const [counting, counted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, ['POST', procedure('count_leads')], async (route) => {
    if (!route.request().postDataJSON().approved) return route.fallback();
    counting.resolve();
    await counted.promise;
    await route.fallback();
  });
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const calls = requestsTo(page, 'GET', LEADS);
  const button = page.getByRole('button', { name: 'Export Approved' });
  await button.click();
  await counting.promise;
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click();
  counted.resolve();
  await expectToast(page, '1 lead exported');
  await expect(button).not.toHaveAttribute('aria-busy');
  expect(calls).toHaveLength(1);
  await expect.poll(() => downloads.length).toBe(1);
});
