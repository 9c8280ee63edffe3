import type { Page } from '@playwright/test';
import { goBySidebar } from '../customer/customer-area.ts';
import { expectToast, leadNames, leadRow } from '../support/pages.ts';
import { holdRequest, LEADS } from '../support/requests.ts';
import { asMember, expect, signIn, storeSession, test } from '../support/test.ts';
import { addCustomerWithLeads, exit, heading, readImpersonations } from './impersonations.ts';
import { banner, impersonate, palette } from './palette.ts';

test.use({ signedInAsAdmin: true });

test('impersonation expires after 60 minutes', async ({ page, agency }) => {
  await page.clock.install();
  const north = await agency.addCustomer('North');
  await page.goto('/admin');
  await impersonate(page, north);
  const [record] = await readImpersonations(agency, north);
  expect(Date.parse(record?.expires_at ?? '') - Date.parse(record?.started_at ?? '')).toBe(60 * 60_000);
  await page.clock.fastForward('55:00');
  await page.clock.runFor('02:00');
  await expect(banner(page)).toBeVisible();
  await page.clock.fastForward('03:00');
  await expectToast(page, 'Impersonation ended', 'It expired after 60 minutes. Start it again to continue.');
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(banner(page)).toBeHidden();
});

test('impersonation ends with another one, and records what is still being saved (S4.29)', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 403');
  await test.step('changes still being saved at the exit are recorded as made while impersonating', async () => {
    const north = await addCustomerWithLeads(agency, 'North', [{ name: 'Nora North' }, { name: 'Nils North' }]);
    const first = await holdRequest(page, ['PATCH', LEADS]);
    await page.goto('/admin');
    await impersonate(page, north);
    await goBySidebar(page, 'Leads');
    for (const name of ['Nora North', 'Nils North']) {
      await leadRow(page, name).getByRole('button', { name: 'Approve' }).click();
    }
    await first.reached;
    await exit(page).click();
    first.release();
    await expect(page).toHaveURL(/\/admin\/customers$/);
    await expect.poll(async () => (await readImpersonations(agency, north))[0]?.ended_at).toBeTruthy();
    const { data } = await agency.rows
      .from('activity')
      .select('impersonation_id')
      .eq('customer_id', north.id)
      .eq('subject', 'leads')
      .eq('action', 'update')
      .throwOnError();
    const [record] = await readImpersonations(agency, north);
    expect(data).toEqual([{ impersonation_id: record?.id }, { impersonation_id: record?.id }]);
  });

  await test.step('impersonating another customer ends the first impersonation', async () => {
    const north = await addCustomerWithLeads(agency, 'North', [{ name: 'Nora North', audience: 'Northerners' }]);
    const south = await addCustomerWithLeads(agency, 'South', [{ name: 'Sam South' }]);
    await page.goto('/admin');
    await impersonate(page, north);
    await expect(page.getByRole('main').getByRole('link', { name: /^Northerners/ })).toBeVisible();
    await goBySidebar(page, 'Leads');
    await expect(leadRow(page, 'Nora North')).toBeVisible();
    const listed = await holdRequest(page, ['GET', LEADS]);
    await impersonate(page, south);
    await goBySidebar(page, 'Leads');
    await listed.reached;
    await expect(page.getByRole('main')).not.toContainText(/Nora North|Northerners/);
    listed.release();
    await expect.poll(() => leadNames(page)).toEqual(['Sam South']);
    await expect.poll(async () => (await readImpersonations(agency, north))[0]?.ended_at).not.toBe(null);
    expect((await readImpersonations(agency, south))[0]?.ended_at).toBe(null);
  });

  await test.step('a deactivated customer cannot be impersonated', async () => {
    const north = await agency.addCustomer('North');
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Command palette' }).click();
    await palette(page).getByRole('combobox').fill(north.name);
    const option = palette(page).getByRole('group', { name: 'Impersonate' }).getByRole('option', { name: north.name });
    await expect(option).toBeVisible();
    await agency.rows.from('customers').update({ is_active: false }).eq('id', north.id).throwOnError();
    await option.click();
    await expectToast(
      page,
      'Couldn’t start impersonation',
      'This customer is no longer active, or you’re no longer an admin.',
    );
    await expect(page).toHaveURL(/\/admin$/);
  });
});

const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('impersonation ends with the reason if the customer is deactivated', async ({ page, agency }) => {
  const north = await agency.addCustomer('North');
  await page.goto('/admin');
  await impersonate(page, north);
  await agency.rows.from('customers').update({ is_active: false }).eq('id', north.id).throwOnError();
  await focusWindow(page);
  await expectToast(page, 'Impersonation ended', `${north.name} is no longer active.`);
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(banner(page)).toBeHidden();
});

test('an administrator who loses the role while impersonating loses access', async ({ page, context, agency }) => {
  const north = await addCustomerWithLeads(agency, 'North', [{ name: 'Nora North' }]);
  const former = await agency.addStranger('Former Admin');
  await agency.rows.from('user_roles').insert({ user_id: former.id, role: 'admin' }).throwOnError();
  await storeSession(context, await agency.startSession(former));
  await page.goto('/admin');
  await impersonate(page, north);
  await agency.rows.from('user_roles').delete().eq('user_id', former.id).throwOnError();
  await focusWindow(page);
  await expectToast(page, 'Impersonation ended', `It expired, or you no longer have access to ${north.name}.`);
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('signing out ends the impersonation', async ({ page, context, agency }) => {
  const north = await agency.addCustomer('North');
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto('/admin');
  await impersonate(page, north);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect((await readImpersonations(agency, north))[0]?.ended_at).not.toBe(null);
  await signIn(page, agency.admin.email, agency.admin.password);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(banner(page)).toBeHidden();
});

test('a forged impersonation in session storage has no effect (S6.13)', async ({ page, context, agency }) => {
  const south = await addCustomerWithLeads(agency, 'South', [{ name: 'Sam South' }]);
  const { member } = await asMember(context, agency, [{ name: 'Nora North' }]);
  const forged = { id: south.id, adminId: member.id, customer: south, expiresAt: Date.now() + 3_600_000 };
  await page.addInitScript((value) => sessionStorage.setItem('leadlight-impersonation', value), JSON.stringify(forged));
  await page.goto('/leads');
  await expect.poll(() => leadNames(page)).toEqual(['Nora North']);
  await expect(banner(page)).toBeHidden();
  await page.goto('/admin');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Command palette' }).click();
  await expect(palette(page).getByRole('option').first()).toBeVisible();
  await expect(palette(page).getByRole('option', { name: /Upload|Users|Customers/ })).toHaveCount(0);
});
