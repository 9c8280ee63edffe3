import type { Page } from '@playwright/test';
import { choose, expectToast, leadRow, openAdminLeads } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { banner, impersonate, runCommand } from './palette.ts';

test.use({ signedInAsAdmin: true });

const entries = (page: Page) => page.getByRole('table', { name: 'Activity' }).getByRole('row');
const entry = (page: Page, text: string) => entries(page).filter({ has: page.getByText(text) });

test('the activity shows who did what for a customer or a lead, and when', async ({ page, agency }) => {
  await test.step('the activity shows who did what for a customer, and what was done while impersonating', async () => {
    const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
    const member = await agency.addMember(north.id, 'Mia Member');
    await agency.addLeads(north.id, [{ name: 'Nora North' }, { name: 'Niels North' }]);
    const foreign = `Sam of ${south.name}`;
    await agency.addLeads(south.id, [{ name: foreign }]);

    await page.goto('/admin/leads');
    await impersonate(page, north);
    await page.goto('/leads');
    await leadRow(page, 'Nora North').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved');
    await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
    await expect(banner(page)).toBeHidden();

    await runCommand(page, 'activity', 'Admin Panel', 'Activity');
    await expect(page).toHaveURL(/\/admin\/activity$/);
    await choose(page, 'Customer', north.name);
    await expect(page).toHaveURL(new RegExp(`customer=${north.id}`));
    await expect(entry(page, 'approved lead “Nora North”').getByText('admin@example.test')).toBeVisible();
    await expect(entry(page, 'approved lead “Nora North”').getByText('Impersonating')).toBeVisible();
    await expect(entry(page, 'added 2 leads')).toBeVisible();
    await expect(entry(page, 'added 2 leads')).not.toContainText('Impersonating');
    await expect(entry(page, `added ${member.email} as a member`)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Activity' })).not.toContainText(foreign);
    const when = entry(page, 'approved lead “Nora North”').locator('time');
    await expect(when).toHaveAttribute('title', /\d{4}/);
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveText(north.name);
    await choose(page, 'Customer', 'All Customers');
    await expect(entry(page, `added lead “${foreign}”`)).toBeVisible();
  });

  await test.step('the history of a lead shows who added, approved and changed it, and when', async () => {
    const north = await agency.addCustomer('North');
    await agency.addLeads(north.id, [{ name: 'Nora North' }, { name: 'Niels North' }]);
    const change = (values: object) => agency.rows.from('leads').update(values).eq('customer_id', north.id);
    await change({ is_approved: true }).throwOnError();
    await change({ audience: 'Founders' }).eq('name', 'Nora North').throwOnError();
    await openAdminLeads(page, north);
    await leadRow(page, 'Nora North').getByRole('button', { name: 'History of Nora North' }).click();
    const changes = page.getByRole('list', { name: 'History of Nora North' }).getByRole('listitem');
    await expect(changes).toHaveCount(3);
    await expect(changes.nth(0)).toHaveText('Aadmin@example.test added this lead to the “Founders” audiencejust now');
    await expect(changes.nth(1)).toHaveText('Aadmin@example.test approved this lead (bulk, 2)just now');
    await expect(changes.nth(2)).toHaveText('Aadmin@example.test added this lead (bulk, 2)just now');
    await expect(changes.nth(1).getByText('admin@example.test')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(leadRow(page, 'Nora North').getByRole('button', { name: /History/ })).toBeFocused();
  });
});
