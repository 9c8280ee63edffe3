import type { Locator, Page } from '@playwright/test';
import { addCampaign, message } from '../copy/campaigns.ts';
import { codeIn, linkIn } from '../support/emails.ts';
import { expectToast, leadRow, toasts } from '../support/pages.ts';
import {
  asMember,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  isPhone,
  storeSession,
  test,
} from '../support/test.ts';
import { addCompanies, numbered, openByLink, readDecisions } from './customer-area.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

/** Decides about the current row by key, on a phone by its button. */
async function decide(page: Page, name: string, word: 'Approve' | 'Reject'): Promise<void> {
  if (isPhone(page)) return leadRow(page, name).getByRole('button', { name: word }).click();
  await expect(leadRow(page, name)).toBeFocused();
  await page.keyboard.press(word === 'Approve' ? 'a' : 'r');
}

/** Expects nothing to lie over an element's center. */
const expectUncovered = (element: Locator): Promise<void> =>
  expect
    .poll(() =>
      element.evaluate((found) => {
        const { x, y, width, height } = found.getBoundingClientRect();
        return (
          document
            .elementFromPoint(x + width / 2, y + height / 2)
            ?.closest('form')
            ?.contains(found) ?? false
        );
      }),
    )
    .toBe(true);

test('a guest reviews everything by a link and a typed code, beside the administrator’s session', {
  tag: '@phone',
}, async ({ page, context, agency, adminSession, mailServer, expected }) => {
  expected.push('status of 406'); // a decision after the end of the link
  test.slow();
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, numbered(8));
  await addCompanies(agency, customer.id, [{ name: 'Acme Robotics' }, { name: 'Globex' }]);
  const email = agency.newAddress();
  await storeSession(context, adminSession);

  await test.step('the administrator sends the link', async () => {
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Send a review link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a review link' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel(/^Message/).fill('Please look at these by Friday.');
    await expectAccessible(page);
    const opening = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Preview as the guest' }).click();
    const preview = await opening;
    await expect(preview.getByText('0 of 10 reviewed')).toBeVisible();
    await expect(preview.getByText('Please look at these by Friday.')).toBeVisible();
    await expect(leadRow(preview, 'Row 001')).toBeVisible();
    await expectAccessibleInBothThemes(preview);
    await preview.getByRole('link', { name: /^Companies/ }).click();
    await expect(preview.getByRole('table', { name: 'Companies' }).getByText('Globex')).toBeVisible();
    await preview.close();
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expectToast(page, 'Review link sent');
    await expect(page.getByRole('table', { name: 'Review links' }).getByText(email)).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0)); // a link that is half below the bar is a small target
    await expectAccessible(page);
  });

  const link = linkIn(await mailServer.waitForEmail(email));

  await test.step('the guest asks for a code and types it', async () => {
    await page.goto(link);
    await expect(heading(page, / asked for your review$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the app' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    expect(mailServer.emailsTo(email)).toHaveLength(1);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const code = codeIn(await mailServer.waitForEmail(email, 2));
    await expect(page.getByLabel('Code')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(code);
    await expect(page.getByText('0 of 10 reviewed')).toBeVisible();
    await expect(page.getByText('Please look at these by Friday.')).toBeVisible();
    await expect(leadRow(page, 'Row 001')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('leads are decided one by one, and the rest at once, with undo', async () => {
    await decide(page, 'Row 001', 'Approve');
    await expect(page.getByText('1 of 10 reviewed')).toBeVisible();
    await decide(page, 'Row 002', 'Reject');
    await expect(page.getByText('2 of 10 reviewed')).toBeVisible(); // the first row has gone, and the others have moved up
    await decide(page, 'Row 003', 'Approve');
    await expect(page.getByText('3 of 10 reviewed')).toBeVisible();
    await page.getByRole('button', { name: 'Approve the rest (5)' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve 5 leads' }).click();
    await expectToast(page, '5 leads approved');
    await expect(page.getByText('8 of 10 reviewed')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, '5 leads moved back to review');
    await expect(page.getByText('3 of 10 reviewed')).toBeVisible();
    expect(Object.values(await readDecisions(agency, 'leads', customer.id))).toEqual([
      true,
      false,
      true,
      ...Array(5).fill(null),
    ]);
    await page.getByRole('button', { name: 'Approve the rest (5)' }).click();
    await page.getByRole('button', { name: 'Approve 5 leads' }).click();
    await expect(page.getByText('All leads are reviewed')).toBeVisible();
    await expect(page.locator(':focus')).toContainText('All leads are reviewed');
  });

  await test.step('the companies follow, and the end says what was decided', async () => {
    await page.getByRole('link', { name: 'Review 2 companies' }).click();
    await expect(heading(page, 'Companies 2')).toBeVisible();
    await page.getByRole('button', { name: 'Approve the rest (2)' }).click();
    await page.getByRole('button', { name: 'Approve 2 companies' }).click();
    await expect(page.getByText('All done')).toBeVisible();
    await expect(
      page.getByText(/^Leads: 7 approved, 1 rejected\. Companies: 2 approved, 0 rejected\. You can change/),
    ).toBeVisible();
    await expect(page.getByText('10 of 10 reviewed')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the device stays signed in, and a decision can still be changed', async () => {
    const again = await context.newPage();
    await again.goto(link);
    await expect(again.getByText('All done')).toBeVisible();
    await again.getByRole('link', { name: 'Show all leads' }).click();
    await expect(leadRow(again, 'Row 002')).toBeVisible();
    await again.close();
    await page.getByRole('link', { name: /^Leads/ }).click();
    await page.getByRole('radio', { name: /^Rejected/ }).click();
    await leadRow(page, 'Row 002').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved', 'Row 002');
  });

  await test.step('the administrator is still signed in, sees the decisions, and revokes the link', async () => {
    const admin = await context.newPage();
    await admin.goto(`/admin/customers/${customer.id}`);
    await admin.getByRole('button', { name: `Actions for ${email}` }).click();
    await admin.getByRole('menuitem', { name: 'Revoke' }).click();
    await admin.getByRole('button', { name: 'Revoke link' }).click();
    await expectToast(admin, 'Review link revoked', email);
    await admin.close();
    await leadRow(page, 'Row 002').getByRole('button', { name: 'Reject' }).click();
    await expect(heading(page, 'This review link has ended')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('an approver sends a link, its guest asks to add a colleague, and the colleague gets a link once the approver confirms', {
  tag: '@phone',
}, async ({ page, context, agency, adminSession, mailServer }) => {
  test.slow();
  const { customer, member } = await asMember(context, agency, [{ name: 'Ada Lovelace', audience: 'Fintech' }]);
  const [guest, colleague] = [agency.newAddress(), agency.newAddress()];

  await test.step('the approver sends a link to one audience', async () => {
    await page.goto('/review-links');
    await expect(page.getByText('No review links yet')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Send a review link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a review link' });
    await dialog.getByLabel('Email').fill(guest);
    await dialog.getByRole('combobox', { name: 'Audience' }).click();
    await page.getByRole('option', { name: 'Fintech' }).click();
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expectToast(page, 'Review link sent');
    await expect(page.getByRole('button', { name: 'Send a review link' })).toBeFocused();
  });

  const review = await context.newPage();
  await test.step('the guest reads who asks, and asks to add a colleague', async () => {
    const email = await mailServer.waitForEmail(guest);
    expect(email.text).toContain(`Grace Hopper (${member.email}) asks you to review for ${customer.name}.`);
    await review.goto(linkIn(email));
    await review.getByRole('button', { name: 'Send me a code' }).click();
    await review.getByLabel('Code').fill(codeIn(await mailServer.waitForEmail(guest, 2)));
    await expect(review.getByText('0 of 1 reviewed')).toBeVisible();
    await review.getByRole('button', { name: 'Add a colleague' }).click();
    const dialog = review.getByRole('dialog', { name: 'Add a colleague' });
    await dialog.getByLabel('Their email').fill(colleague);
    await dialog.getByLabel(/^Note/).fill('He decides too.');
    await expectAccessibleInBothThemes(review);
    await dialog.getByRole('button', { name: 'Ask to add' }).click();
    await expectToast(review, 'Request sent');
    await expect(review.getByRole('button', { name: 'Add a colleague' })).toBeFocused();
    expect(mailServer.emailsTo(colleague)).toHaveLength(0);
  });

  await test.step('an administrator is told', async () => {
    const { data = [] } = await agency.rows.rpc('needs_attention').eq('customer_id', customer.id).throwOnError();
    expect(data).toMatchObject([{ reason: 'colleagues asked for', amount: 1 }]);
  });

  await test.step('the approver confirms with the same audience', async () => {
    await page.reload();
    const requests = page.getByRole('list', { name: 'Requests for colleagues' });
    await expect(requests.getByText('He decides too.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await requests.getByRole('button', { name: `Confirm ${colleague}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a review link' });
    await expect(dialog.getByLabel('Email')).toHaveValue(colleague);
    await expect(dialog.getByRole('combobox', { name: 'Audience' })).toHaveText('Fintech');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expectToast(page, 'Review link sent');
    await expect(requests).toBeHidden();
    expect((await mailServer.waitForEmail(colleague)).subject).toMatch(/^Grace Hopper asks you to review for /);
  });

  await test.step('the guest sees that the colleague was added', async () => {
    await review.getByRole('button', { name: 'Add a colleague' }).click();
    await expect(review.getByRole('listitem').filter({ has: review.getByText(colleague) })).toHaveText(/Added$/);
    await expectAccessible(review);
  });

  await test.step('an administrator invites the guest to the team in one press', async () => {
    await storeSession(context, adminSession);
    const admin = await context.newPage();
    await admin.goto(`/admin/customers/${customer.id}`);
    const links = admin.getByRole('table', { name: 'Review links' });
    await links.getByRole('button', { name: `Actions for ${guest}` }).click();
    await admin.getByRole('menuitem', { name: 'Invite to the team' }).click();
    await expectToast(admin, 'Invitation sent');
    await expect(links.getByText('Invited')).toBeVisible();
    expect((await mailServer.waitForEmail(guest, 3)).subject).toMatch(new RegExp(` invited you to ${customer.name}$`));
    await review.reload();
    await expect(review.getByText('0 of 1 reviewed')).toBeVisible();
  });
});

test('a guest comments on a campaign, suggests a wording and signs the campaign off', { tag: '@phone' }, async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, [{ name: 'Ada Lovelace', is_approved: true }]);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('Do you have time on Monday?')] });
  const ofCampaign = { customer_id: customer.id, campaign_id: campaign.id };
  await agency.rows.rpc('request_review', ofCampaign).throwOnError();
  await openByLink({ page, agency, mailServer }, { customer_id: customer.id, with_campaigns: true, role: 'approver' });
  await expect(page.getByText('1 of 2 reviewed')).toBeVisible();
  await expect(heading(page, 'Campaigns 1')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: campaign.name }).click();
  await expect(page.getByText('Do you have time on Monday?')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Version 1', level: 3 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Restore as draft' })).toBeHidden();
  await page.getByRole('button', { name: 'Add comment on step 1' }).click();
  await expectUncovered(page.getByRole('button', { name: 'Comment' }));
  await page.getByLabel('New comment').fill('Rather on Tuesday.');
  await page.getByRole('button', { name: 'Comment' }).click();
  await expect(page.getByText('Rather on Tuesday.')).toBeVisible();
  await expect(page.getByLabel('New comment')).toBeFocused();
  await page.getByRole('button', { name: /^Suggest wording/ }).click();
  await page.getByLabel('Message').fill('Do you have time on Tuesday?');
  await page.getByRole('button', { name: 'Suggest' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Suggest wording/ })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Suggestion withdrawn')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('1 of 2 reviewed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Version 1', level: 3 })).toBeFocused();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('2 of 2 reviewed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Version 1', level: 3 })).toBeFocused();
  await expect(page.getByText('All done')).toBeVisible();
  const { data } = await agency.rows.from('campaign_reviews').select('status').eq('campaign_id', campaign.id).single();
  expect(data).toEqual({ status: 'approved' });
});

test('Back closes the panel of a guest, and its row has the focus again @phone', async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, numbered(3));
  await openByLink({ page, agency, mailServer }, { customer_id: customer.id });
  await page.getByRole('button', { name: 'Row 002', exact: true }).click();
  const panel = page.locator('[data-side-panel]');
  await expect(panel).toBeFocused();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Row 002', exact: true })).toBeFocused();
});

test('campaigns that a guest does not sign off are not counted, even once they are shown', async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, [{ name: 'Ada Lovelace' }]);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('Do you have time on Monday?')] });
  await agency.rows.rpc('request_review', { customer_id: customer.id, campaign_id: campaign.id }).throwOnError();
  await openByLink({ page, agency, mailServer }, { customer_id: customer.id, with_campaigns: true, role: 'reviewer' });
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('link', { name: campaign.name }).click();
  await expect(page.getByText('Only an approver can sign off.')).toBeVisible();
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Campaigns' })).toBeVisible();
});

