import { choose, expectToast, optionsOf } from '../support/pages.ts';
import { failRequests, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, CAMPAIGNS, message, openCampaign, statusOf, stepsOf } from './campaigns.ts';

test('a customer sees campaigns as cards with name, status and creation date, newest first', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const foreign = await agency.addCustomer('Foreign');
  const steps = [message('Hi')];
  await addCampaign(agency, foreign.id, { name: 'Not to be seen' });
  for (const [name, status] of [
    ['First', 'completed'],
    ['Second', 'paused'],
    ['Third', 'active'],
    ['Fourth', 'draft'],
  ] as const) {
    await addCampaign(agency, customer.id, { name, status, steps });
  }
  const calls = requestsTo(page, 'GET', CAMPAIGNS);
  await page.goto('/copy');
  const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
  await expect(cards).toHaveText([
    'FourthDraftCreated now',
    'ThirdActiveCreated now',
    'SecondPausedCreated now',
    'FirstCompletedCreated now',
  ]);
  await expect(cards.first().getByRole('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  await expect(page.getByRole('heading', { name: 'Copy 4' })).toBeVisible();
  expect(calls.map(({ query }) => [query.get('customer_id'), query.get('order')])).toEqual([
    [`in.(${customer.id})`, 'created_at.desc,id.desc'],
  ]);
  await expectAccessible(page);
});

test('a first campaign belongs to the first customer and opens without steps', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { member } = await asMember(context, agency);
  const [first, closed] = [
    await agency.addCustomer('Joined first'),
    await agency.addCustomer('Joined before, and closed'),
  ];
  for (const [customer, joined] of [
    [first, '2020-01-01'],
    [closed, '2019-01-01'],
  ] as const) {
    await agency.addMembership(member, customer.id);
    const membership = agency.rows
      .from('customer_users')
      .update({ accepted_at: joined })
      .eq('customer_id', customer.id);
    await membership.throwOnError();
  }
  await agency.rows.from('customers').update({ is_active: false }).eq('id', closed.id).throwOnError();
  await page.goto('/copy');
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expectAccessible(page);
  const calls = requestsTo(page, 'POST', CAMPAIGNS);

  await page.getByRole('button', { name: 'Create campaign' }).click();
  const question = page.getByRole('dialog', { name: 'Create campaign' });
  await question.getByLabel('Campaign name').fill('   ');
  await question.getByLabel('Campaign name').press('Enter');
  await expect(question.getByRole('alert')).toHaveText('Please enter a campaign name');
  await expectAccessible(page);
  expect(calls).toEqual([]);
  await question.getByLabel('Campaign name').fill('  Founders  ');
  await question.getByRole('button', { name: 'Create campaign' }).click();
  await expectToast(page, 'Campaign created successfully');
  expect(calls.map(({ body }) => body)).toEqual([{ name: 'Founders', customer_id: first.id }]);

  const dialog = page.getByRole('dialog', { name: 'Founders' });
  await expect(dialog.getByText('No steps added yet')).toBeVisible();
  await expect(page).toHaveURL(/\/copy\?campaign=[\da-f-]{36}$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/copy$/);
  await expect(page.getByRole('link', { name: 'Founders' })).toBeVisible();
});

test('a campaign that cannot be created shows an error and keeps its name', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  await asMember(context, agency);
  await page.goto('/copy');
  await failRequests(page, ['POST', CAMPAIGNS], { message: 'The database is away', only: [1] });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const question = page.getByRole('dialog', { name: 'Create campaign' });
  await question.getByLabel('Campaign name').fill('Founders');
  await question.getByRole('button', { name: 'Create campaign' }).click();
  await expectToast(page, 'Failed to create campaign', 'The database is away');
  await expect(question.getByLabel('Campaign name')).toHaveValue('Founders');
  await question.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByRole('dialog', { name: 'Founders' })).toBeVisible();
});

