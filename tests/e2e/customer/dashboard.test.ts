import type { Page } from '@playwright/test';
import { findToast, leadNames, leadRow } from '../support/pages.ts';
import { LEADS, procedure, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import { asMember, goBySidebar } from './customer-area.ts';

/** A card, or the line of an audience: a link that begins with its name. */
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByText(name) });

test('a customer sees counts from the database, which agree with the lists after every approval (S1.5, S1.17, S2.16, S2.20, S2.22, S2.23, S2.24, S2.25, S2.26, S2.32, S7.25)', async ({
  page,
  context,
  agency,
}) => {
  const { member } = await asMember(context, agency, {
    fullName: 'Grace Brewster Hopper',
    leads: [
      { name: 'Ada', audience: 'R&D + 50% / Zürich', is_approved: true },
      { name: 'Alan', audience: 'R&D + 50% / Zürich' },
      { name: 'Barbara', audience: 'Founders', is_approved: false },
    ],
    companies: [{ name: 'Acme' }, { name: 'Globex', is_approved: true }],
  });
  const second = await agency.addCustomer('Second');
  await agency.addMembership(member, second.id);
  await agency.addLeads(second.id, [{ name: 'Without audience', is_approved: true }]);
  const foreign = await agency.addCustomer('Foreign');
  await agency.addLeads(foreign.id, [{ name: 'Not to be counted', audience: 'Not to be listed' }]);

  await test.step('the counts are those of the customers of the member', async () => {
    const [leads, companies] = [requestsTo(page, 'GET', LEADS), requestsTo(page, 'GET', '/rest/v1/companies')];
    const counts = [
      requestsTo(page, 'POST', procedure('lead_totals')),
      requestsTo(page, 'POST', procedure('company_totals')),
    ];
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Grace');
    await expect(page.getByText('Campaign overview at a glance')).toBeVisible();
    const links = page
      .getByRole('main')
      .getByRole('link')
      .filter({ has: page.getByText(/^\d+ approved$/) });
    await expect(links).toHaveText([
      'Total Leads42 approved',
      'Companies21 approved',
      'R&D + 50% / Zürich1 approved',
      'Founders0 approved',
    ]);
    await expect(page.getByText('2 leads waiting for approval')).toBeVisible();
    expect([...leads, ...companies]).toEqual([]);
    expect(counts.map((calls) => calls.length)).toEqual([1, 1]);
  });

  await test.step('the insights to come are greyed', async () => {
    const textColor = (element: Element) => getComputedStyle(element).color;
    const section = page.getByRole('region', { name: 'Future Campaign Insights' });
    const insights = await section
      .getByRole('listitem')
      .evaluateAll((cards) => cards.map((one) => getComputedStyle(one).color));
    expect(insights).toHaveLength(6);
    expect(new Set(insights).size).toBe(1);
    expect(insights[0]).not.toBe(await section.getByRole('heading').evaluate(textColor));
  });

  await test.step('approvals change the counts without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await card(page, 'R&D + 50% / Zürich').click();
    await expect(page).toHaveURL(`/leads?${new URLSearchParams({ audience: 'R&D + 50% / Zürich' })}`);
    await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveText('R&D + 50% / Zürich');
    await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Alan']);
    await expect(page.getByText('1 of 2 reviewed')).toBeVisible();
    await leadRow(page, 'Alan').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('2 of 2 reviewed')).toBeVisible();
    await goBySidebar(page, 'Companies');
    await page.getByRole('group', { name: 'Approval of Acme' }).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('2 of 2 reviewed')).toBeVisible();
    await goBySidebar(page, 'Dashboard');
    await expect(card(page, 'Total Leads')).toHaveText('Total Leads43 approved');
    await expect(card(page, 'Companies')).toHaveText('Companies22 approved');
    await expect(card(page, 'R&D + 50% / Zürich')).toHaveText('R&D + 50% / Zürich2 approved');
    await expect(page.getByText('1 leads waiting for approval')).toBeVisible();
    await expect(page.getByText('All rejected')).toBeVisible();
  });

  await test.step('the review lists what is left', async () => {
    await page.getByRole('link', { name: 'Review Leads' }).click();
    await expect(page).toHaveURL('/leads?status=rejected');
    await expect(page.getByRole('radio', { name: 'Rejected 1' })).toBeChecked();
    await expect.poll(() => leadNames(page)).toEqual(['Barbara']);
    await goBySidebar(page, 'Dashboard');
  });

  await test.step('an undone decision does not count', async () => {
    await card(page, 'Total Leads').click();
    await expect(page).toHaveURL(/\/leads$/);
    await leadRow(page, 'Ada').getByRole('button', { name: 'Reject' }).click();
    await findToast(page, 'Lead rejected').getByRole('button', { name: 'Undo' }).click();
    await leadRow(page, 'Barbara').getByRole('button', { name: 'Approve' }).click();
    await expect(findToast(page, 'Lead approved').filter({ has: page.getByText('Barbara') })).toBeVisible();
    await goBySidebar(page, 'Dashboard');
    await expect(card(page, 'Total Leads')).toHaveText('Total Leads44 approved');
    await expect(page.getByText('Review Pending Approvals')).toHaveCount(0);
    await card(page, 'Companies').click();
    await expect(page).toHaveURL(/\/companies$/);
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });
});
