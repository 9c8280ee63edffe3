import type { Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { choose, expectToast } from '../support/pages.ts';
import { failRequests, holdRequest, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, storeSession, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

const INVITATIONS = '/rest/v1/invitations';
const SEND = '/functions/v1/send-invitation';
const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByText(name) });
const badge = (page: Page, email: string, word: string) =>
  row(page, email).getByText(word, { exact: true }).filter({ visible: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' });
const invite = (page: Page) => page.getByRole('dialog', { name: 'Invite user' });
const unique = () => crypto.randomUUID().slice(0, 8);

async function act(page: Page, email: string, item: string, confirm: string) {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
}

async function invitedTo(agency: Agency, customer: { id: string }): Promise<string[]> {
  const { data } = await agency.rows.from('invitations').select('email').eq('customer_id', customer.id).throwOnError();
  return data.map(({ email }) => email).sort();
}

test('the list shows all users with roles and customers, newest first, and can be searched (S2.71, S6.10, S7.24)', {
  tag: '@phone',
}, async ({ page, agency }) => {
  const word = unique();
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  const grace = await agency.addMember(north.id, `Grace ${word}`);
  await agency.addMembership(grace, south.id);
  const ada = await agency.addStranger(`Ada ${word}`);
  const [profiles, counts] = [
    requestsTo(page, 'GET', '/rest/v1/profiles'),
    requestsTo(page, 'HEAD', '/rest/v1/profiles'),
  ];

  await page.goto('/admin/users');
  await expect(row(page, ada.email)).toBeVisible();
  expect(profiles[0]?.query.get('order')).toBe('created_at.desc,id.desc');
  await search(page).fill(word);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users2');
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  await expect(rows).toHaveCount(3); // with the head
  const first = rows.nth(1);
  await expect(first.getByText(ada.email).filter({ visible: true })).toBeVisible();
  await expect(badge(page, ada.email, 'Needs an invitation')).toBeVisible();
  await expect(badge(page, grace.email, 'Customer')).toBeVisible();
  const customers = row(page, grace.email).getByText(`${north.name}, ${south.name}`);
  await expect(customers).toBeVisible({ visible: !isPhone(page) });
  expect(counts.length).toBeGreaterThan(0);

  await search(page).fill(grace.email);
  await expect(row(page, ada.email)).toHaveCount(0);
  await search(page).fill(`unknown ${word}`);
  await expect(page.getByText(`No results for "unknown ${word}".`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row(page, ada.email)).toBeVisible();
});

test('the page shows pending invitations, and memberships that are deactivated', async ({ page, agency }) => {
  const word = unique();
  const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
  const grace = await agency.addMember(north.id, `Grace ${word}`);
  await agency.addMembership(grace, south.id, { isActive: false });
  const former = await agency.addMember(south.id, `Fay ${word}`);
  await agency.rows.from('customer_users').update({ is_active: false }).eq('user_id', former.id).throwOnError();
  const invited = `invited-${word}@example.com`;
  await agency.rows
    .from('invitations')
    .insert([
      { customer_id: north.id, email: invited },
      { customer_id: north.id, email: `accepted-${word}@example.com` },
    ])
    .throwOnError();
  const accepted = { accepted_at: new Date().toISOString() };
  await agency.rows.from('invitations').update(accepted).eq('email', `accepted-${word}@example.com`).throwOnError();

  await page.goto(`/admin/users?search=${word}`);
  await expect(row(page, grace.email).getByText(`${north.name}, ${south.name} (deactivated)`)).toBeVisible();
  await expect(badge(page, grace.email, 'Deactivated')).toHaveCount(0);
  await expect(badge(page, former.email, 'Deactivated')).toBeVisible();
  const pending = page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem');
  await expect(pending).toHaveText([new RegExp(`^${invited}${north.name}InvitedNot deliveredExpires in 7 days$`)]);
  await expectAccessible(page);
  await pending.getByRole('link', { name: north.name }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${north.id}$`));
});

test('several addresses are invited at once, each with its result (S2.72)', async ({
  page,
  agency,
  expected,
  mailServer,
}) => {
  expected.push('status of 502', 'status of 500');
  await test.step('several pasted addresses are invited at once, each with its result', async () => {
    const customer = await agency.addCustomer('Northwind');
    const [ada = '', bob = '', cy = ''] = ['ada', 'bob', 'cy'].map((name) => `${name}-${unique()}@example.test`);
    await failRequests(page, ['POST', SEND], {
      status: 502,
      message: 'The mail server didn’t accept the email',
      only: [2],
    });
    await failRequests(page, ['POST', INVITATIONS], { message: 'The database rests', only: [3] });

    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    await invite(page).getByLabel('Email').fill(`"Lovelace, Ada" <${ada}>, nonsense`);
    await choose(page, 'Customer', customer.name);
    await invite(page).getByRole('button', { name: 'Send invitation' }).click();
    await expect(invite(page).getByText('“nonsense” isn’t a valid email address')).toBeVisible();
    await invite(page).getByLabel('Email').fill(`"Lovelace, Ada" <${ada}>, ${bob};\n${cy} ${ada.toUpperCase()}`);
    await invite(page).getByRole('button', { name: 'Send invitation' }).click();

    const lines = invite(page).getByRole('list', { name: 'Invitations' }).getByRole('listitem');
    await expect(invite(page).getByText('3 of 3 done')).toBeVisible();
    await expect(lines).toHaveCount(3);
    await expect(lines.nth(0).getByText(ada)).toBeVisible();
    await expect(lines.nth(0).getByText('Sent')).toBeVisible();
    await expect(lines.nth(1).getByText('Saved, email not sent')).toBeVisible();
    await expect(lines.nth(1).getByText('The mail server didn’t accept the email')).toBeVisible();
    await expect(lines.nth(1).getByLabel(`Invitation link for ${bob}`)).toHaveValue(/\/invite\/[0-9a-f]{64}$/);
    await expect(lines.nth(2).getByText('Failed')).toBeVisible();
    await expect(
      invite(page)
        .getByRole('alert')
        .getByText('Invitation was saved but email could not be sent. Please contact the user directly.'),
    ).toBeVisible();
    await expectToast(page, 'Invitation sent', `${ada} can now join ${customer.name}.`);
    await expectAccessible(page);
    await invite(page).getByRole('button', { name: 'Done' }).click();
    await expect(invite(page)).toBeHidden();
    expect(await invitedTo(agency, customer)).toEqual([ada, bob].sort());
    await mailServer.waitForEmail(ada);

    await page.getByRole('button', { name: 'Invite user' }).click();
    await invite(page).getByLabel('Email').fill(`${ada.toUpperCase()} ${bob} ${cy}`);
    await choose(page, 'Customer', customer.name);
    await invite(page).getByRole('button', { name: 'Send invitation' }).click();
    await expect(lines.filter({ has: page.getByText('Sent') })).toHaveCount(3);
    expect(await invitedTo(agency, customer)).toEqual([ada, bob, cy].sort());
  });

  await test.step('the dialog stays while several users are invited, and Stop skips the rest', async () => {
    const customer = await agency.addCustomer('Northwind');
    const addresses = [agency.newAddress(), agency.newAddress(), agency.newAddress()];
    const sending = await holdRequest(page, ['POST', SEND]);
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    await invite(page).getByLabel('Email').fill(addresses.join(' '));
    await choose(page, 'Customer', customer.name);
    await invite(page).getByRole('button', { name: 'Send invitation' }).click();
    await sending.reached;
    await expect(invite(page).getByText('0 of 3 done')).toBeVisible();
    await page.keyboard.press('Escape');
    await invite(page).getByRole('button', { name: 'Stop' }).click();
    sending.release();
    const lines = invite(page).getByRole('list', { name: 'Invitations' }).getByRole('listitem');
    const outcomes = ['Sent', 'Not invited', 'Not invited'];
    await expect(lines).toHaveText(outcomes.map((outcome, index) => `${addresses[index]}${outcome}`));
    expect(await invitedTo(agency, customer)).toEqual([addresses[0]]);
  });
});

test('the admin role is given and removed again, but not for the last administrator (S1.10)', async ({
  page,
  agency,
  adminSession,
  expected,
}) => {
  expected.push('status of 400');
  const others = agency.rows.from('user_roles').delete().neq('user_id', adminSession.user.id);
  await others.eq('role', 'admin').throwOnError(); // of other tests
  await test.step('the admin role is given and removed again, but not for the last administrator', async () => {
    const user = await agency.addStranger('Grace Hopper');
    await page.goto(`/admin/users?search=${user.email}`);
    await act(page, user.email, 'Make admin', 'Make admin');
    await expectToast(page, 'Admin role added', user.email);
    await expect(badge(page, user.email, 'Admin')).toBeVisible();
    expect((await agency.readGrants(user.email)).roles).toEqual(['admin']);

    await act(page, user.email, 'Remove admin role', 'Remove admin role');
    await expectToast(page, 'Admin role removed', user.email);
    await expect(badge(page, user.email, 'Needs an invitation')).toBeVisible();
    expect((await agency.readGrants(user.email)).roles).toEqual([]);

    await page.goto(`/admin/users?search=${agency.admin.email}`);
    await act(page, agency.admin.email, 'Remove admin role', 'Remove admin role');
    await expectToast(page, 'Couldn’t remove the admin role', 'The last admin cannot be removed');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(badge(page, agency.admin.email, 'Admin')).toBeVisible();
  });
});

test('an administrator who gives up the role leaves the Admin Panel immediately', async ({ page, context, agency }) => {
  const user = await agency.addStranger('Grace Hopper');
  await agency.rows.from('user_roles').insert({ user_id: user.id, role: 'admin' }).throwOnError();
  await storeSession(context, await agency.startSession(user));
  await page.goto(`/admin/users?search=${user.email}`);
  await act(page, user.email, 'Remove admin role', 'Remove admin role');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect((await agency.readGrants(user.email)).roles).toEqual([]);
});
