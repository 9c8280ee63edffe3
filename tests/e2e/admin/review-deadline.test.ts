import { codeIn, linkIn } from '../support/emails.ts';
import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, storeSession, test } from '../support/test.ts';

const DAY = '2099-12-04';

test('a deadline of a customer is set by an administrator, and named to its members and guests', {
  tag: '@phone',
}, async ({ page, context, agency, adminSession, mailServer }) => {
  test.slow();
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, [{ name: 'Ada' }]);
  const member = await agency.addMember(customer.id, 'Grace Hopper');
  const guest = agency.newAddress();
  const named = page.getByText(/^Please review by Friday,? 4 December\.$/).first();
  await storeSession(context, adminSession);

  await test.step('the administrator sets the deadline', async () => {
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Set a deadline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review deadline' });
    await expect(dialog.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
    await dialog.getByLabel(/^Please review by/).fill(DAY);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save deadline' }).click();
    await expectToast(page, 'Review deadline set');
    await expect(named).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a link is sent with it', async () => {
    await page.getByRole('button', { name: 'Send a review link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a review link' });
    await dialog.getByLabel('Email').fill(guest);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expectToast(page, 'Review link sent');
  });

  await test.step('the guest is asked by the email and the page, and turns reminders off', async () => {
    const email = await mailServer.waitForEmail(guest);
    expect(email.text).toContain('\n\nPlease review by Friday 4 December.\n\n');
    await page.goto(linkIn(email));
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code').fill(codeIn(await mailServer.waitForEmail(guest, 2)));
    await expect(named).toBeVisible();
    await page.getByRole('button', { name: 'Choose your emails' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your emails' });
    await dialog.getByRole('checkbox', { name: /^Reminders/ }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/You won’t get any reminders\./)).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the member is asked on the lists and the dashboard, and chooses emails', async () => {
    await storeSession(context, await agency.startSession(member));
    await page.goto('/dashboard');
    await expect(named).toBeVisible();
    await page.goto('/leads');
    await expect(named).toBeVisible();
    await expectAccessible(page);
  });
});
