import type { Page } from '@playwright/test';
import { expectToast, leadNames, leadRow, toasts } from '../support/pages.ts';
import { failRequests, holdRequest, holdResponse, LEADS, procedure, requestsTo } from '../support/requests.ts';
import { asMember, expect, stopClock, test } from '../support/test.ts';

const button = (page: Page, lead: string, name: 'Approve' | 'Reject') =>
  leadRow(page, lead).getByRole('button', { name });

type Shown = 'approved' | 'rejected' | 'neither';

async function expectShown(page: Page, lead: string, shown: Shown) {
  await expect(button(page, lead, 'Approve')).toHaveAttribute('aria-pressed', String(shown === 'approved'));
  await expect(button(page, lead, 'Reject')).toHaveAttribute('aria-pressed', String(shown === 'rejected'));
}

test('a lead can be approved and rejected whatever its state, each time with a word for it', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, [
    { name: 'Pia Pending' },
    { name: 'Rita Rejected', is_approved: false },
    { name: 'Anna Approved', is_approved: true },
  ]);
  const stored = async () =>
    Object.fromEntries((await agency.leadsOf(customer.id)).map((lead) => [lead.name, lead.is_approved]));
  const [ids, calls] = [
    new Map((await agency.leadsOf(customer.id)).map((lead) => [lead.name, lead.id])),
    requestsTo(page, 'PATCH', LEADS),
  ];
  await page.goto('/leads');
  await expectShown(page, 'Pia Pending', 'neither');
  await expectShown(page, 'Rita Rejected', 'rejected');
  await expectShown(page, 'Anna Approved', 'approved');

  const decide = async (lead: string, name: 'Approve' | 'Reject') => {
    await button(page, lead, name).click();
    await expectToast(page, name === 'Approve' ? 'Lead approved' : 'Lead rejected', lead);
    await expectShown(page, lead, name === 'Approve' ? 'approved' : 'rejected');
  };
  await decide('Pia Pending', 'Reject');
  await decide('Pia Pending', 'Approve');
  await decide('Rita Rejected', 'Approve');
  await decide('Anna Approved', 'Reject');
  await expect(toasts(page)).toHaveCount(1);
  expect(await stored()).toEqual({ 'Pia Pending': true, 'Rita Rejected': true, 'Anna Approved': false });

  expect(calls.map(({ body, query }) => [body, query.get('id')])).toEqual([
    [{ is_approved: false }, `eq.${ids.get('Pia Pending')}`],
    [{ is_approved: true }, `eq.${ids.get('Pia Pending')}`],
    [{ is_approved: true }, `eq.${ids.get('Rita Rejected')}`],
    [{ is_approved: false }, `eq.${ids.get('Anna Approved')}`],
  ]);
  await button(page, 'Anna Approved', 'Reject').click();
  await page.reload();
  await expectShown(page, 'Pia Pending', 'approved');
  await expectShown(page, 'Anna Approved', 'rejected');
  expect(calls).toHaveLength(4);
});

test('a decision shows at once, and is taken back where the server does not take it', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await failRequests(page, ['PATCH', LEADS], { message: 'The database rests' });
  const answer = await holdRequest(page, ['PATCH', LEADS]);
  await page.goto('/leads');
  await button(page, 'Pia Pending', 'Approve').click();
  await answer.reached;
  await expectShown(page, 'Pia Pending', 'approved');
  await expect(toasts(page)).toHaveCount(0);
  answer.release();
  await expectToast(page, 'Error updating approval status', 'The database rests');
  await expectShown(page, 'Pia Pending', 'neither');
  await expect(toasts(page)).toHaveCount(1);
  expect((await agency.leadsOf(customer.id))[0]?.is_approved).toBeNull();
});

test('a lead that is gone meanwhile cannot be decided', async ({ page, context, agency, expected }) => {
  expected.push('status of 406');
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await page.goto('/leads');
  await expectShown(page, 'Pia Pending', 'neither');
  await agency.rows.from('leads').delete().eq('customer_id', customer.id).throwOnError();
  await button(page, 'Pia Pending', 'Approve').click();
  await expectToast(page, 'Error updating approval status');
  await expect(page.getByText('No leads yet')).toBeVisible();
});

test('the last of quick decisions wins', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  const first = await holdRequest(page, ['PATCH', LEADS]);
  const calls = requestsTo(page, 'PATCH', LEADS);
  await page.goto('/leads');
  await button(page, 'Pia Pending', 'Approve').click();
  await first.reached;
  await button(page, 'Pia Pending', 'Reject').click();
  await expectShown(page, 'Pia Pending', 'rejected');
  expect(calls).toHaveLength(1);
  first.release();
  await expectToast(page, 'Lead rejected');
  expect(calls.map(({ body }) => body)).toEqual([{ is_approved: true }, { is_approved: false }]);
  expect((await agency.leadsOf(customer.id))[0]?.is_approved).toBe(false);
  await expectShown(page, 'Pia Pending', 'rejected');
});