test('a guest of an audience reviews its leads only, with reasons, and reads their companies', async ({
  page,
  agency,
  mailServer,
}) => {
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, [
    { name: 'Ada Lovelace', audience: 'Fintech', company: 'Acme Robotics' },
    { name: 'Grace Hopper', audience: 'Founders' },
  ]);
  await addCompanies(agency, customer.id, [{ name: 'Acme Robotics' }]);
  await openByLink({ page, agency, mailServer }, { customer_id: customer.id, audience: 'Fintech' });
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
  await expect(heading(page, 'Leads 1')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'What to review' })).toBeHidden();
  await page.getByRole('searchbox').fill('Grace');
  await expect(page.getByText('No leads match')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  const panel = page.getByRole('complementary', { name: 'Details of Ada Lovelace' });
  await expect(panel.getByRole('heading', { name: 'Company' })).toBeVisible();
  await expect(panel.getByRole('link', { name: /Acme Robotics/ })).toBeHidden();
  await page.keyboard.press('r');
  await expect(page.getByRole('region', { name: 'Why reject Ada Lovelace?' })).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByText('1 of 1 reviewed')).toBeVisible();
  await expect
    .poll(async () => (await agency.readLeads(customer.id)).map(({ rejection_reason_id }) => rejection_reason_id))
    .toEqual([expect.any(String), null]);

  await page.getByRole('button', { name: 'Not you?' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(heading(page, 'Your agency asked for your review')).toBeVisible();
});
