import { choose, expectToast, optionsOf } from '../support/pages.ts';
import { failRequests, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { addCampaign, connection, email, message, openCampaign, STEPS, stepRows, stepsOf } from './campaigns.ts';

test('the timeline shows the channel, day and first lines of each step, with variables as chips', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const steps = [
    connection(),
    message('Hi {{first_name}}\n\nof {{company}}', 3),
    email('For {{company}}', `Start ${'long '.repeat(1_990)}`, 0),
    email('Last', 'Bye', 14),
  ];
  await openCampaign(page, await addCampaign(agency, customer.id, { steps }));
  await expect(stepRows(page)).toHaveCount(4);
  const shown = stepRows(page).getByRole('heading', { level: 3 });
  await expect(shown).toHaveText(['LinkedIn connection request', 'LinkedIn message', 'Email', 'Email']);
  for (const [place, day] of ['Day 0', 'Day 3', 'Day 3', 'Day 17'].entries()) {
    await expect(stepRows(page).nth(place).getByText(day, { exact: true })).toBeVisible();
  }
  await expect(stepRows(page).nth(0).getByText('Without a note')).toBeVisible();
  await expect(stepRows(page).nth(1)).toContainText('Hi First name\nof Company', { useInnerText: true });
  await expect(stepRows(page).nth(2).getByText('For Company')).toBeVisible();
  const lines = await stepRows(page)
    .nth(2)
    .getByText(/^Start long/)
    .boundingBox();
  expect(lines?.height).toBeLessThan(70);
  await expectAccessible(page);
});

test('a step is added with its defaults, and only an email has a subject', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id);
  await openCampaign(page, campaign);
  const calls = requestsTo(page, 'POST', STEPS);
  await page.getByRole('button', { name: 'Add step' }).click();
  const editor = page.getByRole('form', { name: 'New step' });
  await expect(editor.getByRole('combobox', { name: 'Channel' })).toHaveText('LinkedIn message');
  await expect(editor.getByRole('combobox', { name: 'Channel' })).toBeFocused();
  await expect(editor.getByRole('textbox', { name: 'Delay in days' })).toHaveValue('3');
  await expect(editor.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(editor.getByRole('textbox', { name: 'Subject' })).toHaveCount(0);
  await expectAccessible(page);
  expect(await optionsOf(page, 'Channel')).toEqual(['LinkedIn connection request', 'LinkedIn message', 'Email']);
  await editor.getByRole('button', { name: 'Add step' }).click();
  await expectToast(page, 'Step added successfully');
  await expect(stepRows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add step' })).toBeFocused();

  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, 'Channel', 'Email');
  await editor.getByRole('textbox', { name: 'Subject' }).fill('Hello');
  await editor.getByRole('textbox', { name: 'Message' }).fill('Text');
  await editor.getByRole('textbox', { name: 'Delay in days' }).fill('-2');
  await editor.getByRole('textbox', { name: 'Delay in days' }).blur();
  await expect(editor.getByRole('textbox', { name: 'Delay in days' })).toHaveValue('0');
  await expect(editor.getByText('Immediately')).toBeVisible();
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Add step' }).click();
  await expect(stepRows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, 'Channel', 'Email');
  await editor.getByRole('textbox', { name: 'Subject' }).fill('Not for a request');
  await choose(page, 'Channel', 'LinkedIn connection request');
  await expect(editor.getByRole('textbox', { name: 'Connection message Optional' })).toBeVisible();
  await expect(editor.getByText('Optional')).toBeVisible();
  await editor.getByRole('textbox', { name: 'Delay in days' }).fill('1.5');
  await editor.getByRole('button', { name: 'Add step' }).click();
  await expect(stepRows(page)).toHaveCount(3);

  const sent = { campaign_id: campaign.id, subject: null, message_content: '' };
  expect(calls.map(({ body }) => body)).toEqual([
    { ...sent, step_number: 1, step_type: 'linkedin_message', delay_days: 3 },
    { ...sent, step_number: 2, step_type: 'email', delay_days: 0, subject: 'Hello', message_content: 'Text' },
    { ...sent, step_number: 3, step_type: 'linkedin_connection', delay_days: 0 },
  ]);
});