test('a card opens its campaign and gets the focus back', { tag: '@phone' }, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  await addCampaign(agency, customer.id, { steps: [message('Hi')] });
  await page.goto('/copy');
  const card = page.getByRole('link', { name: 'Founders' });
  await card.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Founders' }).getByText('Day 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
  await card.click();
  await expect(page.getByRole('dialog', { name: 'Founders' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an unknown campaign, or one of another customer, is reported as not found', async ({ page, context, agency }) => {
  await asMember(context, agency);
  const foreign = await agency.addCustomer('Foreign');
  const theirs = await addCampaign(agency, foreign.id);
  for (const id of ['not-an-id', theirs.id]) {
    await page.goto(`/copy?campaign=${id}`);
    await expect(page.getByRole('dialog').getByText('Campaign not found')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Back to campaigns' }).click();
  await expect(page).toHaveURL(/\/copy$/);
});

test('a campaign is launched after a confirmation, but not without steps', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency);
  const empty = await addCampaign(agency, customer.id, { name: 'Empty' });
  const full = await addCampaign(agency, customer.id, { name: 'Full', steps: [message('Hi')] });
  const calls = requestsTo(page, 'PATCH', CAMPAIGNS);

  const dialog = await openCampaign(page, empty);
  await expect(dialog.getByText('No steps added yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Launch Campaign' }).click();
  await expectToast(page, 'Cannot launch campaign without any steps');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(calls).toEqual([]);

  await openCampaign(page, full);
  await expect(page.getByText('Day 3')).toBeVisible();
  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  const question = page.getByRole('alertdialog', { name: 'Launch Campaign?' });
  await expect(question).toHaveAccessibleDescription(
    'Its status changes from draft to active. 1 warning to review before launch.',
  ); // a message before any connection
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await statusOf(agency, full.id)).toBe('draft');
  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  await question.getByRole('button', { name: 'Launch Campaign' }).click();
  await expectToast(page, 'Campaign launched successfully');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Active');
  await expect(page.getByRole('button', { name: 'Launch Campaign' })).toHaveCount(0);
  expect(calls.map(({ query, body }) => [query.get('id'), body])).toEqual([[`eq.${full.id}`, { status: 'active' }]]);
});

test('the status can be set to any value, and only a launch asks for confirmation', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 503');
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { steps: [message('Hi')] });
  await openCampaign(page, campaign);
  await expect(page.getByText('Day 3')).toBeVisible();
  expect(await optionsOf(page, 'Status')).toEqual(['Draft', 'Active', 'Paused', 'Completed']);

  await choose(page, 'Status', 'Active');
  await page
    .getByRole('alertdialog', { name: 'Launch Campaign?' })
    .getByRole('button', { name: 'Launch Campaign' })
    .click();
  await expectToast(page, 'Campaign launched successfully');
  for (const [option, status] of [
    ['Completed', 'completed'],
    ['Paused', 'paused'],
    ['Active', 'active'],
    ['Draft', 'draft'],
  ] as const) {
    await choose(page, 'Status', option);
    await expectToast(page, 'status updated successfully');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText(option);
    expect(await statusOf(agency, campaign.id)).toBe(status);
  }
  await expect(page.getByRole('button', { name: 'Launch Campaign' })).toBeVisible();

  await failRequests(page, ['PATCH', CAMPAIGNS], { status: 503, message: 'The database rests' });
  await choose(page, 'Status', 'Paused');
  await expectToast(page, 'Failed to update campaign status', 'The database rests');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Draft');
  await page.keyboard.press('Escape');
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByText('Founders') })
      .getByText('Draft'),
  ).toBeVisible();
});

test('the Launch Campaign button is shown for drafts only', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  for (const status of ['draft', 'active', 'paused', 'completed'] as const) {
    const campaign = await addCampaign(agency, customer.id, { name: `Is ${status}`, status, steps: [message('Hi')] });
    const dialog = await openCampaign(page, campaign);
    await expect(dialog.getByText('Day 3')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Launch Campaign' })).toHaveCount(status === 'draft' ? 1 : 0);
  }
});

test('a campaign is duplicated as a draft with its steps, and deleted after a confirmation', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const { customer } = await asMember(context, agency);
  const steps = [message('One', 0), message('Two', 2)];
  const campaign = await addCampaign(agency, customer.id, { status: 'active', steps });
  await openCampaign(page, campaign);
  const more = page.getByRole('button', { name: 'Campaign actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Duplicate campaign' }).click();
  const question = page.getByRole('dialog', { name: 'Duplicate campaign' });
  await expect(question.getByLabel('Campaign name')).toHaveValue('Copy of Founders');
  await question.getByRole('button', { name: 'Duplicate campaign' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy of Founders' });
  await expect(copy.getByRole('combobox', { name: 'Status' })).toHaveText('Draft');
  const id = new URL(page.url()).searchParams.get('campaign') ?? '';
  const copied = (await stepsOf(agency, id)).map((step) => [step.step_number, step.delay_days, step.message_content]);
  expect(copied).toEqual([
    [1, 0, 'One'],
    [2, 2, 'Two'],
  ]);

  await more.click();
  await page.getByRole('menuitem', { name: 'Delete campaign' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Delete this campaign?' });
  await expect(deletion).toHaveAccessibleDescription(
    'This deletes “Copy of Founders” and its 2 steps for everyone. This can’t be undone.',
  );
  await deletion.getByRole('button', { name: 'Cancel' }).click();
  await expect(copy).toBeVisible();
  const outage = await failRequests(page, ['DELETE', CAMPAIGNS], { message: 'The database rests' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete campaign' }).click();
  await deletion.getByRole('button', { name: 'Delete campaign' }).click();
  await expectToast(page, 'Failed to delete campaign', 'The database rests');
  await outage.end();
  await deletion.getByRole('button', { name: 'Delete campaign' }).click();
  await expectToast(page, 'Campaign deleted');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem')).toHaveText([/^Founders/]);
});
