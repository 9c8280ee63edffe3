import type { Page } from '@playwright/test';
import { expectToast, openAttention } from '../support/pages.ts';
import {
  asMember,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  storeSession,
  test,
} from '../support/test.ts';
import { addCampaign, email, message, openCampaign, readStatus, readSteps } from './campaigns.ts';

const openAsAdmin = async (page: Page, campaign: { id: string; name: string }) => {
  await page.goto(`/admin/copy?campaign=${campaign.id}`);
  await page.getByRole('dialog', { name: campaign.name }).waitFor();
};
const bar = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('copy is reviewed with a comment and a suggestion, signed off, and launched only with the approved words @phone', async ({
  page,
  context,
  browser,
  baseURL,
  agency,
  adminSession,
  expected,
}) => {
  expected.push('status of 400');
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, {
    steps: [email('Hello', 'Hi {{first_name}}, we met in Berlin.'), message('Do you have time on Monday?')],
  });
  const adminContext = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() });
  await storeSession(adminContext, adminSession);
  const admin = await adminContext.newPage();

  await test.step('an administrator requires sign-off and requests a review', async () => {
    await admin.goto(`/admin/copy?customer=${customer.id}`);
    await admin.getByRole('checkbox', { name: /^Copy needs sign-off/ }).click();
    await expectToast(admin, 'Copy now needs sign-off');
    await openAsAdmin(admin, campaign);
    await expect(bar(admin).getByText('Not reviewed yet')).toBeVisible();
    await press(admin, 'Launch Campaign');
    await expectToast(admin, 'Needs sign-off first: request a review.');
    await press(admin, 'Request review');
    await expect(bar(admin).getByText('Version 1 is in review')).toBeVisible();
  });

  await test.step('a member comments on a step, suggests a wording and requests changes', async () => {
    await page.goto('/dashboard');
    await page
      .getByRole('region', { name: 'Copy waiting for your review' })
      .getByRole('link', { name: `Review “${campaign.name}”` })
      .click();
    await expect(page.getByRole('heading', { name: 'Version 1', level: 3 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add comment on step 1' }).click();
    await page.getByRole('textbox', { name: 'New comment' }).fill('It was in Vienna.');
    await press(page, 'Comment');
    await expect(page.getByRole('list', { name: 'Comments' }).getByText('It was in Vienna.')).toBeVisible();
    await page.getByRole('button', { name: 'Suggest wording for step 2' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you have time on Tuesday?');
    await press(page, 'Suggest');
    await expectToast(page, 'Suggestion added');
    const suggestion = page.getByRole('list', { name: 'Suggestions for step 2' });
    await expect(suggestion.locator('del')).toHaveText('Monday');
    await expect(suggestion.locator('ins')).toHaveText('Tuesday');
    await page.getByRole('textbox', { name: /^Note/ }).fill('Vienna, please.');
    await press(page, 'Request changes');
    await expectToast(page, 'Changes requested');
  });

  await test.step('the administrator sees it, accepts the suggestion, edits, and requests a review again', async () => {
    await (await openAttention(admin, customer, '1 campaign with changes requested')).click();
    await openAsAdmin(admin, campaign);
    await expect(bar(admin).getByText('Changes requested to version 1')).toBeVisible();
    await press(admin, 'Show versions');
    await expect(admin.getByText(/^Changes requested by Grace Hopper .*: Vienna, please\.$/)).toBeVisible();
    await press(admin, 'Accept');
    await expectToast(admin, 'Suggestion accepted');
    await press(admin, 'Back to steps');
    await press(admin, 'Edit step 1');
    await admin.getByRole('textbox', { name: 'Message' }).fill('Hi {{first_name}}, we met in Vienna.');
    await press(admin, 'Save step');
    await expectToast(admin, 'Step updated successfully');
    await expect(bar(admin).getByText('Changed since changes to version 1 were requested')).toBeVisible();
    await press(admin, 'Request review');
    await expect(bar(admin).getByText('Version 2 is in review')).toBeVisible();
  });

  await test.step('the member sees what has changed, and approves', async () => {
    await openCampaign(page, campaign);
    await bar(page).getByRole('button', { name: 'Review' }).click();
    const steps = page.getByRole('dialog').locator('ol').last();
    await expect(steps.locator('del')).toHaveText(['Berlin', 'Monday']);
    await expect(steps.locator('ins')).toHaveText(['Vienna', 'Tuesday']);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({ ratio: 1 }); // without scrolling through the steps
    await expectAccessibleInBothThemes(page);
    await press(page, 'Approve');
    await expectToast(page, 'Version approved');
    await press(page, 'Back to steps');
    await expect(bar(page).getByText('Version 2 is approved')).toBeVisible();
  });

  await test.step('the approved steps are launched; an edit needs a confirmation, and an earlier version can be restored', async () => {
    await openAsAdmin(admin, campaign);
    await press(admin, 'Launch Campaign');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Launch Campaign' }).click();
    await expectToast(admin, 'Campaign launched successfully');
    await press(admin, 'Edit step 2');
    await admin
      .getByRole('alertdialog', { name: 'Edit approved copy?' })
      .getByRole('button', { name: 'Edit anyway' })
      .click();
    await admin.getByRole('textbox', { name: 'Message' }).fill('Do you have time?');
    await press(admin, 'Save step');
    await expect(bar(admin).getByText('Changed since version 2 was approved')).toBeVisible();
    expect(await readStatus(agency, campaign.id)).toBe('active');
    await press(admin, 'Show versions');
    await press(admin, 'Restore as draft');
    await admin
      .getByRole('alertdialog', { name: 'Restore version 2?' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await expect(bar(admin).getByText('Version 2 is approved')).toBeVisible();
    expect((await readSteps(agency, campaign.id)).map(({ message_content }) => message_content)).toEqual([
      'Hi {{first_name}}, we met in Vienna.',
      'Do you have time on Tuesday?',
    ]);
  });
  await adminContext.close();
});
