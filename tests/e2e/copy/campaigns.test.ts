import { choose, expectToast } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { addCampaign, message, openCampaign, readStatus, readSteps, stepRows } from './campaigns.ts';

test('a customer sees only their campaigns, newest first, and opens one from every point of its card (S2.49, S2.50, S6.16, S7.30)', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const foreign = await agency.addCustomer('Foreign');
  const theirs = await addCampaign(agency, foreign.id, { name: 'Not to be seen' });
  await addCampaign(agency, customer.id, { name: 'First', status: 'completed', steps: [message('Hi')] });
  const second = await addCampaign(agency, customer.id, { name: 'Second' });
  await page.goto('/copy');
  const cards = page.getByRole('list', { name: 'Campaigns', exact: true }).getByRole('listitem');
  await expect(cards).toHaveText([
    /^Second0 steps · 0 approved leads · updated (just now|1 minute ago)DraftCreated (just now|1 minute ago)$/,
    /^First1 step · 0 approved leads · updated (just now|1 minute ago)CompletedCreated (just now|1 minute ago)$/,
  ]);
  await expectAccessible(page);

  const dead = await cards.first().evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const corner = 8; // what is cut off by the round corners is not the card's
    const points: [number, number][] = [];
    for (let x = left + corner; x < left + width - corner; x += 6) {
      for (let y = top + corner; y < top + height - corner; y += 6) points.push([x, y]);
    }
    const isDead = ([x, y]: [number, number]) => !document.elementFromPoint(x, y)?.closest('a');
    return { points: points.length, dead: points.filter(isDead).length };
  });
  expect(dead).toEqual({ points: expect.any(Number), dead: 0 });
  expect(dead.points).toBeGreaterThan(100);
  await expect(cards.first().getByRole('link')).toHaveAttribute('title', /^Second\nCreated \d+ \w+ \d{4}, \d\d:\d\d/);
  const date = await cards.first().getByRole('time').last().boundingBox();
  if (!date) throw new Error('The card has no date');
  await page.mouse.click(date.x + date.width / 2, date.y + date.height / 2);
  await expect(page).toHaveURL(`/copy?campaign=${second.id}`);
  await expect(page.getByRole('dialog', { name: 'Second', exact: true })).toBeVisible();

  await page.goto(`/copy?campaign=${theirs.id}`);
  await expect(page.getByRole('dialog').getByText('Campaign not found')).toBeVisible();
});

