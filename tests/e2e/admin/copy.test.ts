import { addCampaign, CAMPAIGNS, message, stepRows } from '../copy/campaigns.ts';
import { choose, expectToast, leadNames } from '../support/pages.ts';
import { failRequests, holdRequest, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator sees, filters and launches the campaigns of all customers (S2.90, S2.91)', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  await test.step('an administrator sees and filters the campaigns of all customers', async () => {
    const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
    await addCampaign(agency, north.id, { name: 'Founders of the north' });
    await addCampaign(agency, north.id, { name: '100% growth_plan' });
    await addCampaign(agency, south.id, { name: 'Founders of the south', status: 'paused' });
    const calls = requestsTo(page, 'GET', CAMPAIGNS);
    await page.goto('/admin/copy');
    const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
    await expect(cards.filter({ has: page.getByText('Founders of the south') })).toHaveText(
      `Founders of the south${south.name}0 steps · 0 approved leads · updated just nowPausedCreated just now`,
    );
    await expect(cards.filter({ has: page.getByText('Founders of the north') }).getByText(north.name)).toBeVisible();
    await expectAccessible(page);

    await choose(page, 'Customer', north.name);
    await expect(cards).toHaveText([/^100% growth_plan/, /^Founders of the north/]);
    await expect(page.getByRole('heading', { name: 'Copy 2' })).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search by campaign name' });
    await search.fill('100% GROWTH_');
    await expect(cards).toHaveText([/^100% growth_plan/]);
    await expect(page).toHaveURL(/customer=[\da-f-]{36}&search=100%25\+GROWTH_$/);
    await search.fill('nothing like it');
    await expect(page.getByText('No campaigns match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/admin\/copy$/);
    await expect(cards.filter({ has: page.getByText('Founders of the south') })).toBeVisible();

    expect(calls[0]?.query.has('customer_id')).toBe(false);
    expect(calls[1]?.query.get('customer_id')).toBe(`in.(${north.id})`);
    for (const { query } of calls) expect(query.get('order')).toBe('created_at.desc,id.desc');
  });

  await test.step('a card opens the same dialog as for the customer, and its warnings link to the leads of that customer', async () => {
    const customer = await agency.addCustomer('Same dialog');
    await agency.addLeads(customer.id, [
      { name: 'Ada', is_approved: true },
      { name: 'Bea', company: 'Bolt', is_approved: true },
    ]);
    await addCampaign(agency, customer.id, { name: 'Same dialog', steps: [message('Hi at {{company}}')] });
    await page.goto(`/admin/copy?customer=${customer.id}`);
    await page.getByRole('link', { name: 'Same dialog' }).click();
    const dialog = page.getByRole('dialog', { name: 'Same dialog' });
    await expect(dialog.getByText(customer.name)).toBeVisible();
    await expect(stepRows(page)).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Launch Campaign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Launch Campaign' }).click();
    await expectToast(page, 'Campaign launched successfully');
    await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText('Active');

    const opening = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: 'View leads with no company (opens in a new tab)' }).click();
    const tab = await opening;
    await expect.poll(() => leadNames(tab)).toEqual(['Ada']);
    await tab.close();
    await page.keyboard.press('Escape');
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByText('Same dialog') })
        .getByText('Active'),
    ).toBeVisible();
  });

  await test.step('campaigns load page by page, and a failed page can be retried', async () => {
    const customer = await agency.addCustomer('Many');
    for (let number = 59; number >= 0; number -= 1) {
      const campaign = { customer_id: customer.id, name: `Campaign ${number}` };
      await agency.rows.from('campaigns').insert(campaign).throwOnError(); // one by one, so that each has a later date
    }
    await page.goto(`/admin/copy?customer=${customer.id}`);
    const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
    await expect(cards).toHaveCount(50);
    const outage = await failRequests(page, ['GET', CAMPAIGNS], { message: 'The database is away' });
    await page.getByRole('button', { name: 'Show more campaigns' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('More campaigns couldn’t be loaded.');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeFocused();
    await expect(cards).toHaveCount(50);
    await outage.end();
    await page.keyboard.press('Enter');
    await expect(cards).toHaveCount(60);
    await expect(cards.last().getByText('Campaign 59')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Copy 60' })).toBeVisible();
  });

  await test.step('loading and failed campaigns have their own states', async () => {
    const customer = await agency.addCustomer('Away');
    await addCampaign(agency, customer.id, { name: 'Away' });
    await failRequests(page, ['GET', CAMPAIGNS], { message: 'The database is away', only: [1] });
    const list = await holdRequest(page, ['GET', CAMPAIGNS]);
    await page.goto(`/admin/copy?customer=${customer.id}`);
    await expect(page.getByRole('status', { name: 'Loading campaigns' })).toBeVisible();
    list.release();
    await expect(page.getByText('The campaigns couldn’t be loaded')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('link', { name: 'Away' })).toBeVisible();
  });
});

test('an administrator creates a campaign for a customer (S5.2)', async ({ page, agency }) => {
  await test.step('an administrator selects the customer of a new campaign', async () => {
    const customer = await agency.addCustomer('Picked');
    await page.goto('/admin/copy');
    const calls = requestsTo(page, 'POST', CAMPAIGNS);
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const question = page.getByRole('dialog', { name: 'Create campaign' });
    const create = question.getByRole('button', { name: 'Create campaign' });
    await create.click();
    await expect(question.getByRole('alert')).toHaveText(['Please select a customer', 'Please enter a campaign name']);
    await expect(question.getByRole('combobox', { name: 'Customer' })).toBeFocused();
    await expectAccessible(page);
    await question.getByLabel('Campaign name').fill('Picked');
    await create.click();
    await expect(question.getByRole('alert')).toHaveText(['Please select a customer']);
    expect(calls).toEqual([]);
    await choose(page, 'Customer', customer.name);
    await create.click();
    await expectToast(page, 'Campaign created successfully');
    expect(calls.map(({ body }) => body)).toEqual([{ name: 'Picked', customer_id: customer.id }]);
    await expect(page.getByRole('dialog', { name: 'Picked' }).getByText('No steps added yet')).toBeVisible();
  });

  await test.step('a new campaign belongs to the filtered customer unless another is selected', async () => {
    const customer = await agency.addCustomer('Preset');
    await page.goto(`/admin/copy?customer=${customer.id}`);
    await expect(page.getByText('No campaigns match')).toBeVisible();
    const calls = requestsTo(page, 'POST', CAMPAIGNS);
    await page.getByRole('button', { name: 'Create campaign' }).click();
    const question = page.getByRole('dialog', { name: 'Create campaign' });
    await expect(question.getByRole('combobox', { name: 'Customer' })).toHaveText(customer.name);
    await question.getByLabel('Campaign name').fill('Preset');
    await question.getByLabel('Campaign name').press('Enter');
    await expectToast(page, 'Campaign created successfully');
    expect(calls.map(({ body }) => body)).toEqual([{ name: 'Preset', customer_id: customer.id }]);
  });
});
