import type { Page } from '@playwright/test';
import { addCampaign, openCampaign } from '../copy/campaigns.ts';
import { addCompanies } from '../customer/customer-area.ts';
import { choose, expectToast, leadRow, pageTitle } from '../support/pages.ts';
import { failRequests, LEADS, procedure } from '../support/requests.ts';
import {
  asMember,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  isPhone,
  storeSession,
  test,
} from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const LEADS_OF_ALL_STATES = [
  {
    name: 'Ada Lovelace',
    title: 'Analyst',
    company: 'Engines Ltd',
    location: 'London',
    audience: 'Founders',
    linkedin_profile_url: 'https://www.linkedin.com/in/ada',
    is_approved: true,
  },
  { name: 'Alan Turing', is_approved: false },
  { name: 'Grace Hopper' },
];

test('the sign-in page and an invalid invitation are accessible', async ({ page, expected }) => {
  expected.push('status of 400', 'Login error:');
  await page.goto('/auth');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await page.getByLabel('Email').fill('unknown@example.test');
  await page.getByLabel('Password', { exact: true }).fill('no password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectToast(page, 'Error signing in');
  await page.getByLabel('Email').fill('');
  await expectAccessibleInBothThemes(page);
  await page.goto('/invite/0123456789');
  await expect(heading(page, 'Invalid invitation link')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('the customer area is accessible', { tag: '@phone' }, async ({ page, context, agency, expected }) => {
  expected.push('status of 500');
  test.slow();
  const { customer } = await asMember(context, agency, LEADS_OF_ALL_STATES);
  await addCompanies(agency, customer.id, [
    {
      name: 'Acme Robotics',
      website: 'https://acme.example',
      industry: 'Automation',
      size: '11-50',
      is_approved: true,
    },
    { name: 'Globex' },
  ]);
  const campaign = await addCampaign(agency, customer.id);

  await test.step('with rows', async () => {
    await page.goto('/leads');
    await leadRow(page, 'Grace Hopper').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved');
    await expectAccessibleInBothThemes(page);
    await page.goto('/companies');
    await expect(heading(page, 'Companies 2')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.goto('/dashboard');
    await expect(page.getByText('1 leads waiting for approval')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the sidebar', async () => {
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    if (isPhone(page)) await expect(page.getByRole('dialog', { name: 'Leadlight' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
  if (isPhone(page)) return;

  await test.step('menus and dialogs', async () => {
    await page.goto('/settings');
    for (const name of ['Profile', 'Notifications', 'Campaigns', 'Integrations']) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tabpanel')).toHaveAccessibleName(name);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.goto('/leads?search=unknown');
    await expect(page.getByText('No leads match')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await openCampaign(page, campaign);
    await page.getByRole('button', { name: 'Add step' }).click();
    await choose(page, 'Channel', 'Email');
    await page.getByRole('textbox', { name: 'Subject' }).fill('s'.repeat(301));
    await expect(page.getByRole('alert')).toHaveText('The subject is too long: 301 characters, at most 300');
    await expectAccessibleInBothThemes(page);
  });

  await test.step('a list that cannot be loaded', async () => {
    const outage = await failRequests(page, ['GET', LEADS], { message: 'The database rests' });
    await page.goto('/leads');
    await page.getByText('Details').click();
    await expectAccessibleInBothThemes(page);
    await outage.end();
  });

  await test.step('without rows', async () => {
    await asMember(context, agency);
    const texts = {
      leads: 'No leads yet',
      dashboard: 'No audience segments defined yet',
      companies: 'No companies yet',
      copy: 'No campaigns yet',
    };
    for (const [path, text] of Object.entries(texts)) {
      await page.goto(`/${path}`);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page);
    }
  });
});

test('the admin area is accessible', { tag: '@phone' }, async ({ page, context, agency, expected }) => {
  expected.push('status of 500', 'Error counting leads:', 'Error fetching customers:');
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, LEADS_OF_ALL_STATES);
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await leadRow(page, 'Ada Lovelace').getByRole('checkbox').check();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText('1 selected')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  if (!isPhone(page)) {
    for (const [action, role] of [
      ['Assign to Audience', 'dialog'],
      ['Delete Selected', 'alertdialog'],
    ] as const) {
      await page.getByRole('button', { name: action }).click();
      await expect(page.getByRole(role)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole(role).getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole(role)).toBeHidden();
    }
  }
  const titles = { Dashboard: '', Customers: '/customers', Customer: '/customers/1', Users: '/users' };
  const others = { Companies: '/companies', Copy: '/copy', Settings: '/settings' };
  for (const [title, path] of Object.entries({ ...titles, ...others })) {
    await page.goto(`/admin${path}`);
    await expect(pageTitle(page, title)).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
  if (isPhone(page)) return;

  await test.step('counts and lists that cannot be loaded', async () => {
    const failure = { message: 'The database rests' };
    for (const call of [
      ['POST', procedure('needs_attention')],
      ['POST', procedure('count_leads')],
      ['GET', '/rest/v1/customers'],
      ['GET', '/rest/v1/imports'],
    ] as const) {
      await failRequests(page, call, failure);
    }
    for (const [path, text] of [
      ['', 'What needs attention couldn’t be loaded'],
      ['/customers', 'Error loading customers'],
      ['/imports', 'The imports couldn’t be loaded'],
    ] as const) {
      await page.goto(`/admin${path}`);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page);
    }
  });
});

test('the review is accessible: its panel, reasons, comments and end', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  test.slow();
  const { customer } = await asMember(context, agency, [{ name: 'Ada Lovelace', company: 'Acorn' }]);
  await addCompanies(agency, customer.id, [{ name: 'Acorn', is_approved: true }]);
  const panel = page.getByRole(isPhone(page) ? 'dialog' : 'complementary', { name: /^Details of / });
  await page.goto('/leads?status=to-review');
  await page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click();
  await panel.getByRole('textbox', { name: 'New comment' }).fill('We met in Turin.');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panel.getByText('We met in Turin.')).toBeVisible();
  await panel.getByRole('button', { name: 'Reject' }).click();
  await panel.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Competitor' }).click();
  await expect(panel.getByText('Rejected by you · Competitor')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();

  await page.goto('/leads?status=to-review');
  await expect(page.getByText('All leads are reviewed')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/leads?status=rejected');
  await expect(page.getByRole('combobox', { name: 'Reason' })).toBeVisible();
  await leadRow(page, 'Ada Lovelace').getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Lead approved');
  await leadRow(page, 'Ada Lovelace').getByRole('button', { name: 'Reject' }).click();
  await page
    .getByRole('region', { name: 'Why reject Ada Lovelace?' })
    .getByRole('button', { name: 'Add note' })
    .click();
  await expectAccessibleInBothThemes(page);
  await page.goto('/companies');
  await page.getByRole('button', { name: 'Acorn', exact: true }).click();
  await expect(panel.getByRole('region', { name: 'Leads' }).getByText('Ada Lovelace')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('the start of a review, and lists with four own columns, are accessible', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  test.slow();
  const { customer } = await asMember(context, agency, LEADS_OF_ALL_STATES);
  const labels = ['Seniority', 'Sales region', 'Owner in the CRM', 'Fit score'];
  const fields = labels.map((label, index) => ({
    customer_id: customer.id,
    table_name: 'leads',
    key: `own_${index}`,
    label,
  }));
  await agency.rows.from('custom_fields').insert(fields).throwOnError();
  const custom = Object.fromEntries(fields.map(({ key, label }) => [key, `${label} of the lead`]));
  await agency.rows.from('leads').update({ custom }).eq('customer_id', customer.id).throwOnError();
  const columns = `columns=${fields.map(({ key }) => key).join()}`;

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Start reviewing' }).click();
  const panel = page.getByRole(isPhone(page) ? 'dialog' : 'complementary', { name: /^Details of / });
  const ownValue = () =>
    leadRow(page, 'Ada Lovelace')
      .getByText(/Seniority of the lead/)
      .filter({ visible: true });
  await expect(panel.getByText('Fit score of the lead')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto(`/leads?${columns}`);
  await expect(ownValue()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto(`/admin/leads?customer=${customer.id}&${columns}`);
  await expect(ownValue()).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('an administrator’s panel is accessible: fields, edited fields, conflict and activity', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  test.slow();
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, LEADS_OF_ALL_STATES);
  await storeSession(context, await agency.startSession(agency.admin));
  const panel = page.getByRole(isPhone(page) ? 'dialog' : 'complementary', { name: /^Details of / });
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await page.getByRole('button', { name: 'Alan Turing', exact: true }).click();
  await panel.getByText('Activity').click();
  await expect(panel.getByText('No changes to this lead yet.').or(panel.getByRole('listitem')).first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByRole('combobox', { name: 'Audience' }).fill('Found');
  await expect(page.getByRole('option', { name: 'Founders' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('option', { name: 'Founders' }).click();
  await agency.rows
    .from('leads')
    .update({ audience: 'Partners' })
    .eq('customer_id', customer.id)
    .eq('name', 'Alan Turing')
    .throwOnError();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Theirs: Partners')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel.getByRole('button', { name: 'Use theirs' }).click();
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible();
});
