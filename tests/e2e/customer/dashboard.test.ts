import type { Page } from '@playwright/test';
import { leadNames, leadRow, toastOf } from '../support/pages.ts';
import { failRequests, LEADS, procedure, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { asMember, goBySidebar } from './customer-area.ts';

/** A card, or the line of an audience: a link that begins with its name. */
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByText(name) });

test('a customer is greeted and sees counts from the database', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { member } = await asMember(context, agency, {
    fullName: 'Grace Brewster Hopper',
    leads: [{ name: 'Approved', is_approved: true }, { name: 'Rejected', is_approved: false }, { name: 'Undecided' }],
    companies: [{ name: 'Acme', is_approved: true }, { name: 'Globex' }],
  });
  const second = await agency.addCustomer('Second');
  await agency.addMembership(member, second.id);
  await agency.addLeads(second.id, [{ name: 'Of the second', is_approved: true }]);
  const foreign = await agency.addCustomer('Foreign');
  await agency.addLeads(foreign.id, [{ name: 'Not to be counted' }]);

  const [leads, companies] = [requestsTo(page, 'GET', LEADS), requestsTo(page, 'GET', '/rest/v1/companies')];
  const counts = [
    requestsTo(page, 'POST', procedure('lead_totals')),
    requestsTo(page, 'POST', procedure('company_totals')),
  ];
  const names = requestsTo(page, 'GET', '/rest/v1/profiles');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Grace');
  await expect(page.getByText('Campaign overview at a glance')).toBeVisible();
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads42 approved');
  await expect(card(page, 'Companies')).toHaveText('Companies21 approved');
  await expect(page.getByText('2 leads waiting for approval')).toBeVisible();
  expect([...leads, ...companies]).toEqual([]);
  expect(counts.map((calls) => calls.length)).toEqual([1, 1]);
  expect(names.map(({ query }) => Object.fromEntries(query))).toEqual([{ select: 'full_name', id: `eq.${member.id}` }]);
  await expectAccessible(page);

  await card(page, 'Total Leads').click();
  await expect(page).toHaveURL(/\/leads$/);
  await goBySidebar(page, 'Dashboard');
  await card(page, 'Companies').click();
  await expect(page).toHaveURL(/\/companies$/);
});

test('a user without a name is greeted, and empty cards say so', async ({ page, context, agency }) => {
  await asMember(context, agency, { fullName: ' ' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, there');
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads00 approved');
  await expect(page.getByText('No audience segments defined yet')).toBeVisible();
  await expect(page.getByText('Assign audiences to leads for better organization')).toBeVisible();
  await expect(page.getByText('Review Pending Approvals')).toHaveCount(0);
  await expectAccessible(page);
});

test('each audience shows its approved count and links to its leads; leads without an audience are not listed', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  await asMember(context, agency, {
    leads: [
      { name: 'Ada', audience: 'R&D + 50% / Zürich', is_approved: true },
      { name: 'Alan', audience: 'R&D + 50% / Zürich' },
      { name: 'Barbara', audience: 'Founders', is_approved: false },
      { name: 'Without audience', is_approved: true },
    ],
  });
  await page.goto('/dashboard');
  const audiences = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByText(/^\d+ approved$/) });
  await expect(audiences).toHaveText([
    'Total Leads42 approved',
    'Companies00 approved',
    'R&D + 50% / Zürich1 approved',
    'Founders0 approved',
  ]);
  await card(page, 'R&D + 50% / Zürich').click();
  await expect(page).toHaveURL(`/leads?${new URLSearchParams({ audience: 'R&D + 50% / Zürich' })}`);
  await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveText('R&D + 50% / Zürich');
  await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Alan']);
});

