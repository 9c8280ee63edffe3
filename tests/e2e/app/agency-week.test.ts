import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addCampaign, email } from '../copy/campaigns.ts';
import { linkIn } from '../support/emails.ts';
import { choose, csvFile, expectResults, expectToast, leadRow, upload } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

const FILE = csvFile(
  'founders.csv',
  'Name,Email,Company\nAda,ada@example.test,Acorn\nBob,bob@example.test,Bolt\nCy,cy@example.test,Cog\n',
);

test('an agency’s week: invitation, import, review, sign-off, hand-off, results and report', async ({
  page,
  browser,
  baseURL,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  const address = agency.newAddress();
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() });
  const member = await context.newPage();

  await test.step('the customer is invited, and joins', async () => {
    await page.goto('/admin/users?invite=1');
    await page.getByRole('dialog', { name: 'Invite user' }).getByLabel('Email').fill(address);
    await choose(page, 'Customer', customer.name);
    await press(page, 'Send invitation');
    await expectToast(page, 'Invitation sent', `${address} can now join ${customer.name}.`);
    await member.goto(new URL(linkIn(await mailServer.waitForEmail(address))).pathname);
    await member.getByLabel('Full name').fill('Grace Hopper');
    await member.getByLabel('Password', { exact: true }).fill('correct horse');
    await member.getByLabel('Confirm password').fill('correct horse');
    await press(member, 'Create account');
    await expect(member.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  });

  await test.step('the agency imports leads', async () => {
    await page.goto('/admin/leads');
    await upload(page, { file: FILE, customer: customer.name, audience: 'Founders' });
    await press(page, 'Import 3 rows');
    await expectResults(page, { Imported: 3, Duplicates: 0, Errors: 0, 'Companies created': 3 });
  });

  await test.step('the customer reviews them, and says why not', async () => {
    await member.goto('/leads');
    for (const name of ['Ada', 'Bob']) {
      await leadRow(member, name).getByRole('button', { name: 'Approve' }).click();
      await expectToast(member, 'Lead approved', name);
    }
    await leadRow(member, 'Cy').getByRole('button', { name: 'Reject' }).click();
    const reason = member.getByRole('region', { name: 'Why reject Cy?' }).getByRole('button', { name: 'Too small' });
    await reason.click();
    await expect(reason).toHaveAttribute('aria-pressed', 'true');
  });

  const campaign = await addCampaign(agency, customer.id, { steps: [email('For {{company}}', 'Hi {{first_name}}')] });

  await test.step('the campaign is signed off', async () => {
    await page.goto(`/admin/copy?campaign=${campaign.id}`);
    await press(page, 'Request review');
    await expectToast(page, 'Version 1 is in review');
    await member.goto('/dashboard');
    await member.getByRole('link', { name: `Review “${campaign.name}”` }).click();
    await press(member, 'Approve');
    await expectToast(member, 'Version approved');
  });

  await test.step('the approved leads are handed off, with the approved words', async () => {
    await page.goto(`/admin/hand-offs?new=${campaign.id}`);
    await choose(page, 'Tool', 'lemlist');
    await press(page, 'Check 2 leads');
    await press(page, 'Hand off 2 leads');
    await expectToast(page, 'Leads handed off');
    const downloading = page.waitForEvent('download');
    await press(page, 'Download');
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
    expect(lines.slice(1).sort()).toEqual([
      '"ada@example.test","Ada","","Acorn","","","","","For Acorn","Hi Ada"',
      '"bob@example.test","Bob","","Bolt","","","","","For Bolt","Hi Bob"',
    ]);
  });

  await test.step('the results of the tool are uploaded', async () => {
    await press(page, 'Upload results');
    const file = csvFile('week.csv', 'email,status\nada@example.test,Replied\nbob@example.test,Contacted\n');
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    await press(page, 'Check results');
    await press(page, 'Store 3 results');
    await expectToast(page, 'Results stored', '2 contacted, 1 replied');
  });

  await test.step('the customer’s report shows the numbers', async () => {
    await member.goto(`/report/${customer.id}`);
    const cells = (table: string) =>
      member.getByRole('table', { name: table }).getByRole('row').nth(1).getByRole('cell');
    await expect(cells('By audience')).toHaveText(['2', '1', '2', '2', '1']);
    await expect(cells('By campaign')).toHaveText(['2', '2', '1']);
    await expect(member.getByRole('link', { name: /^Too small/ })).toBeVisible();
  });
  await context.close();
});
