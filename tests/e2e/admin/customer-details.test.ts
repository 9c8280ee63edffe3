import type { Page } from '@playwright/test';
import type { TestServer } from '../../support/server.ts';
import type { Agency, Member } from '../support/agency.ts';
import { linkIn } from '../support/emails.ts';
import { expectToast } from '../support/pages.ts';
import { failRequests, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const MEMBERSHIPS = '/rest/v1/customer_users';
const SEND = ['POST', '/functions/v1/send-invitation'] as const;
const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByText(name) });
const status = (page: Page, name: string, word: string) =>
  row(page, name).getByText(word, { exact: true }).filter({ visible: true });
const choose = async (page: Page, email: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

async function invitationTo(agency: Agency, email: string) {
  const { data } = await agency.rows.from('invitations').select().eq('email', email).maybeSingle().throwOnError();
  return data;
}

/** Accepts the invitation over HTTP. */
async function accept(server: TestServer, agency: Agency, user: Member, token: string): Promise<void> {
  const { access_token } = await agency.startSession(user);
  const response = await fetch(`${server.url}/rest/v1/rpc/accept_invitation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(response.status).toBe(200);
}

test('a customer has three tabs, and an error with a way back if it cannot be read (S2.69, S2.70, S7.23, S8.25)', async ({
  page,
  agency,
  expected,
}) => {
  expected.push('status of 500', 'Error fetching memberships');
  await test.step('a customer has the tabs Users, Overview and Settings, of which two are coming soon', async () => {
    const customer = await agency.addCustomer('Northwind');
    await page.goto(`/admin/customers/${customer.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name);
    await expect(page.getByRole('tab')).toHaveText(['Users', 'Overview', 'Settings']);
    await expect(page.getByText('No users yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByRole('tabpanel').getByText('Overview is coming soon')).toBeVisible();
    await expect(page).toHaveURL(/\?tab=overview$/);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByRole('tabpanel').getByText('Settings are coming soon')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('an unknown customer and one that cannot be read show an error with a way back', async () => {
    const customer = await agency.addCustomer('Northwind');
    const alert = page.getByRole('alert');
    for (const id of ['1', crypto.randomUUID()]) {
      await page.goto(`/admin/customers/${id}`);
      await expect(alert.getByText('Error loading data')).toBeVisible();
      await expect(alert.getByText('Failed to fetch customer details')).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Customers' }).click();
    await expect(page).toHaveURL(/\/admin\/customers$/);

    const outage = await failRequests(page, ['GET', '/rest/v1/customers'], { message: 'The database rests' });
    await page.goto(`/admin/customers/${customer.id}`);
    await expect(alert.getByText('Error loading data')).toBeVisible();
    await outage.end();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name);

    const membershipOutage = await failRequests(page, ['GET', MEMBERSHIPS], { message: 'The database rests' });
    await page.goto(`/admin/customers/${customer.id}`);
    await expect(alert.getByText('Failed to fetch customer details')).toBeVisible();
    await membershipOutage.end();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No users yet')).toBeVisible();
  });
});

test('users are invited to a customer, and their invitations sent again or revoked (S4.18, S7.5)', async ({
  page,
  agency,
  server,
  mailServer,
  expected,
}) => {
  expected.push('status of 502');
  await test.step('an invited user is Invited until they accept, then Active', async () => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Grace Hopper');
    const pending = await agency.addStranger('Not yet');
    const membership = { user_id: pending.id, customer_id: customer.id };
    await agency.rows.from('customer_users').insert(membership).throwOnError();
    const user = await agency.addStranger('Ada Lovelace');
    const calls = requestsTo(page, 'GET', MEMBERSHIPS);

    await page.goto(`/admin/customers/${customer.id}`);
    await expect(status(page, member.email, 'Active')).toBeVisible();
    await expect(row(page, member.email).getByText('Grace Hopper')).toBeVisible();
    await expect(status(page, pending.email, 'Invited')).toBeVisible();
    const call = calls.find(({ query }) => query.get('customer_id') === `eq.${customer.id}`);
    expect(call?.query.get('select')).toContain('profiles(email,full_name)');

    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveCount(0);
    await dialog.getByLabel('Email').fill(user.email);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Invitation sent', `${user.email} can now join ${customer.name}.`);
    await expect(status(page, user.email, 'Invited')).toBeVisible();
    await expect(status(page, user.email, 'Not delivered')).toHaveCount(0);
    await expectAccessible(page);

    const link = linkIn(await mailServer.waitForEmail(user.email));
    await accept(server, agency, user, link.split('/').at(-1) ?? '');
    await page.reload();
    await expect(status(page, user.email, 'Active')).toBeVisible();
    await expect(row(page, user.email)).toHaveCount(1);
  });

  await test.step('an expired invitation is sent again and is valid again', async () => {
    const customer = await agency.addCustomer('Northwind');
    const email = agency.newAddress();
    const token = await agency.invite(customer.id, email);
    await agency.expire(token);
    await page.goto(`/admin/customers/${customer.id}`);
    await expect(status(page, email, 'Invitation expired')).toBeVisible();
    for (const other of ['Invited', 'Not delivered']) await expect(status(page, email, other)).toHaveCount(0);

    await choose(page, email, 'Resend invitation');
    await expectToast(page, 'Invitation sent', `We sent the invitation to ${email} again.`);
    await expect(status(page, email, 'Invitation expired')).toHaveCount(0);
    await expect(status(page, email, 'Not delivered')).toHaveCount(0);
    await expect(status(page, email, 'Invited')).toBeVisible();
    expect(linkIn(await mailServer.waitForEmail(email))).toContain(`/invite/${token}`);
    const stored = await invitationTo(agency, email);
    expect(Date.parse(stored?.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  await test.step('an invitation whose email cannot be sent is shown as not delivered, with its link', async () => {
    const customer = await agency.addCustomer('Northwind');
    const email = agency.newAddress();
    const outage = await failRequests(page, SEND, { status: 502, message: 'The mail server didn’t accept the email' });
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Invite user' }).click();
    const invite = page.getByRole('dialog', { name: 'Invite user' });
    await invite.getByLabel('Email').fill(email);
    await invite.getByRole('button', { name: 'Send invitation' }).click();
    await expect(invite.getByRole('alert').getByText('Invitation created but email failed to send')).toBeVisible();
    await invite.getByRole('button', { name: 'Done' }).click();
    await expect(status(page, email, 'Not delivered')).toBeVisible();

    await choose(page, email, 'Resend invitation');
    const resend = page.getByRole('dialog', { name: 'Resend invitation' });
    await expect(resend.getByRole('alert').getByText('Invitation created but email failed to send')).toBeVisible();
    const { token } = await invitationTo(agency, email);
    await expect(resend.getByLabel('Invitation link')).toHaveValue(new RegExp(`/invite/${token}$`));
    await expectAccessible(page);
    await resend.getByRole('button', { name: 'Done' }).click();
    await outage.end();
    await choose(page, email, 'Resend invitation');
    await expectToast(page, 'Invitation sent', `We sent the invitation to ${email} again.`);
    await expect(status(page, email, 'Not delivered')).toHaveCount(0);
  });

  await test.step('an invitation is revoked after a confirmation, and can no longer be sent', async () => {
    const customer = await agency.addCustomer('Northwind');
    const [email, other] = [agency.newAddress(), agency.newAddress()];
    await agency.invite(customer.id, email);
    const gone = await agency.invite(customer.id, other);
    await page.goto(`/admin/customers/${customer.id}`);
    await choose(page, email, 'Revoke invitation');
    const question = page.getByRole('alertdialog', { name: 'Revoke this invitation?' });
    await expect(question.getByText(`The link sent to ${email} will stop working immediately.`)).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(status(page, email, 'Invited')).toBeVisible();
    await choose(page, email, 'Revoke invitation');
    await question.getByRole('button', { name: 'Revoke invitation' }).click();
    await expectToast(page, 'Invitation revoked', email);
    await expect(row(page, email)).toHaveCount(0);
    expect(await invitationTo(agency, email)).toBeNull();

    await agency.rows.from('invitations').delete().eq('token', gone).throwOnError();
    await choose(page, other, 'Resend invitation');
    await expectToast(page, 'Error sending invitation', 'This invitation was already accepted or revoked.');
    await expect(row(page, other)).toHaveCount(0);
  });
});

test('members are deactivated and reactivated, and so is the customer', async ({ page, agency, expected }) => {
  expected.push('status of 400', 'status of 500');
  await test.step('a member is deactivated and reactivated after a confirmation', async () => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Grace Hopper');
    const isActive = async () => {
      const { data } = await agency.rows.from('customer_users').select('is_active').eq('user_id', member.id).single();
      return data?.is_active;
    };
    await page.goto(`/admin/customers/${customer.id}`);
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await choose(page, member.email, 'Deactivate');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate user' }).click();
    await expectToast(page, 'User deactivated', member.email);
    await expect(status(page, member.email, 'Deactivated')).toBeVisible();
    expect(await isActive()).toBe(false);
    await choose(page, member.email, 'Reactivate');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate user' }).click();
    await expectToast(page, 'User reactivated', member.email);
    await expect(status(page, member.email, 'Active')).toBeVisible();
    expect(await isActive()).toBe(true);
  });

  await test.step('the role of a member is changed at once', async () => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Grace Hopper');
    await page.goto(`/admin/customers/${customer.id}`);
    const role = page.getByRole('combobox', { name: `Role of ${member.email}` });
    await expect(role).toHaveText('Approver');
    await role.click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await expectToast(page, 'Grace Hopper is now a viewer');
    await page.reload();
    await expect(role).toHaveText('Viewer');
    await expectAccessible(page);
  });

  await test.step('a deactivated member cannot be invited again, only reactivated', async () => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Grace Hopper');
    await agency.invite(customer.id, member.email);
    await page.goto(`/admin/customers/${customer.id}`);
    const invitation = row(page, member.email).first();
    const actions = (line: typeof invitation) =>
      line.getByRole('button', { name: `Actions for ${member.email}`, exact: true });
    await expect(invitation.getByText('Invitation expired', { exact: true })).toHaveCount(0);

    await actions(row(page, 'Grace Hopper')).click();
    await page.getByRole('menuitem', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate user', exact: true }).click();
    await expectToast(page, 'User deactivated', member.email);
    await expect(invitation.getByText('Invitation expired', { exact: true }).filter({ visible: true })).toBeVisible();
    await actions(invitation).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Revoke invitation']);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Invite user', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user', exact: true });
    await dialog.getByLabel('Email', { exact: true }).fill(member.email);
    await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click();
    const reason = `${member.email} is a deactivated member of this customer: reactivate the user instead`;
    await expectToast(page, 'Error sending invitation', reason);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();

    await actions(row(page, 'Grace Hopper')).click();
    await page.getByRole('menuitem', { name: 'Reactivate', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate user', exact: true }).click();
    await expectToast(page, 'User reactivated', member.email);
    await actions(invitation).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Resend invitation', 'Revoke invitation']);
  });

  await test.step('a customer is deactivated on its own page', async () => {
    const customer = await agency.addCustomer('Northwind');
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate customer' }).click();
    await expectToast(page, 'Customer deactivated', customer.name);
    await expect(page.getByRole('main').getByText('Deactivated', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
  });

  await test.step('an error of the database is shown, and the confirmation stays open', async () => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Grace Hopper');
    await failRequests(page, ['PATCH', MEMBERSHIPS], { message: 'The database rests' });
    await page.goto(`/admin/customers/${customer.id}`);
    await choose(page, member.email, 'Deactivate');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate user' }).click();
    await expectToast(page, 'Couldn’t deactivate the user', 'The database rests');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
});