test('six insights are shown as coming soon, in order', async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/dashboard');
  const insights = page.getByRole('region', { name: 'Future Campaign Insights' }).getByRole('listitem');
  await expect(insights).toHaveText(
    ['Open Rate', 'Reply Rate', 'Conversion Rate', 'Engagement Score', 'Follow-up Queue', 'Response Time'].map(
      (name) => `${name}Coming Soon`,
    ),
  );
  const greyed = await insights.evaluateAll((cards) => cards.map((card) => getComputedStyle(card).color));
  const heading = page.getByRole('heading', { name: 'Future Campaign Insights' });
  const text = await heading.evaluate((element) => getComputedStyle(element).color);
  expect(new Set(greyed).size).toBe(1);
  expect(greyed[0]).not.toBe(text);
  await expect(insights.getByRole('link').or(insights.getByRole('button'))).toHaveCount(0);
});

test('getting started links to the leads, and to the review only while leads are pending', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, { leads: [{ name: 'Rejected', is_approved: false }, { name: 'Undecided' }] });
  await page.goto('/dashboard');
  const start = page.getByRole('region', { name: 'Ready to Get Started?' });
  await expect(start.getByText('Upload New Leads')).toBeVisible();
  await expect(start.getByText('Import CSV files')).toBeVisible();
  await expect(start.getByRole('link', { name: 'Go to Leads' })).toHaveAttribute('href', '/leads');
  await expect(start.getByText('Review Pending Approvals')).toBeVisible();
  await expect(start.getByText('2 leads waiting for approval')).toBeVisible();
  await start.getByRole('link', { name: 'Review Leads' }).click();
  await expect(page).toHaveURL(/\/leads$/);

  for (const name of ['Rejected', 'Undecided'])
    await leadRow(page, name).getByRole('button', { name: 'Approve' }).click();
  await goBySidebar(page, 'Dashboard');
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads22 approved');
  await expect(start.getByText('Review Pending Approvals')).toHaveCount(0);
});

test('counts, lists and audiences agree after every approval without a reload', async ({ page, context, agency }) => {
  await asMember(context, agency, {
    leads: [{ name: 'Ada', audience: 'Founders' }],
    companies: [{ name: 'Acme' }],
  });
  await page.goto('/dashboard');
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads10 approved');
  await expect(card(page, 'Founders')).toHaveText('Founders0 approved');
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  await goBySidebar(page, 'Leads');
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
  await leadRow(page, 'Ada').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('1 of 1 reviewed')).toBeVisible();
  await goBySidebar(page, 'Companies');
  await page.getByRole('group', { name: 'Approval of Acme' }).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('1 of 1 reviewed')).toBeVisible();

  await goBySidebar(page, 'Dashboard');
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads11 approved');
  await expect(card(page, 'Companies')).toHaveText('Companies11 approved');
  await expect(card(page, 'Founders')).toHaveText('Founders1 approved');

  await goBySidebar(page, 'Leads');
  await leadRow(page, 'Ada').getByRole('button', { name: 'Reject' }).click();
  await toastOf(page, 'Lead rejected').getByRole('button', { name: 'Undo' }).click();
  await leadRow(page, 'Ada').getByRole('button', { name: 'Reject' }).click();
  await goBySidebar(page, 'Dashboard');
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads10 approved');
  await expect(page.getByText('1 leads waiting for approval')).toBeVisible();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

test('counts and audiences that failed to load can be retried', async ({ page, context, agency, expected }) => {
  expected.push('status of 500', 'Error fetching audiences: The database rests', 'Error counting leads:');
  await asMember(context, agency, { leads: [{ name: 'Ada', audience: 'Founders' }] });
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error fetching audiences:'));
  const outages = [
    await failRequests(page, ['POST', procedure('lead_totals')], { message: 'The database rests' }),
    await failRequests(page, ['POST', procedure('audience_totals')], { message: 'The database rests' }),
  ];
  await page.goto('/dashboard');
  const [counts, audiences] = [
    page.getByRole('alert').filter({ has: page.getByText('The counts could not be loaded') }),
    page.getByRole('alert').filter({ hasText: /^The audiences could not be loaded\.Retry$/ }),
  ];
  await expect(counts).toBeVisible();
  await expect(audiences).toBeVisible();
  expect((await logged).text()).toBe('Error fetching audiences: The database rests');
  await Promise.all(outages.map((outage) => outage.end()));
  await counts.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Total Leads')).toHaveText('Total Leads10 approved');
  await audiences.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Founders')).toBeVisible();
});
