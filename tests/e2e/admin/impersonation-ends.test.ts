import type { Page } from '@playwright/test';
import { goBySidebar } from '../customer/customer-area.ts';
import type { Agency } from '../support/agency.ts';
import { expectToast, leadNames, leadRow } from '../support/pages.ts';
import { failRequests, holdRequest, LEADS } from '../support/requests.ts';
import { asMember, expect, signIn, storeSession, test } from '../support/test.ts';
import { customerWith, exit, heading, IMPERSONATIONS, recordOf } from './impersonations.ts';
import { banner, impersonate, palette } from './palette.ts';

test.use({ signedInAsAdmin: true });

test('after 60 minutes it is over, whatever else goes on', async ({ page, agency }) => {
  await page.clock.install();
  const north = await agency.addCustomer('North');
  await page.goto('/admin');
  await impersonate(page, north);
  const [record] = await recordOf(agency, north);
  expect(Date.parse(record?.expires_at ?? '') - Date.parse(record?.started_at ?? '')).toBe(60 * 60_000);
  await page.clock.fastForward('55:00');
  await page.clock.runFor('02:00');
  await expect(banner(page)).toBeVisible();
  await page.clock.fastForward('03:00');
  await expectToast(page, 'Impersonation ended', 'It has lasted its 60 minutes. Start it again to go on.');
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(banner(page)).toBeHidden();
});

test('a tab that is opened again after its 60 minutes says so', async ({ page, agency }) => {
  const north = await agency.addCustomer('North');
  await page.goto('/admin');
  await impersonate(page, north);
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('leadlight-impersonation') ?? '');
    sessionStorage.setItem('leadlight-impersonation', JSON.stringify({ ...kept, expiresAt: Date.now() }));
  });
  await page.reload();
  await expectToast(page, 'Impersonation ended', 'It has lasted its 60 minutes. Start it again to go on.');
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(banner(page)).toBeHidden();
});

test('decisions that are still on their way when it is left are recorded as made while looking', async ({
  page,
  agency,
}) => {
  const north = await customerWith(agency, 'North', [{ name: 'Nora North' }, { name: 'Nils North' }]);
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
  await expect.poll(async () => (await recordOf(agency, north))[0]?.ended_at).toBeTruthy();
  const { data } = await agency.rows
    .from('activity')
    .select('impersonation_id')
    .eq('customer_id', north.id)
    .eq('subject', 'leads')
    .eq('action', 'update')
    .throwOnError();
  const [record] = await recordOf(agency, north);
  expect(data).toEqual([{ impersonation_id: record?.id }, { impersonation_id: record?.id }]);
});

/** The person comes back to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

type Customers = { id: string; name: string };
const endings: [
  what: string,
  end: (agency: Agency, customer: Customers) => PromiseLike<unknown>,
  says: (name: string) => string,
][] = [
  [
    'the customer is deleted',
    (agency, { id }) => agency.rows.from('customers').delete().eq('id', id).throwOnError(),
    (name) => `It has run out, or ${name} can no longer be seen.`,
  ],
  [
    'the customer is deactivated',
    (agency, { id }) => agency.rows.from('customers').update({ is_active: false }).eq('id', id).throwOnError(),
    (name) => `${name} is no longer active.`,
  ],
  [
    'it is ended in another tab',
    (agency, { id }) =>
      agency.rows.from('impersonations').update({ ended_at: 'now' }).eq('customer_id', id).throwOnError(),
    () => 'It was ended elsewhere.',
  ],
];

for (const [what, end, says] of endings) {
  test(`where ${what}, the administrator is told and led back`, async ({ page, agency }) => {
    const north = await agency.addCustomer('North');
    await page.goto('/admin');
    await impersonate(page, north);
    await end(agency, north);
    await comeBack(page);
    await expectToast(page, 'Impersonation ended', says(north.name));
    await expect(page).toHaveURL(/\/admin\/customers$/);
    await expect(banner(page)).toBeHidden();
  });
}

test('an administrator whose role is taken away meanwhile sees nothing more', async ({ page, context, agency }) => {
  const north = await customerWith(agency, 'North', [{ name: 'Nora North' }]);
  const former = await agency.addStranger('Former Admin');
  await agency.rows.from('user_roles').insert({ user_id: former.id, role: 'admin' }).throwOnError();
  await storeSession(context, await agency.startSession(former));
  await page.goto('/admin');
  await impersonate(page, north);
  await agency.rows.from('user_roles').delete().eq('user_id', former.id).throwOnError();
  await comeBack(page);
  await expectToast(page, 'Impersonation ended', `It has run out, or ${north.name} can no longer be seen.`);
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('one leaves even where the end cannot be recorded, and is told so', async ({ page, agency, expected }) => {
  expected.push('status of 500');
  const north = await agency.addCustomer('North');
  await page.goto('/admin');
  await impersonate(page, north);
  await failRequests(page, ['PATCH', IMPERSONATIONS], { message: 'The database rests' });
  await exit(page).click();
  await expectToast(page, 'Impersonation ended', 'Back to admin view');
  await expectToast(
    page,
    'The end of the impersonation could not be recorded',
    'It runs out by itself within the hour. The database rests',
  );
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await expect(banner(page)).toBeHidden();
});

test('a customer deactivated a moment ago cannot be looked at', async ({ page, agency, expected }) => {
  expected.push('status of 403');
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
    'Error starting impersonation',
    'The customer is no longer active, or you are no longer an administrator.',
  );
  await expect(page).toHaveURL(/\/admin$/);
});

test('from one customer straight to another: nothing of the first is shown, and the first is over', async ({
  page,
  agency,
}) => {
  const north = await customerWith(agency, 'North', [{ name: 'Nora North', audience: 'Northerners' }]);
  const south = await customerWith(agency, 'South', [{ name: 'Sam South' }]);
  await page.goto('/admin');
  await impersonate(page, north);
  await expect(page.getByRole('main').getByText('Northerners')).toBeVisible();
  await goBySidebar(page, 'Leads');
  await expect(leadRow(page, 'Nora North')).toBeVisible();
  const listed = await holdRequest(page, ['GET', LEADS]);
  await impersonate(page, south);
  await goBySidebar(page, 'Leads');
  await listed.reached;
  await expect(page.getByRole('main')).not.toContainText(/Nora North|Northerners/);
  listed.release();
  await expect.poll(() => leadNames(page)).toEqual(['Sam South']);
  await expect.poll(async () => (await recordOf(agency, north))[0]?.ended_at).not.toBe(null);
  expect((await recordOf(agency, south))[0]?.ended_at).toBe(null);
});

test('signing out ends it, for whoever signs in next', async ({ page, context, agency }) => {
  const north = await agency.addCustomer('North');
  await storeSession(context, await agency.startSession(agency.admin));
  await page.goto('/admin');
  await impersonate(page, north);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect((await recordOf(agency, north))[0]?.ended_at).not.toBe(null);
  await signIn(page, agency.admin.email, agency.admin.password);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(banner(page)).toBeHidden();
});

test('a customer who writes an impersonation into the tab by hand is still the customer', async ({
  page,
  context,
  agency,
}) => {
  const south = await customerWith(agency, 'South', [{ name: 'Sam South' }]);
  const { member } = await asMember(context, agency, [{ name: 'Nora North' }]);
  const forged = { id: south.id, adminId: member.id, customer: south, expiresAt: Date.now() + 3_600_000 };
  await page.addInitScript((kept) => sessionStorage.setItem('leadlight-impersonation', kept), JSON.stringify(forged));
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