test('a member creates a campaign, launches it, and duplicates, renames and deletes the copy (S1.6, S2.51, S2.52, S2.53, S2.54, S2.55, S4.11, S4.12, S4.13, S5.1, S5.3, S5.4, S6.19, S7.31, S7.32, S7.37, S8.16, S8.17, S8.19, S8.20)', async ({
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
  const openId = () => new URL(page.url()).searchParams.get('campaign') ?? '';
  const launch = page.getByRole('button', { name: 'Launch Campaign' });
  const status = page.getByRole('combobox', { name: 'Status' });

  await test.step('a first campaign belongs to the first customer that is not closed', async () => {
    await page.goto('/copy');
    await expect(page.getByText('No campaigns yet')).toBeVisible();
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const question = page.getByRole('dialog', { name: 'Create campaign' });
    await question.getByLabel('Campaign name').press('Enter');
    await expect(question.getByRole('alert')).toHaveText('Please enter a campaign name');
    await question.getByLabel('Campaign name').fill('  Founders  ');
    await question.getByRole('button', { name: 'Create campaign' }).click();
    await expectToast(page, 'Campaign created successfully');
    await expect(page.getByRole('dialog', { name: 'Founders' }).getByText('No steps added yet')).toBeVisible();
    await expectAccessible(page);
    const { data } = await agency.rows.from('campaigns').select('customer_id').eq('id', openId()).throwOnError();
    expect(data).toEqual([{ customer_id: first.id }]);
  });

  await test.step('steps are added and deleted', async () => {
    for (const [index, text] of ['One', 'Two', 'Three'].entries()) {
      await page.getByRole('button', { name: 'Add step' }).click();
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      if (index === 0) await expectAccessible(page);
      await page.getByRole('form').getByRole('button', { name: 'Add step' }).click();
      await expect(stepRows(page)).toHaveCount(index + 1);
      await expect(page.getByRole('form')).toBeHidden();
    }
    await page.getByRole('button', { name: 'Actions for step 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete step 2?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete step' }).click();
    await expectToast(page, 'Step deleted successfully');
    await expect(stepRows(page)).toHaveCount(2);
    await expect(stepRows(page).nth(1).getByText('Day 6')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit step 2' })).toBeFocused();
    const stored = (await readSteps(agency, openId())).map((step) => [step.step_number, step.message_content]);
    expect(stored).toEqual([
      [1, 'One'],
      [2, 'Three'],
    ]);
  });

  await test.step('it is launched, and its status changed', async () => {
    await launch.click();
    const question = page.getByRole('alertdialog', { name: 'Launch Campaign?' });
    await expect(question).toHaveAccessibleDescription(
      'Its status will change from draft to active. No leads are approved yet, so it has no recipients. 2 warnings to review before launch.',
    ); // messages before any connection
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Launch Campaign' }).click();
    await expectToast(page, 'Campaign launched successfully');
    await expect(status).toHaveText('Active');
    await expect(launch).toHaveCount(0);
    expect(await readStatus(agency, openId())).toBe('active');
    for (const option of ['Completed', 'Draft', 'Paused']) {
      await choose(page, 'Status', option);
      await expectToast(page, 'status updated successfully');
      await expect(status).toHaveText(option);
      await expect.poll(() => readStatus(agency, openId())).toBe(option.toLowerCase()); // the toast may be that of the option before
    }
  });

  await test.step('its copy is a draft with the same steps', async () => {
    await page.getByRole('button', { name: 'Campaign actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate campaign' }).click();
    await page.getByRole('button', { name: 'Duplicate campaign' }).click();
    await expect(page.getByRole('dialog', { name: 'Copy of Founders' })).toBeVisible();
    await expect(status).toHaveText('Draft');
    const copied = (await readSteps(agency, openId())).map((step) => [
      step.step_number,
      step.delay_days,
      step.message_content,
    ]);
    expect(copied).toEqual([
      [1, 3, 'One'],
      [2, 3, 'Three'],
    ]);
  });

  await test.step('the copy is renamed and deleted', async () => {
    await page.getByRole('button', { name: 'Campaign actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename campaign' }).click();
    await expectAccessible(page);
    await page.getByLabel('Campaign name').fill('Founders of the north');
    await page.getByRole('button', { name: 'Rename campaign' }).click();
    await expectToast(page, 'Campaign renamed');
    await expect(page.getByRole('button', { name: 'Campaign actions' })).toBeFocused(); // the rename dialog is gone
    await page.getByRole('button', { name: 'Campaign actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete campaign' }).click();
    await page.getByRole('button', { name: 'Delete campaign' }).click();
    await expectToast(page, 'Campaign deleted');
    await expect(page.getByRole('dialog')).toBeHidden();
    const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
    await expect(cards).toHaveText([
      /^FoundersJoined first [\w-]+2 steps · 0 approved leads · updated (just now|1 minute ago)PausedCreated (just now|1 minute ago)$/,
    ]);
  });

  await test.step('without steps it is not launched', async () => {
    const empty = await addCampaign(agency, first.id, { name: 'Empty' });
    await openCampaign(page, empty);
    await expect(page.getByText('No steps added yet')).toBeVisible();
    await launch.click();
    await expectToast(page, 'Cannot launch campaign without any steps');
    expect(await readStatus(agency, empty.id)).toBe('draft');
  });
});
