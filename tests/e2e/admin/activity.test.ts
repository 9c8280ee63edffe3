import type { Page } from '@playwright/test';
import { choose, expectToast, leadRow, openAdminLeads } from '../support/pages.ts';
import { failRequests, procedure } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { banner, impersonate, take } from './palette.ts';

test.use({ signedInAsAdmin: true });

const acts = (page: Page) => page.getByRole('table', { name: 'Activity' }).getByRole('row');
const act = (page: Page, words: string) => acts(page).filter({ has: page.getByText(words) });

test('an administrator reads who did what for a customer, and whether while looking at it', { tag: '@phone' }, async ({
  page,
  agency,
}) => {
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  const member = await agency.addMember(north.id, 'Mia Member');
  await agency.addLeads(north.id, [{ name: 'Nora North' }, { name: 'Niels North' }]);
  await agency.addLeads(south.id, [{ name: 'Sam South' }]);

  await page.goto('/admin/leads');
  await impersonate(page, north);
  await page.goto('/leads');
  await leadRow(page, 'Nora North').getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Lead approved');
  await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
  await expect(banner(page)).toBeHidden();

  await take(page, 'activity', 'Admin Panel', 'Activity');
  await expect(page).toHaveURL(/\/admin\/activity$/);
  await choose(page, 'Customer', north.name);
  await expect(page).toHaveURL(new RegExp(`customer=${north.id}`));
  await expect(act(page, 'approved the lead “Nora North”').getByText('admin@example.test')).toBeVisible();
  await expect(act(page, 'approved the lead “Nora North”').getByText('Impersonating')).toBeVisible();
  await expect(act(page, 'added 2 leads')).toBeVisible();
  await expect(act(page, 'added 2 leads')).not.toContainText('Impersonating');
  await expect(act(page, `made ${member.email} a member`)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Activity' })).not.toContainText('Sam South');
  const when = act(page, 'approved the lead “Nora North”').locator('time');
  await expect(when).toHaveAttribute('title', /\d{4}/);
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveText(north.name);
  await choose(page, 'Customer', 'All Customers');
  await expect(act(page, 'added the lead “Sam South”')).toBeVisible();
});

test('a long record is read on as one scrolls; what is of nobody known is said so', async ({ page, agency }) => {
  const north = await agency.addCustomer('North');
  await agency.addLeads(north.id, [{ name: 'Nora North' }]);
  const { data } = await agency.rows.from('leads').select('id').eq('customer_id', north.id).single().throwOnError();
  for (let turn = 0; turn < 60; turn += 1) {
    const change = { audience: `Audience ${turn}` };
    await agency.rows.from('leads').update(change).eq('id', data.id).throwOnError();
  }
  await page.goto(`/admin/activity?customer=${north.id}`);
  await expect(act(page, 'put the lead “Nora North” into the audience “Audience 59”')).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return act(page, 'added the lead “Nora North”').count();
    })
    .toBe(1);
});

test('a failure is said, and tried again; a customer without any act is said, too', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const north = await agency.addCustomer('North');
  const refusal = await failRequests(page, ['POST', procedure('activity_feed')], { message: 'The database rests' });
  await page.goto(`/admin/activity?customer=${north.id}`);
  await expect(page.getByText('The activity could not be loaded')).toBeVisible();
  await refusal.end();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(act(page, 'created the customer')).toBeVisible();
  await page.goto('/admin/activity?customer=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('No acts match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(acts(page).nth(1)).toBeVisible();
});

test('a lead’s history says who imported, approved and moved it, and when', { tag: '@phone' }, async ({
  page,
  agency,
}) => {
  const north = await agency.addCustomer('North');
  await agency.addLeads(north.id, [{ name: 'Nora North' }, { name: 'Niels North' }]);
  const own = agency.rows.from('leads').update({ is_approved: true });
  await own.eq('customer_id', north.id).throwOnError();
  await agency.rows.from('leads').update({ audience: 'Founders' }).eq('name', 'Nora North').throwOnError();
  await openAdminLeads(page, north);
  await leadRow(page, 'Nora North').getByRole('button', { name: 'History of Nora North' }).click();
  const entries = page.getByRole('list', { name: 'History of Nora North' }).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(0)).toHaveText('Aadmin@example.test put it into the audience “Founders”now');
  await expect(entries.nth(1)).toHaveText('Aadmin@example.test approved it, as one of 2 leadsnow');
  await expect(entries.nth(2)).toHaveText('Aadmin@example.test added it, as one of 2 leadsnow');
  await expect(entries.nth(1).getByText('admin@example.test')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(leadRow(page, 'Nora North').getByRole('button', { name: /History/ })).toBeFocused();
});
