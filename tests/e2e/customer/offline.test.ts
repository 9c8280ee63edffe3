import { expectToast, leadRow } from '../support/pages.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import { numbered, openByLink, openLink, readDecisions } from './customer-area.ts';

test('offline the page says so and how much waits; back online changes are saved and pages load', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('ERR_INTERNET_DISCONNECTED', 'Leadlight couldn’t be reached'); // also by what was being loaded just then
  const { customer, member } = await asMember(context, agency, [{ name: 'Pia Pending' }]);
  await page.goto('/leads');
  const row = page.getByText('Pia Pending');
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  await context.setOffline(true);
  const note = page.getByRole('status').filter({ hasText: /^You’re offline/ });
  await expect(note).toHaveText('You’re offline. Data may be out of date.');
  expect(await row.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await expect(note).toHaveText('You’re offline with 1 change waiting to be saved. Keep this tab open.');
  await expectAccessible(page);
  expect((await agency.readLeads(customer.id))[0]?.is_approved).toBeNull();

  await context.setOffline(false);
  await expectToast(page, 'Lead approved', 'Pia Pending');
  await expect(note).toBeHidden();
  expect((await agency.readLeads(customer.id))[0]?.is_approved).toBe(true);

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByText('This page will open when you’re back online.')).toBeVisible();
  await expect(page.getByText('Pia Pending')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: member.email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('decisions of a guest who is offline wait, and do not overwrite those of their other browser @phone', async ({
  page,
  context,
  browser,
  baseURL,
  agency,
  mailServer,
  expected,
}) => {
  expected.push('ERR_INTERNET_DISCONNECTED');
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, numbered(3));
  const link = await openByLink({ page, agency, mailServer }, { customer_id: customer.id });
  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() });
  const other = await otherContext.newPage();
  await openLink({ page: other, agency, mailServer }, link);
  const decide = (at: typeof page, name: string, word: string) =>
    leadRow(at, name).getByRole('button', { name: word }).click();
  await expect(leadRow(page, 'Row 001')).toBeVisible();

  await context.setOffline(true);
  await decide(page, 'Row 001', 'Approve');
  await decide(page, 'Row 002', 'Reject');
  const note = page.getByRole('status').filter({ hasText: /^You’re offline/ });
  await expect(note).toHaveText('You’re offline with 2 changes waiting to be saved. Keep this tab open.');
  await expectAccessible(page);
  await decide(other, 'Row 001', 'Reject');
  await expectToast(other, 'Lead rejected', 'Row 001');
  expect(await readDecisions(agency, 'leads', customer.id)).toEqual({
    'Row 001': false,
    'Row 002': null,
    'Row 003': null,
  });

  await context.setOffline(false);
  await expectToast(page, 'Lead already rejected by you', 'Row 001');
  await expect(page.getByText('2 of 3 reviewed')).toBeVisible();
  await expect(note).toBeHidden();
  await expect
    .poll(() => readDecisions(agency, 'leads', customer.id))
    .toEqual({ 'Row 001': false, 'Row 002': false, 'Row 003': null });
  await otherContext.close();
});
