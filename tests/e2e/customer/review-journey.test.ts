import { addCampaign, message } from '../copy/campaigns.ts';
import { codeIn, linkIn } from '../support/emails.ts';
import { csvFile, expectResults, expectToast, leadRow, upload } from '../support/pages.ts';
import { expect, isPhone, storeSession, test } from '../support/test.ts';
import { drag, numbered } from './customer-area.ts';

test('an import is reviewed by link, by keyboard or by swipe, and signed off, and the digest says so', {
  tag: '@phone',
}, async ({ page, context, agency, adminSession, mailServer }) => {
  test.slow();
  const leads = numbered(60);
  const customer = await agency.addCustomer('Northwind');
  const campaign = await addCampaign(agency, customer.id, { steps: [message('Do you have time on Monday?')] });
  await agency.rows.rpc('request_review', { customer_id: customer.id, campaign_id: campaign.id }).throwOnError();
  const email = agency.newAddress();
  await storeSession(context, adminSession);

  await test.step('the agency imports leads', async () => {
    await page.goto('/admin/leads');
    const rows = leads.map(({ name }) => name);
    await upload(page, { file: csvFile('northwind.csv', `Name\n${rows.join('\n')}\n`), customer: customer.name });
    await page.getByRole('button', { name: 'Import 60 rows' }).click();
    await expectResults(page, { Imported: 60, Duplicates: 0, Errors: 0, 'Companies created': 0 });
  });

  await test.step('the agency sends a link', async () => {
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Send a review link' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Include campaigns').check();
    await page.getByRole('button', { name: 'Send link' }).click();
    await expectToast(page, 'Review link sent');
  });

  await test.step('the guest types the code of the email', async () => {
    await page.goto(linkIn(await mailServer.waitForEmail(email)));
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const code = codeIn(await mailServer.waitForEmail(email, 2));
    await page.getByLabel('Code').fill(code);
    await expect(page.getByText('0 of 61 reviewed')).toBeVisible();
  });

  await test.step('the guest decides about each lead', async () => {
    for (const [index, { name }] of leads.entries()) {
      const isApproved = index % 3 !== 0;
      if (isPhone(page)) {
        await drag(page, leadRow(page, name), { by: isApproved ? 140 : -140 });
        await expect(leadRow(page, name)).toHaveCount(0); // the rows below have moved up
      } else {
        await expect(leadRow(page, name)).toBeFocused();
        await page.keyboard.press(isApproved ? 'a' : 'r');
      }
    }
    await expect(page.getByText('All leads are reviewed')).toBeVisible();
    await expect(page.getByText('60 of 61 reviewed')).toBeVisible();
  });

  await test.step('the guest signs the campaign off', async () => {
    await page.getByRole('link', { name: 'Review 1 campaign' }).click();
    await page.getByRole('link', { name: campaign.name }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('61 of 61 reviewed')).toBeVisible();
    await expect(page.getByText('All done')).toBeVisible();
  });

  await test.step('the administrator reads in the digest what was decided', async () => {
    const before = mailServer.emailsTo(agency.admin.email).length;
    await agency.makeDigestDue();
    const { subject, text } = await mailServer.waitForEmail(agency.admin.email, before + 1);
    expect(subject).toMatch(/^Daily digest for /);
    expect(text).toContain(`- ${customer.name}: 40 approved, 20 rejected\n`);
    expect(text).toContain(`- ${customer.name}: ${campaign.name}, version 1: approved\n`);
  });
});
