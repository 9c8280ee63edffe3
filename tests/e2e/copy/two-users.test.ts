import { expectToast } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, addStep, connection, message, openCampaign, readSteps, stepRows } from './campaigns.ts';

test('changes of two users at once are never lost: to a step, to the list of steps, and to their order', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 400');
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { steps: [connection(), message('Old')] });
  await openCampaign(page, campaign);
  const text = page.getByRole('textbox', { name: 'Message' });
  const save = () => page.getByRole('button', { name: 'Save step' }).click();
  const stored = async () => (await readSteps(agency, campaign.id)).map(({ message_content }) => message_content);
  const conflict = page
    .getByRole('alert')
    .filter({ has: page.getByText('Another user changed this step while you were editing.') });
  const change = () =>
    agency.rows
      .from('campaign_steps')
      .update({ message_content: 'Theirs' })
      .eq('campaign_id', campaign.id)
      .eq('step_number', 2)
      .throwOnError();
  const edit = async (mine: string) => {
    await page.getByRole('button', { name: 'Edit step 2' }).click();
    await text.fill(mine);
  };

  await test.step('a step that another user has changed can be overwritten', async () => {
    await edit('Mine');
    await change();
    await save();
    await expect(conflict.getByText('Theirs')).toBeVisible();
    await expect(text).toHaveValue('Mine');
    expect(await stored()).toEqual(['', 'Theirs']);
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expectToast(page, 'Step updated successfully');
    expect(await stored()).toEqual(['', 'Mine']);
  });

  await test.step('the other version can be used', async () => {
    await edit('Mine again');
    await change();
    await save();
    await conflict.getByRole('button', { name: 'Use theirs' }).click();
    await expect(text).toHaveValue('Theirs');
    await text.fill('Both');
    await save();
    await expect.poll(stored).toEqual(['', 'Both']);
  });

  await test.step('a step that another user has changed is not deleted', async () => {
    await expect(text).toBeHidden();
    await expect(stepRows(page).nth(1).getByText('Both')).toBeVisible();
    await change();
    await page.getByRole('button', { name: 'Actions for step 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete step' }).click();
    await expectToast(page, 'Failed to delete step', 'Another user just changed this step. Review it and try again.');
    await expect(stepRows(page).nth(1).getByText('Theirs')).toBeVisible();
    expect(await stored()).toEqual(['', 'Theirs']);
  });

  await test.step('steps added at once are both stored', async () => {
    await page.getByRole('button', { name: 'Add step' }).click();
    await text.fill('Mine');
    await addStep(agency, campaign, message('Another'), 3);
    await page.getByRole('form').getByRole('button', { name: 'Add step' }).click();
    await expect(stepRows(page)).toContainText(['Without a note', 'Theirs', 'Another', 'Mine']);
  });

  await test.step('an outdated order is rejected', async () => {
    await addStep(agency, campaign, message('Last'), 5);
    await page.getByRole('button', { name: /^Move step 1:/ }).press('ArrowDown');
    await expectToast(page, 'Failed to update step', 'The list must contain each step of the campaign once');
    await expect(stepRows(page)).toContainText(['Without a note', 'Theirs', 'Another', 'Mine', 'Last']);
  });
});
