import type { Page } from '@playwright/test';
import { expectToast, leadNames, leadRow, toasts } from '../support/pages.ts';
import { holdResponse, procedure } from '../support/requests.ts';
import { asMember, expect, stopClock, test } from '../support/test.ts';

const button = (page: Page, lead: string, name: 'Approve' | 'Reject') =>
  leadRow(page, lead).getByRole('button', { name });

async function expectShown(page: Page, lead: string, shown: 'approved' | 'rejected' | 'neither') {
  await expect(button(page, lead, 'Approve')).toHaveAttribute('aria-pressed', String(shown === 'approved'));
  await expect(button(page, lead, 'Reject')).toHaveAttribute('aria-pressed', String(shown === 'rejected'));
}

test('approving a lead that was deleted meanwhile shows an error and refreshes the list', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 406');
  const { customer } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await page.goto('/leads');
  await expectShown(page, 'Pia Pending', 'neither');
  await agency.rows.from('leads').delete().eq('customer_id', customer.id).throwOnError();
  await button(page, 'Pia Pending', 'Approve').click();
  await expectToast(page, 'Error updating approval status');
  await expect(page.getByText('No leads yet')).toBeVisible();
});

test('a decision can be undone for six seconds, not counting the time while its toast has the focus', async ({
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

test('two tabs show the same decisions after a reload', async ({ page, context, agency }) => {
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

test('a decision made while a search is loading is shown in its results', async ({ page, context, agency }) => {
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
