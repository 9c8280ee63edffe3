import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addCampaign, connection, email } from '../copy/campaigns.ts';
import { choose, expectToast, openAttention } from '../support/pages.ts';
import { pressWithEndedSession, signInAgain } from '../support/sessions.ts';
import { expect, expectAccessible, storeSession, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const button = (page: Page, name: string) => page.getByRole('button', { name });
const counts = (page: Page) => page.getByRole('main').getByRole('definition');

async function saveFile(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await press();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('approved leads are handed off with the words of the campaign, and what left can be made again @phone', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Handed');
  const lead = (name: string, more: object = {}) => ({
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@example.test`,
    linkedin_profile_url: `https://linkedin.com/in/${name.toLowerCase().replace(' ', '-')}`,
    audience: 'Founders',
    company: 'Acorn',
    is_approved: true,
    ...more,
  });
  await agency.addLeads(customer.id, [
    lead('Ada Lovelace'),
    lead('Bob Stone', { company: 'Bolt & Co' }),
    lead('Cy Young', { linkedin_profile_url: undefined }),
    lead('Dee Dash', { company: undefined }),
    lead('Eve Else', { audience: 'Others' }),
    lead('Fay Open', { is_approved: false }),
  ]);
  const { id: campaignId } = await addCampaign(agency, customer.id, {
    name: 'Spring',
    steps: [connection(''), email('For {{company}}', 'Hi {{first_name}},\n\nhow is "{{company}}"?')],
  });

  await test.step('from the campaign, an administrator chooses leads and a tool, and sees the rows', async () => {
    await page.goto(`/admin/copy?campaign=${campaignId}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Hand off' }).click();
    await expect(page.getByRole('heading', { name: 'Hand off Spring', level: 1 })).toBeVisible();
    await expect(button(page, 'Check 5 leads')).toBeEnabled();
    await choose(page, 'Tool', 'Smartlead');
    await expect(page.getByText('Smartlead doesn’t send step 1, so the file leaves it out.')).toBeVisible();
    await choose(page, 'Tool', 'lemlist');
    await choose(page, 'Leads', 'Chosen audiences');
    await page.getByRole('checkbox', { name: 'Founders (4)' }).click();
    await expect(page.getByText('Try it with one lead first')).toBeVisible();
    const preview = page.getByRole('region', { name: 'First five rows' }).getByRole('table');
    await expect(preview.getByRole('row')).toHaveCount(3);
    await expect(preview.getByRole('row').nth(2)).toContainText('Hi Bob,<br><br>how is "Bolt &amp; Co"?');
    await expectAccessible(page);
  });

  await test.step('the check goes on while the page is closed, and says who is left out and why', async () => {
    await button(page, 'Check 4 leads').click();
    await expect(page).toHaveURL(/hand-off=/);
    const address = page.url();
    await page.goto('/admin');
    await page.goto(address);
    await expect(counts(page)).toHaveText(['4', '2', '2']);
    await button(page, 'A required field is missing 1 lead').click();
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByText('LinkedIn profile') })
        .last(),
    ).toHaveText('Cy YoungLinkedIn profile');
    await button(page, 'A variable without fallback is empty 1 lead').click();
    await expect(page.getByText('Subject of step 2: {{company}}')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a lead that is rejected meanwhile is left out', async () => {
    await agency.rows
      .from('leads')
      .update({ is_approved: false })
      .eq('customer_id', customer.id)
      .eq('name', 'Bob Stone')
      .throwOnError();
    await button(page, 'Hand off 2 leads').click();
    await expectToast(
      page,
      '1 lead changed meanwhile and is left out now',
      'Look at the numbers again, then hand off.',
    );
    await expect(counts(page)).toHaveText(['4', '1', '3']);
    await button(page, 'Hand off 1 lead').click();
    await expectToast(page, 'Leads handed off');
    await expect(page.getByText('Handed off', { exact: true })).toBeVisible();
  });

  await test.step('the file has the approved words and the recorded checksum, each time', async () => {
    const file = await saveFile(page, () => button(page, 'Download').click());
    expect(file.name).toMatch(/^lemlist - Spring - Handed .* - \d{4}-\d{2}-\d{2}\.csv$/);
    expect(file.text).toBe(
      '"email","firstName","lastName","companyName","jobTitle","companyDomain","phone","linkedinUrl","Step2Subject","Step2Message"\r\n' +
        '"ada.lovelace@example.test","Ada","Lovelace","Acorn","","","","https://linkedin.com/in/ada-lovelace","For Acorn","Hi Ada,<br><br>how is ""Acorn""?"\r\n',
    );
    const checksum = createHash('sha256').update(file.text).digest('hex');
    await expect(page.getByText(checksum)).toBeVisible();
    expect((await saveFile(page, () => button(page, 'Download').click())).text).toBe(file.text);
    const sheet = await saveFile(page, () => button(page, 'Save as Markdown').click());
    expect(sheet.text).toContain('## Step 1: LinkedIn connection request\n\nDay 0, immediately\n\nwithout a note\n\n');
    await expect(
      page.getByRole('region', { name: 'Sequence sheet' }).getByRole('textbox', { name: 'Subject' }),
    ).toHaveValue('{{Step2Subject}}');
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded(); // a link half below the top bar is too small
    await expectAccessible(page);
  });

  await test.step('the lead shows where it went, and after a rejection the dashboard says to stop it there', async () => {
    const [ada] = await agency.readLeads(customer.id);
    await page.goto(`/admin/leads?lead=${ada?.id}`);
    await expect(page.getByRole('link', { name: /^Handed off to lemlist on / })).toBeVisible();
    await agency.rows.from('leads').update({ is_approved: false }).eq('id', ada?.id).throwOnError();
    await (await openAttention(page, customer, '1 handed-off lead to stop in the tool')).click();
    await expect(page.getByRole('heading', { name: 'Stop these leads in the tool (1)' })).toBeVisible();
    await expect(page.getByText('lemlist · Spring', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('results of the tool are uploaded, shown on the lead, and undone', async () => {
    await page.getByRole('table', { name: 'Hand-offs' }).getByRole('link', { name: 'Spring' }).click();
    await button(page, 'Upload results').click();
    const dialog = page.getByRole('dialog', { name: 'Upload results' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'week.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'email,status,last activity\nADA.LOVELACE@example.test,Replied,2025-11-14\nstranger@example.test,Contacted,\n',
      ),
    });
    await expect(page.getByRole('combobox', { name: 'Replied means' })).toHaveText('Replied');
    await expectAccessible(page);
    await button(page, 'Check results').click();
    await expect(dialog.getByText('1 of 2 rows matches a lead of this hand-off.')).toBeVisible();
    await expectAccessible(page);
    const rejected = await saveFile(page, () => button(page, 'Download unmatched rows').click());
    expect(rejected.text).toContain('"stranger@example.test","Contacted","","Not in this hand-off"');
    await button(page, 'Store 2 results').click();
    await expectToast(page, 'Results stored', '1 contacted, 1 replied');
    await expectAccessible(page);
    const [ada] = await agency.readLeads(customer.id);
    await page.goto(`/admin/leads?lead=${ada?.id}`);
    await expect(page.getByText(/^Contacted, replied .*2025 via lemlist$/)).toBeVisible();
    await expect(page.getByText('No comments yet.')).toBeVisible(); // which moves what is below
    await page.getByText('Activity').last().click();
    await expect(page.getByText(/uploaded results: contacted and replied via lemlist$/)).toBeVisible();
    await page.goBack();
    await button(page, 'Undo week.csv').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo upload' }).click();
    await expectToast(page, 'Upload undone');
    await button(page, 'All hand-offs').click();
  });

  await test.step('a hand-off that did not happen is marked as void', async () => {
    await page.getByRole('table', { name: 'Hand-offs' }).getByRole('link', { name: 'Spring' }).click();
    await button(page, 'Not handed off after all').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as void' }).click();
    await expectToast(page, 'Hand-off marked as void');
    await button(page, 'All hand-offs').click();
    await expect(page.getByText('Stop these leads in the tool (1)')).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Hand-offs' })).toContainText('Void');
  });
});

test('a hand-off whose session ends says so, and goes on after the next sign-in', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 403');
  await storeSession(context, await agency.startSession(agency.admin));
  const customer = await agency.addCustomer('Signed out');
  const leads = ['Ada Lovelace', 'Bob Stone'].map((name, index) => ({
    name,
    email: `lead-${index}@example.test`,
    linkedin_profile_url: `https://linkedin.com/in/lead-${index}`,
    audience: 'Founders',
    is_approved: true,
  }));
  await agency.addLeads(customer.id, leads);
  const steps = [connection(''), email('Hi', 'Hi {{first_name}}')];
  const { id: campaignId } = await addCampaign(agency, customer.id, { name: 'Spring', steps });
  await page.goto(`/admin/hand-offs?new=${campaignId}`);
  await choose(page, 'Tool', 'lemlist');
  await expect(button(page, 'Check 2 leads')).toBeEnabled();

  await test.step('before it starts', async () => {
    await pressWithEndedSession(page, 'Check 2 leads');
    await signInAgain(page, agency.admin.password);
    await expect(counts(page)).toHaveText(['2', '2', '0']);
  });

  await test.step('once its leads are checked', async () => {
    await pressWithEndedSession(page, 'Hand off 2 leads');
    await signInAgain(page, agency.admin.password);
    await expectToast(page, 'Leads handed off');
    await expect(page.getByText('Handed off', { exact: true })).toBeVisible();
  });
});
