import { impersonate } from '../admin/palette.ts';
import { addCampaign, connection, readSteps } from '../copy/campaigns.ts';
import { goBySidebar } from '../customer/customer-area.ts';
import { leadRow, openAdminLeads } from '../support/pages.ts';
import { asMember, expect, storeSession, test } from '../support/test.ts';

test('a member and an administrator comment on a lead, and internal comments stay with administrators', async ({
  page,
  context,
  browser,
  agency,
  adminSession,
}) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada Lovelace' }]);
  const comments = page.getByRole('complementary').getByRole('region', { name: 'Comments' });
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  await comments.getByRole('textbox', { name: 'New comment' }).fill('Is she still there?');
  await comments.getByRole('button', { name: 'Comment' }).click();
  await expect(comments.getByText('Is she still there?')).toBeVisible();
  await expect(comments.getByText('Only admins see this')).toBeHidden();

  const admins = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await storeSession(admins, adminSession);
  const admin = await admins.newPage();
  await openAdminLeads(admin, customer);
  await expect(leadRow(admin, 'Ada Lovelace').getByText('1 unread comment')).toBeAttached();
  await admin.getByRole('button', { name: 'Ada Lovelace' }).click();
  const answers = admin.getByRole('complementary').getByRole('region', { name: 'Comments' });
  await expect(answers.getByText('Grace Hopper')).toBeVisible();
  for (const [text, isInternal] of [
    ['She left in May', false],
    ['Check the source', true],
  ] as const) {
    if (isInternal) await answers.getByRole('checkbox', { name: 'Only admins see this' }).click();
    await answers.getByRole('textbox', { name: 'New comment' }).fill(text);
    await answers.getByRole('button', { name: 'Comment' }).click();
    await expect(answers.getByText(text)).toBeVisible();
  }
  await expect(leadRow(admin, 'Ada Lovelace').getByText('3 comments')).toBeAttached();
  await admins.close();

  await page.reload();
  await expect(comments.getByText('She left in May')).toBeVisible();
  await expect(comments.getByText('Agency')).toBeVisible();
  await expect(comments.getByText('New', { exact: true })).toBeVisible();
  await expect(comments.getByText('Check the source')).toBeHidden();
  await expect(leadRow(page, 'Ada Lovelace').getByText('2 comments')).toBeAttached();
});

test.describe('while impersonating', () => {
  test.use({ signedInAsAdmin: true });

  test('an administrator sees neither internal comments nor their number', async ({ page, agency }) => {
    const customer = await agency.addCustomer('North');
    await agency.addLeads(customer.id, [{ name: 'Ada' }]);
    const campaign = await addCampaign(agency, customer.id, { steps: [connection('Hello')] });
    const [lead, [step]] = [(await agency.readLeads(customer.id))[0], await readSteps(agency, campaign.id)];
    const comments = [{ lead_id: lead?.id }, { campaign_id: campaign.id }, { step_id: step?.id }].flatMap((on) =>
      [true, false].map((is_internal) => ({
        lead_id: null,
        campaign_id: null,
        step_id: null,
        ...on,
        is_internal,
        customer_id: customer.id,
        body: is_internal ? 'Check the source' : 'Ready',
      })),
    );
    await agency.rows.from('comments').insert(comments).throwOnError();
    await openAdminLeads(page, customer);
    await expect(leadRow(page, 'Ada').getByText('2 comments')).toBeAttached();

    await impersonate(page, customer);
    await goBySidebar(page, 'Leads');
    await expect(leadRow(page, 'Ada').getByText('1 comment')).toBeAttached();
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Ada' });
    await expect(panel.getByText('Ready')).toBeVisible();
    await expect(panel.getByText('Check the source')).toBeHidden();
    await expect(panel.getByText('Only admins see this')).toBeHidden();

    await goBySidebar(page, 'Copy');
    const card = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
    await expect(card.getByText('1 comment')).toBeAttached();
    await card.getByRole('link', { name: campaign.name }).click();
    const dialog = page.getByRole('dialog', { name: campaign.name });
    await expect(dialog.getByText('1 comment')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Comments on step 1 1 comment' }).click();
    await dialog.getByRole('button', { name: 'Comments 1 comment' }).click();
    await expect(dialog.getByText('Ready')).toHaveCount(2);
    await expect(dialog.getByText('Check the source')).toBeHidden();
  });
});
