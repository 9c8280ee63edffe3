import type { Locator, Page } from '@playwright/test';
import { palette } from '../admin/palette.ts';
import { addCampaign, message, openCampaign, stepRows } from '../copy/campaigns.ts';
import { asMember } from '../customer/customer-area.ts';
import { Agency } from '../support/agency.ts';
import { choose, csvFile, expectStep, expectToast, findWizard, leadNames } from '../support/pages.ts';
import { procedure, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** Starts a server of this file's own, so that no other test finds its customers. */
test.use({ settings: { INVITATION_DAYS: '30', SMTP_URL: '' } });
test.describe.configure({ mode: 'default' });

const CUSTOMERS = 1_200;
const AUDIENCES = 1_500;
const numbered = (word: string, number: number) => `${word} ${String(number).padStart(4, '0')}`;
const customerNames = Array.from({ length: CUSTOMERS }, (_, index) => numbered('Customer', index + 1));
const audienceNames = Array.from({ length: AUDIENCES }, (_, index) => numbered('Audience', index + 1));

/** The ids of the customers by name. Each customer has an invitation that was not emailed; the first has a lead in each audience. */
let ids: Map<string, string>;

test.beforeAll(async ({ server }) => {
  const { rows } = await Agency.open(server);
  const { data: customers } = await rows
    .from('customers')
    .insert(customerNames.map((name) => ({ name })))
    .select('id, name')
    .throwOnError();
  // A response has at most 1,000 rows.
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

const customerId = (customer: string) => ids.get(customer) ?? '';
const select = (scope: Page | Locator, label: string) => scope.getByRole('combobox', { name: label, exact: true });
const options = (page: Page) => page.getByRole('option');

/** Opens a select with a search field and scrolls its list until it shows at least so many options; returns them. */
async function scrollOptions(page: Page, label: string, count: number): Promise<string[]> {
  await select(page, label).click();
  await expect(options(page).nth(1)).toBeVisible();
  await expect(async () => {
    await options(page).last().scrollIntoViewIfNeeded();
    expect(await options(page).count()).toBeGreaterThanOrEqual(count);
  }).toPass();
  const shown = await options(page).allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  return shown;
}

test.describe('many choices of an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('an administrator works with 1,200 customers and 1,500 audiences (S2.105)', async ({
    page,
    agency,
    expected,
  }) => {
    test.slow();
    expected.push('status of 503'); // invitations are not emailed

    await test.step('finds each in the filters by scrolling and by typing', async () => {
      await page.goto('/admin/leads');
      for (const [label, all] of [
        ['Customer', ['All Customers', ...customerNames]],
        ['Audience', ['All Audiences', 'Unassigned', ...audienceNames]],
      ] as const) {
        const shown = await scrollOptions(page, label, 250);
        expect(shown).toEqual(all.slice(0, shown.length));
      }
      await expect.poll(async () => (await select(page, 'Audience').boundingBox())?.width).toBe(280);
      for (const name of ['Audience 0001', 'Audience 1001', 'Audience 1500']) {
        await choose(page, 'Audience', name);
        await expect(select(page, 'Audience')).toHaveText(name);
        await expect.poll(() => leadNames(page)).toEqual([`Lead of ${name}`]);
      }
      await choose(page, 'Audience', 'Unassigned');
      await expect(page.getByText('No results for no audience.')).toBeVisible();
      await choose(page, 'Audience', 'All Audiences');
      for (const name of ['Customer 1200', 'Customer 1001', 'Customer 0001']) {
        await choose(page, 'Customer', name);
        await expect(select(page, 'Customer')).toHaveText(name);
        await expect(page).toHaveURL(`/admin/leads?customer=${customerId(name)}`);
      }
      await choose(page, 'Customer', 'All Customers');
      await expect(page).toHaveURL('/admin/leads');
    });

    await test.step('searches by keyboard', async () => {
      await select(page, 'Customer').press('ArrowDown');
      await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('mer 119');
      await expect(options(page)).toHaveText([
        'Customer 0119',
        'Customer 1119',
        ...Array.from({ length: 10 }, (_, index) => numbered('Customer', 1190 + index)),
      ]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(select(page, 'Customer')).toBeFocused();
      await expect(select(page, 'Customer')).toHaveText('Customer 1119');
    });

    await test.step('imports rows for any customer and audience', async () => {
      await page.goto('/admin/leads?upload=1');
      const wizard = findWizard(page);
      await wizard.locator('input[type=file]').setInputFiles(csvFile('leads.csv', 'Name\nImported Lead\n'));
      await choose(page, 'Customer', 'Customer 1150');
      await select(wizard, 'Audience Optional').fill('Audience of its own');
      await wizard.getByRole('button', { name: 'Continue' }).click();
      await expectStep(page, 'Mapping');
      await expect(wizard.getByText('1 of 1 column mapped. 1 row to import for Customer 1150.')).toBeVisible();
      await wizard.getByRole('button', { name: /^Import/ }).click();
      await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeVisible();
      const [lead] = await agency.readLeads(customerId('Customer 1150'));
      expect(lead).toMatchObject({ name: 'Imported Lead', audience: 'Audience of its own' });
      await agency.rows.from('leads').delete().eq('customer_id', customerId('Customer 1150')).throwOnError();
    });

    await test.step('finds any audience to assign', async () => {
      await page.goto(`/admin/leads?customer=${customerId('Customer 0001')}`);
      await page.getByRole('checkbox', { name: 'Select Lead of Audience 0001' }).check();
      await page.getByRole('button', { name: 'Assign to Audience' }).click();
      const dialog = page.getByRole('dialog', { name: 'Assign to audience' });
      await select(dialog, 'Audience').fill('nce 149');
      await expect(options(page)).toHaveText([
        'Audience 0149',
        'Audience 1149',
        ...Array.from({ length: 10 }, (_, index) => numbered('Audience', 1490 + index)),
      ]);
      await page.getByRole('option', { name: 'Audience 1499' }).click();
      await expect(select(dialog, 'Audience')).toHaveValue('Audience 1499');
    });

    await test.step('invites to any customer', async () => {
      await page.goto('/admin/users');
      const invited = requestsTo(page, 'POST', '/rest/v1/invitations');
      await page.getByRole('button', { name: 'Invite user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite user' });
      await dialog.getByLabel('Email').fill(agency.newAddress());
      await choose(page, 'Customer', 'Customer 1177');
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Invitation link' })).toBeVisible();
      expect(invited.map(({ body }) => (body as { customer_id: string }).customer_id)).toEqual([
        customerId('Customer 1177'),
      ]);
    });

    await test.step('creates a campaign for any customer', async () => {
      await page.goto('/admin/copy');
      const created = requestsTo(page, 'POST', '/rest/v1/campaigns');
      await page.getByRole('button', { name: 'Create campaign' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create campaign' });
      await dialog.getByLabel('Campaign name').fill('Of many');
      await choose(page, 'Customer', 'Customer 1188');
      await dialog.getByRole('button', { name: 'Create campaign' }).click();
      await expectToast(page, 'Campaign created successfully');
      expect(created.map(({ body }) => body)).toEqual([{ name: 'Of many', customer_id: customerId('Customer 1188') }]);
    });

    await test.step('sees all customers that need attention, and their number', async () => {
      await page.goto('/admin');
      const section = page.getByRole('region', { name: 'Needs attention' });
      await section.getByRole('button', { name: 'Show all 1,200' }).click();
      await expect(section.getByRole('link')).toHaveCount(CUSTOMERS);
    });

    await test.step('finds any customer in the command palette', async () => {
      await page.goto('/admin/settings');
      await expect(page.getByRole('button', { name: 'Command palette' })).toBeVisible();
      for (const query of ['1199', 'customer 1199', 'impersonate 1199', '199 cust']) {
        await page.keyboard.press('Control+k');
        await palette(page).getByRole('combobox').fill(query);
        await expect(palette(page).getByRole('option', { name: 'Customer 1199' }).first()).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill('customers c');
      await expect(palette(page).getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveText([
        ...customerNames.slice(0, 10),
        'Show all customers that match "customers c"',
      ]);
    });

    await test.step('sees all users of a customer with more than 1,000', async () => {
      const customer = customerId('Customer 0002');
      const invitations = Array.from({ length: 1_050 }, (_, index) => ({
        customer_id: customer,
        email: `user-${index}@many.test`,
      }));
      await agency.rows.from('invitations').insert(invitations).throwOnError();
      await page.goto(`/admin/customers/${customer}`);
      await expect(page.getByText('0 members, 1,051 invited')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-rowcount', '1052');
    });
  });
});

test('a customer works with 1,500 audiences, 1,100 customers and 1,000 steps (S2.27)', async ({
  page,
  context,
  agency,
}) => {
  await test.step('the dashboard lists the audiences, largest first, and links to each', async () => {
    const { member } = await asMember(context, agency, {
      leads: [{ name: 'Twin', audience: 'Audience 1234', is_approved: true }],
    });
    await agency.addMembership(member, customerId('Customer 0001'));
    const reads = requestsTo(page, 'POST', procedure('audience_totals'));
    await page.goto('/dashboard');
    const audiences = page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: /^Audience \d{4}/ });
    await expect(audiences.first()).toHaveText('Audience 12341 approved'); // of two customers, with two leads
    for (const shown of [100, 200]) {
      await expect(audiences).toHaveCount(shown);
      await page.getByRole('button', { name: 'Show more audiences' }).click();
    }
    await expect(audiences).toHaveCount(300);
    expect(reads).toHaveLength(3);
    expect(await audiences.allTextContents()).toEqual([
      'Audience 12341 approved',
      ...audienceNames.slice(0, 299).map((name) => `${name}${Number(name.slice(-4)) % 2} approved`),
    ]);
    await page.getByRole('link', { name: /^Audience 0299/ }).click();
    await expect(select(page, 'Audience')).toHaveText('Audience 0299');
    await expect.poll(() => leadNames(page)).toEqual(['Lead of Audience 0299']);
    await choose(page, 'Audience', 'Audience 1234');
    await expect.poll(async () => (await leadNames(page)).sort()).toEqual(['Lead of Audience 1234', 'Twin']);
  });

  const { customer, member } = await asMember(context, agency);
  await test.step('a campaign shows all its steps', async () => {
    const campaign = await addCampaign(agency, customer.id, { name: 'Endless' });
    const steps = Array.from({ length: 1_000 }, (_, index) => ({
      campaign_id: campaign.id,
      customer_id: customer.id,
      step_number: index + 1,
      ...message('Hi'),
    }));
    await agency.rows.from('campaign_steps').insert(steps).throwOnError();
    await openCampaign(page, campaign);
    await expect(stepRows(page)).toHaveCount(1_000);
  });

  await test.step('the counts are those of all customers', async () => {
    const customers = customerNames.slice(100).map(customerId);
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
});