test('a step is edited in place, with the preview beside it or, on a phone, below', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada Lovelace', is_approved: true }]);
  const campaign = await addCampaign(agency, customer.id, { steps: [connection(), message('Old'), message('Last')] });
  await openCampaign(page, campaign);
  const calls = requestsTo(page, 'PATCH', STEPS);
  await page.getByRole('button', { name: 'Edit step 2' }).click();
  const editor = stepRows(page).nth(1).getByRole('form', { name: 'Edit step 2' });
  const [field, preview] = [
    editor.getByRole('textbox', { name: 'Message' }),
    editor.getByRole('region', { name: 'Preview' }),
  ];
  await field.fill('New for {{first_name}}');
  await expect(preview.getByText('New for Ada')).toBeVisible();
  const [writing, reading] = [await field.boundingBox(), await preview.boundingBox()];
  if (!writing || !reading) throw new Error('not in sight');
  if (isPhone(page)) expect(reading.y).toBeGreaterThan(writing.y + writing.height);
  else expect(reading.x).toBeGreaterThan(writing.x + writing.width);
  await editor.getByRole('button', { name: 'Save step' }).click();
  await expectToast(page, 'Step updated successfully');
  await expect(page.getByRole('button', { name: 'Edit step 2' })).toBeFocused();
  await expect(stepRows(page).nth(1).getByText('New for First name')).toBeVisible();
  const [, stored] = await stepsOf(agency, campaign.id);
  expect(stored?.message_content).toBe('New for {{first_name}}');
  expect(calls.map(({ query }) => query.get('id'))).toEqual([`eq.${stored?.id}`]);
});

test('a step is deleted after a confirmation, and later steps move up', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const steps = [connection(), message('Two', 2), message('Three', 5)];
  const campaign = await addCampaign(agency, customer.id, { steps });
  await openCampaign(page, campaign);
  await page.getByRole('button', { name: 'Actions for step 2' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete step 2?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(stepRows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Actions for step 2' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete step' }).click();
  await expectToast(page, 'Step deleted successfully');
  await expect(stepRows(page)).toHaveCount(2);
  await expect(stepRows(page).nth(1).getByText('Day 5')).toBeVisible();
  expect((await stepsOf(agency, campaign.id)).map((step) => step.step_number)).toEqual([1, 2]);
  await expect(page.getByRole('button', { name: 'Edit step 2' })).toBeFocused();
});

test('a step that cannot be added, updated or deleted shows an error and loses nothing', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('One')] });
  const away = { message: 'The database is away' };
  await failRequests(page, ['POST', STEPS], away);
  await failRequests(page, ['PATCH', STEPS], away);
  await failRequests(page, ['DELETE', STEPS], away);
  await openCampaign(page, campaign);

  await page.getByRole('button', { name: 'Edit step 1' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Two');
  await page.getByRole('button', { name: 'Save step' }).click();
  await expectToast(page, 'Failed to update step', away.message);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Two');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Actions for step 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete step' }).click();
  await expectToast(page, 'Failed to delete step', away.message);
  await expect(stepRows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Three');
  await page.getByRole('form').getByRole('button', { name: 'Add step' }).click();
  await expectToast(page, 'Failed to add step', away.message);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Three');
  expect((await stepsOf(agency, campaign.id)).map((step) => step.message_content)).toEqual(['One']);
});

test('steps are moved by keyboard, menu and dragging', { tag: '@phone' }, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, {
    steps: [message('One', 1), message('Two', 2), message('Three', 3)],
  });
  await openCampaign(page, campaign);
  const order = async (words: string[]) => {
    await expect(stepRows(page)).toContainText(words);
    await expect
      .poll(async () => (await stepsOf(agency, campaign.id)).map((step) => step.message_content))
      .toEqual(words);
  };

  const handle = (number: number) => page.getByRole('button', { name: new RegExp(`^Move step ${number}:`) });
  await handle(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await order(['Two', 'Three', 'One']);
  await expect(handle(3)).toBeFocused();
  await expect(
    page.getByRole('status').filter({ has: page.getByText('LinkedIn message is now step 3 of 3') }),
  ).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(stepRows(page).nth(2).getByText('Day 6')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for step 2' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await order(['Three', 'Two', 'One']);

  const [from, to] = [await handle(3).boundingBox(), await stepRows(page).first().boundingBox()];
  if (!from || !to) throw new Error('not in sight');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x, to.y + to.height, { steps: 4 });
  await page.mouse.move(from.x, to.y + 4, { steps: 4 });
  await page.mouse.up();
  await order(['One', 'Three', 'Two']);
});