/** Approves and rejects a lead before the first answer is there; the calls of these numbers (or all) are refused. */
async function decideTwice(page: Page, lead: string, refused?: readonly number[]) {
  await failRequests(page, ['PATCH', LEADS], { message: 'The database rests', only: refused });
  const first = await holdRequest(page, ['PATCH', LEADS]);
  await page.goto('/leads');
  await button(page, lead, 'Approve').click();
  await first.reached;
  await button(page, lead, 'Reject').click();
  await expectShown(page, lead, 'rejected');
  first.release();
}

test('two quick decisions that both fail leave what was before them', async ({ page, context, agency, expected }) => {
  expected.push('status of 500');
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await decideTwice(page, 'Pia Pending');
  await expect(toasts(page).filter({ has: page.getByText('The database rests') })).toHaveCount(2);
  await expectShown(page, 'Pia Pending', 'neither');
  expect((await agency.leadsOf(customer.id))[0]?.is_approved).toBeNull();
});

test('of two quick decisions the first fails: the second stands, over what was before both', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await decideTwice(page, 'Pia Pending', [1]);
  await expectToast(page, 'Lead rejected', 'Pia Pending');
  await expectShown(page, 'Pia Pending', 'rejected');
  expect((await agency.leadsOf(customer.id))[0]?.is_approved).toBe(false);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Decision undone', 'Pia Pending');
  await expectShown(page, 'Pia Pending', 'neither');
  expect((await agency.leadsOf(customer.id))[0]?.is_approved).toBeNull();
});

test('a decision can be undone for six seconds, not counting those for which its toast is looked at', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await page.clock.install();
  await page.goto('/leads');
  await button(page, 'Pia Pending', 'Approve').click();
  await expectToast(page, 'Lead approved', 'Pia Pending');
  await page.keyboard.press('F8');
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.clock.fastForward(30_000);
  await page.keyboard.press('Enter');
  await expectShown(page, 'Pia Pending', 'neither');
  await expect(button(page, 'Pia Pending', 'Approve')).toBeFocused();
  await expect.poll(async () => (await agency.leadsOf(customer.id))[0]?.is_approved).toBeNull();
  await expect(toasts(page)).toHaveCount(0);

  await stopClock(page);
  await button(page, 'Pia Pending', 'Reject').click();
  await expectToast(page, 'Lead rejected', 'Pia Pending');
  await page.clock.runFor(5999);
  await expectToast(page, 'Lead rejected', 'Pia Pending');
  await page.clock.runFor(1);
  await expect(toasts(page)).toHaveCount(0);
  await expect(button(page, 'Pia Pending', 'Reject')).toBeFocused();
});

test('two tabs agree after a reload', async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Pia Pending' }, { name: 'Rita Rejected', is_approved: false }]);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/leads');
    await expectShown(tab, 'Pia Pending', 'neither');
  }
  await button(page, 'Pia Pending', 'Approve').click();
  await button(other, 'Rita Rejected', 'Approve').click();
  await expectToast(page, 'Lead approved', 'Pia Pending');
  await expectToast(other, 'Lead approved', 'Rita Rejected');
  for (const tab of [page, other]) {
    await tab.reload();
    await expectShown(tab, 'Pia Pending', 'approved');
    await expectShown(tab, 'Rita Rejected', 'approved');
  }
});

test('a decision while the first page of a search is on its way holds nothing up, and is shown there', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace' }, { name: 'Alan Turing' }]);
  await page.goto('/leads');
  await expect(page.getByText('0 of 2 reviewed')).toBeVisible();
  const [found, counted] = [
    await holdResponse(page, ['POST', procedure('search_leads')]),
    await holdResponse(page, ['POST', procedure('lead_totals')]),
  ];
  await page.getByRole('searchbox').fill('ada');
  await Promise.all([found.reached, counted.reached]);
  await leadRow(page, 'Ada Lovelace').getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Lead approved', 'Ada Lovelace');
  found.release();
  counted.release();
  await expect.poll(() => leadNames(page)).toEqual(['Ada Lovelace']);
  await expect(page.getByText('1 of 1 reviewed')).toBeVisible();
  await expect(leadRow(page, 'Ada Lovelace').getByRole('button', { name: 'Approve' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
