import type { Locator, Page } from '@playwright/test';
import { palette } from '../admin/palette.ts';
import { addCampaign, message, openCampaign, stepRows } from '../copy/campaigns.ts';
import { asMember } from '../customer/customer-area.ts';
import { Agency } from '../support/agency.ts';
import { choose, csvFile, expectStep, expectToast, leadNames, wizardOf } from '../support/pages.ts';
import { failRequests, procedure, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';

/** A server of this file's own, so that no other test finds its customers. */
test.use({ settings: { INVITATION_DAYS: '30' } });
test.describe.configure({ mode: 'default' });

const CUSTOMERS = 1_200;
const AUDIENCES = 1_500;
const numbered = (word: string, number: number) => `${word} ${String(number).padStart(4, '0')}`;
const customerNames = Array.from({ length: CUSTOMERS }, (_, index) => numbered('Customer', index + 1));
const audienceNames = Array.from({ length: AUDIENCES }, (_, index) => numbered('Audience', index + 1));

/** The ids of the customers by name. Each customer has an invitation that was not mailed; the first has a lead in each audience. */
let ids: Map<string, string>;

test.beforeAll(async ({ server }) => {
  const { rows } = await Agency.open(server);
  const { data: customers } = await rows
    .from('customers')
    .insert(customerNames.map((name) => ({ name })))
    .select('id, name')
    .throwOnError();
  // One answer holds 1,000 rows.
  const { data: others } = await rows
    .from('customers')
    .select('id, name')
    .gt('name', numbered('Customer', 1_000))
    .throwOnError();
  ids = new Map([...customers, ...others].map(({ id, name }) => [name, id]));
  await rows
    .from('leads')
    .insert(
      audienceNames.map((audience, index) => ({
        customer_id: ids.get(customerNames[0] ?? ''),
        name: `Lead of ${audience}`,
        audience,
        is_approved: index % 2 === 0,
        created_at: new Date(Date.now() - index * 1000).toISOString(),
      })),
    )
    .throwOnError();
  await rows
    .from('invitations')
    .insert(customerNames.map((name, index) => ({ customer_id: ids.get(name), email: `guest-${index}@example.test` })))
    .throwOnError();
});

const idOf = (customer: string) => ids.get(customer) ?? '';
const select = (scope: Page | Locator, label: string) => scope.getByRole('combobox', { name: label, exact: true });
const options = (page: Page) => page.getByRole('option');

/** Opens a select that is searched and scrolls its list on until it offers so many; returns them. */
async function allOptions(page: Page, label: string, count: number): Promise<string[]> {
  await select(page, label).click();
  const list = page.getByRole('listbox');
  await expect(options(page).nth(1)).toBeVisible();
  await expect(async () => {
    await options(page).last().scrollIntoViewIfNeeded();
    expect(await options(page).count()).toBe(count);
  }).toPass();
  const offered = await list.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  return offered;
}

test.describe('an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('finds each of 1,200 customers and 1,500 audiences in the filters by scrolling and by typing', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/admin/leads');
    if (!isPhone(page)) {
      const [customers, audiences] = [
        ['All Customers', ...customerNames],
        ['All Audiences', 'Unassigned', ...audienceNames],
      ];
      expect(await allOptions(page, 'Customer', customers.length)).toEqual(customers);
      expect(await allOptions(page, 'Audience', audiences.length)).toEqual(audiences);
    }
    await expect.poll(async () => (await select(page, 'Audience').boundingBox())?.width).toBe(280);
    for (const name of ['Audience 0001', 'Audience 1001', 'Audience 1500']) {
      await choose(page, 'Audience', name);
      await expect(select(page, 'Audience')).toHaveText(name);
      await expect.poll(() => leadNames(page)).toEqual([`Lead of ${name}`]);
    }
    await choose(page, 'Audience', 'Unassigned');
    await expect(page.getByText('Nothing was found for no audience.', { exact: true })).toBeVisible();
    await choose(page, 'Audience', 'All Audiences');
    for (const name of ['Customer 1200', 'Customer 1001', 'Customer 0001']) {
      await choose(page, 'Customer', name);
      await expect(select(page, 'Customer')).toHaveText(name);
      await expect(page).toHaveURL(`/admin/leads?customer=${idOf(name)}`);
    }
    await choose(page, 'Customer', 'All Customers');
    await expect(page).toHaveURL('/admin/leads');
  });

  test('searches by keyboard and returns the focus', async ({ page }) => {
    await page.goto('/admin/leads');
    const filter = select(page, 'Customer');
    await expect(filter).toHaveAttribute('aria-haspopup', 'dialog');
    await filter.focus();
    await page.keyboard.press('ArrowDown');
    const search = page.getByRole('combobox', { name: 'Search customers', exact: true });
    await expect(search).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('mer 119');
    await expect(options(page)).toHaveText(
      Array.from({ length: 10 }, (_, index) => numbered('Customer', 1190 + index)),
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(search).toBeHidden();
    await expect(filter).toBeFocused();
    await expect(filter).toHaveText('Customer 1191');

    await page.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await page.keyboard.type('unknown');
    await expect(page.getByRole('status').filter({ hasText: /^No customers match “unknown”\.$/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(filter).toBeFocused();
    await expect(filter).toHaveText('Customer 1191');
  });

  test('sees an error when a customer search fails, and Retry repeats it', async ({ page, expected }) => {
    expected.push('status of 500', 'Error fetching customers: The database is away');
    await page.goto('/admin/leads');
    await select(page, 'Customer').click();
    await expect(options(page).nth(1)).toBeVisible();
    const outage = await failRequests(page, ['GET', '/rest/v1/customers'], { message: 'The database is away' });
    await page.keyboard.type('1100');
    await expect(page.getByRole('alert').filter({ hasText: /^The customers could not be loaded\./ })).toBeVisible();
    await outage.end();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByRole('option', { name: 'Customer 1100', exact: true }).click();
    await expect(select(page, 'Customer')).toHaveText('Customer 1100');
  });

  test('keeps a select open whose options failed to load once they are loaded', async ({ page, expected }) => {
    expected.push('status of 403', 'Error fetching customers: Not now');
    const outage = await failRequests(page, ['GET', '/rest/v1/customers'], { status: 403, message: 'Not now' });
    await page.goto('/admin/leads');
    await page.getByRole('button', { name: 'Upload Leads' }).click();
    const customer = select(wizardOf(page), 'Customer');
    await expect(customer).toHaveText('Customers could not be loaded');
    await outage.end();
    await customer.click();
    await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
    await page.keyboard.type('1100');
    await page.getByRole('option', { name: 'Customer 1100', exact: true }).click();
    await expect(customer).toHaveText('Customer 1100');
    await expect(customer).toBeFocused();
  });

  test('imports rows for any customer and audience', async ({ page, agency }) => {
    await page.goto('/admin/leads?upload=1');
    const wizard = wizardOf(page);
    await wizard.locator('input[type=file]').setInputFiles(csvFile('leads.csv', 'Name\nImported Lead\n'));
    await choose(page, 'Customer', 'Customer 1150');
    await expect(select(wizard, 'Customer')).toHaveText('Customer 1150');
    await select(wizard, 'Audience Optional').fill('Audience of its own');
    await wizard.getByRole('button', { name: 'Continue', exact: true }).click();
    await expectStep(page, 'Mapping');
    await expect(
      wizard.getByText('1 of 1 column mapped. 1 row to import for Customer 1150.', { exact: true }),
    ).toBeVisible();
    await wizard.getByRole('button', { name: /^Import/ }).click();
    await expect(wizard.getByRole('heading', { name: 'Import complete', exact: true })).toBeVisible();
    const [lead] = await agency.leadsOf(idOf('Customer 1150'));
    expect(lead).toMatchObject({ name: 'Imported Lead', audience: 'Audience of its own' });
    await agency.rows.from('leads').delete().eq('customer_id', idOf('Customer 1150')).throwOnError();
  });

  test('assigns any audience, invites to any customer and creates a campaign for any', async ({
    page,
    agency,
    expected,
  }) => {
    expected.push('status of 503'); // no mail goes out: the link is there to be handed over
    await page.goto(`/admin/leads?customer=${idOf('Customer 0001')}`);
    await page.getByRole('checkbox', { name: 'Select Lead of Audience 0001', exact: true }).check();
    await page.getByRole('button', { name: 'Assign to Audience', exact: true }).click();
    const assigning = page.getByRole('dialog', { name: 'Assign to audience', exact: true });
    await select(assigning, 'Audience').fill('nce 149');
    await expect(options(page)).toHaveText(
      Array.from({ length: 10 }, (_, index) => numbered('Audience', 1490 + index)),
    );
    await page.getByRole('option', { name: 'Audience 1499', exact: true }).click();
    await expect(select(assigning, 'Audience')).toHaveValue('Audience 1499');
    await page.keyboard.press('Escape');

    await page.goto('/admin/users');
    const invited = requestsTo(page, 'POST', '/rest/v1/invitations');
    await page.getByRole('button', { name: 'Invite User', exact: true }).click();
    const inviting = page.getByRole('dialog', { name: 'Invite user', exact: true });
    await inviting.getByLabel('Email', { exact: true }).fill(agency.newAddress());
    await choose(page, 'Customer', 'Customer 1177');
    await inviting.getByRole('button', { name: 'Send invitation', exact: true }).click();
    await expect(inviting.getByRole('textbox', { name: 'Invitation link', exact: true })).toBeVisible();
    expect(invited.map(({ body }) => (body as { customer_id: string }).customer_id)).toEqual([idOf('Customer 1177')]);

    await page.goto('/admin/copy');
    const created = requestsTo(page, 'POST', '/rest/v1/campaigns');
    await page.getByRole('button', { name: 'Create campaign', exact: true }).click();
    const creating = page.getByRole('dialog', { name: 'Create campaign', exact: true });
    await choose(page, 'Customer', 'Customer 1188');
    await creating.getByLabel('Campaign name', { exact: true }).fill('Of many');
    await creating.getByRole('button', { name: 'Create campaign', exact: true }).click();
    await expectToast(page, 'Campaign created successfully');
    expect(created.map(({ body }) => body)).toEqual([{ name: 'Of many', customer_id: idOf('Customer 1188') }]);
  });

  test('finds any customer in the command palette', async ({ page }) => {
    await page.goto('/admin');
    await expect(page.getByRole('button', { name: 'Command palette', exact: true })).toBeVisible();
    for (const query of ['1199', 'customer 1199', 'impersonate 1199', '11 99']) {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill(query);
      await expect(palette(page).getByRole('option', { name: 'Customer 1199', exact: true }).first()).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill('customers c');
    await expect(palette(page).getByRole('group', { name: 'Customers', exact: true }).getByRole('option')).toHaveText(
      customerNames.slice(0, 10),
    );
  });

  test('sees all customers that need attention, and their number', async ({ page }) => {
    await page.goto('/admin');
    const section = page.getByRole('region', { name: 'Needs attention', exact: true });
    await section.getByRole('button', { name: 'Show all 1,200', exact: true }).click();
    await expect(section.getByRole('link')).toHaveCount(CUSTOMERS);
  });

  test('sees all users of a customer with more than 1,000', async ({ page, agency }) => {
    const customer = idOf('Customer 0002');
    const invitations = Array.from({ length: 1_050 }, (_, index) => ({
      customer_id: customer,
      email: `user-${index}@many.test`,
    }));
    await agency.rows.from('invitations').insert(invitations).throwOnError();
    await page.goto(`/admin/customers/${customer}`);
    await expect(page.getByText('0 members, 1,051 invited', { exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Users', exact: true })).toHaveAttribute('aria-rowcount', '1052');
  });
});

test('a customer sees 1,500 audiences on the dashboard, largest first, and can filter by each', async ({
  page,
  context,
  agency,
}) => {
  const { member } = await asMember(context, agency, {
    leads: [{ name: 'Twin', audience: 'Audience 1234', is_approved: true }],
  });
  await agency.addMembership(member, idOf('Customer 0001'));
  const reads = requestsTo(page, 'POST', procedure('audience_totals'));
  await page.goto('/dashboard');
  const audiences = page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /^Audience \d{4}/ });
  await expect(audiences.first()).toHaveText('Audience 12341 approved'); // of two customers, with two leads
  const more = page.getByRole('button', { name: 'Show more audiences', exact: true });
  for (let shown = 100; shown < AUDIENCES; shown += 100) {
    await expect(audiences).toHaveCount(shown);
    await more.click();
  }
  await expect(audiences).toHaveCount(AUDIENCES);
  await more.click(); // the last page was full, so there might have been another
  await expect(more).toBeHidden();
  expect(reads).toHaveLength(16);
  const sorted = audienceNames.toSorted(
    (one, other) => Number(other === 'Audience 1234') - Number(one === 'Audience 1234'),
  );
  expect(await audiences.allTextContents()).toEqual(
    sorted.map((name) => `${name}${name === 'Audience 1234' || Number(name.slice(-4)) % 2 === 1 ? 1 : 0} approved`),
  );

  await page.getByRole('link', { name: /^Audience 1500/ }).click();
  await expect(select(page, 'Audience')).toHaveText('Audience 1500');
  await expect.poll(() => leadNames(page)).toEqual(['Lead of Audience 1500']);
  await choose(page, 'Audience', 'Audience 1234');
  await expect.poll(async () => (await leadNames(page)).sort()).toEqual(['Lead of Audience 1234', 'Twin']);
});

test('a member of 1,100 customers sees the counts of all of them', async ({ page, context, agency }) => {
  const { member } = await asMember(context, agency);
  const customers = customerNames.slice(100).map(idOf);
  await agency.rows
    .from('customer_users')
    .insert(customers.map((customer_id) => ({ customer_id, user_id: member.id })))
    .throwOnError();
  await agency.rows
    .from('leads')
    .insert(customers.map((customer_id) => ({ customer_id, name: 'Of a membership' })))
    .throwOnError();
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: /^Total Leads/ })).toHaveText(
    'Total Leads1,1000 approved',
  );
});

test('a campaign with more than 1,000 steps shows all of them', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { name: 'Endless' });
  const steps = Array.from({ length: 1_005 }, (_, index) => ({
    campaign_id: campaign.id,
    step_number: index + 1,
    ...message('Hi'),
  }));
  await agency.rows.from('campaign_steps').insert(steps).throwOnError();
  await openCampaign(page, campaign);
  await expect(stepRows(page)).toHaveCount(1_005);
});
