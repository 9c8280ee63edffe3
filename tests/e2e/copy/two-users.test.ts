import type { Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { expectToast } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, addStep, connection, message, openCampaign, stepRows, stepsOf } from './campaigns.ts';

/** The member has unsaved changes in step 2 while an administrator changes the same campaign. */
async function editStep(page: Page, agency: Agency, customerId: string) {
  const campaign = await addCampaign(agency, customerId, { steps: [connection(), message('Old')] });
  await openCampaign(page, campaign);
  await page.getByRole('button', { name: 'Edit step 2' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Mine');
  const [, step] = await stepsOf(agency, campaign.id);
  if (!step) throw new Error('no step');
  const change = () =>
    agency.rows.from('campaign_steps').update({ message_content: 'Theirs' }).eq('id', step.id).throwOnError();
  const remove = () => agency.rows.from('campaign_steps').delete().eq('id', step.id).throwOnError();
  const stored = async () => (await stepsOf(agency, campaign.id)).map(({ message_content }) => message_content);
  return { campaign, change, remove, stored };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save step' }).click();

test('a member whose step was changed by another user can overwrite it or use the other version', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency);
  const { change, stored } = await editStep(page, agency, customer.id);
  await change();
  await save(page);
  const conflict = page
    .getByRole('alert')
    .filter({ has: page.getByText('Another user changed this step while you were editing.') });
  await expect(conflict.getByText('Theirs')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Mine');
  expect(await stored()).toEqual(['', 'Theirs']);
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expectToast(page, 'Step updated successfully');
  expect(await stored()).toEqual(['', 'Mine']);

  await page.getByRole('button', { name: 'Edit step 2' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Mine again');
  await change();
  await save(page);
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Theirs');
  await page.getByRole('textbox', { name: 'Message' }).fill('Both');
  await save(page);
  await expect.poll(stored).toEqual(['', 'Both']);
});

test('a step that another user has changed is not deleted', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const { change, stored } = await editStep(page, agency, customer.id);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await change();
  await page.getByRole('button', { name: 'Actions for step 2' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete step' }).click();
  await expectToast(page, 'Failed to delete step', 'Another user just changed it. Review it and try again.');
  await expect(stepRows(page).nth(1).getByText('Theirs')).toBeVisible();
  expect(await stored()).toEqual(['', 'Theirs']);
});

test('steps added by two users at once are both stored, and an outdated order is rejected', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 400');
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('One')] });
  await openCampaign(page, campaign);
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Mine');
  await addStep(agency, campaign.id, message('Theirs'), 2);
  await page.getByRole('form').getByRole('button', { name: 'Add step' }).click();
  await expect(stepRows(page)).toContainText(['One', 'Theirs', 'Mine']);

  await addStep(agency, campaign.id, message('Another'), 4);
  await page.getByRole('button', { name: /^Move step 1:/ }).press('ArrowDown');
  await expectToast(page, 'Failed to update step', 'The list must contain each step of the campaign once');
  await expect(stepRows(page)).toContainText(['One', 'Theirs', 'Mine', 'Another']);
});
