import type { Page } from '@playwright/test';
import { codeIn, linkIn } from '../support/emails.ts';
import { expectToast, leadRow } from '../support/pages.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  isPhone,
  storeSession,
  test,
} from '../support/test.ts';
import { addCompanies, numbered, readDecisions } from './customer-area.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

/** Decides about the current row by key, on a phone by its button. */
async function decide(page: Page, name: string, word: 'Approve' | 'Reject'): Promise<void> {
  if (isPhone(page)) return leadRow(page, name).getByRole('button', { name: word }).click();
  await expect(leadRow(page, name)).toBeFocused();
  await page.keyboard.press(word === 'Approve' ? 'a' : 'r');
}

test('a guest reviews everything by a link and a typed code, beside the administrator’s session', {
  tag: '@phone',
}, async ({ page, context, agency, adminSession, mailServer }) => {
  test.slow();
  const customer = await agency.addCustomer('Northwind');
  await agency.addLeads(customer.id, numbered(8));
  await addCompanies(agency, customer.id, [{ name: 'Acme Robotics' }, { name: 'Globex' }]);
  const email = agency.newAddress();
  await storeSession(context, adminSession);

  await test.step('the administrator sends the link', async () => {
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Send a review link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a review link' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel(/^Message/).fill('Please look at these by Friday.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expectToast(page, 'Review link sent');
    await expect(page.getByRole('table', { name: 'Review links' }).getByText(email)).toBeVisible();
    await expectAccessible(page);
  });

  const link = linkIn(await mailServer.waitForEmail(email));

  await test.step('the guest asks for a code and types it', async () => {
    await page.goto(link);
    await expect(heading(page, / asked for your review$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the app' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    expect(mailServer.emailsTo(email)).toHaveLength(1);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const code = codeIn(await mailServer.waitForEmail(email, 2));
    await expect(page.getByLabel('Code')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(code);
    await expect(page.getByText('0 of 10 reviewed')).toBeVisible();
    await expect(page.getByText('Please look at these by Friday.')).toBeVisible();
    await expect(leadRow(page, 'Row 001')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('leads are decided one by one, and the rest at once, with undo', async () => {
    await decide(page, 'Row 001', 'Approve');
    await decide(page, 'Row 002', 'Reject');
    await decide(page, 'Row 003', 'Approve');
    await expect(page.getByText('3 of 10 reviewed')).toBeVisible();
    await page.getByRole('button', { name: 'Approve the rest (5)' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve 5 leads' }).click();
    await expectToast(page, '5 leads approved');
    await expect(page.getByText('8 of 10 reviewed')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, '5 leads moved back to review');
    await expect(page.getByText('3 of 10 reviewed')).toBeVisible();
    expect(Object.values(await readDecisions(agency, 'leads', customer.id))).toEqual([
      true,
      false,
      true,
      ...Array(5).fill(null),
    ]);
    await page.getByRole('button', { name: 'Approve the rest (5)' }).click();
    await page.getByRole('button', { name: 'Approve 5 leads' }).click();
  });

  await test.step('the companies follow, and the end says what was decided', async () => {
    await page.getByRole('link', { name: 'Review 2 companies' }).click();
    await expect(heading(page, 'Companies 2')).toBeVisible();
    await page.getByRole('button', { name: 'Approve the rest (2)' }).click();
    await page.getByRole('button', { name: 'Approve 2 companies' }).click();
    await expect(page.getByText('All done')).toBeVisible();
    await expect(page.getByText(/^Leads: 7 approved, 1 rejected\. Companies: 2 approved, 0 rejected\. You can change/)).toBeVisible();
    await expect(page.getByText('10 of 10 reviewed')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the device stays signed in, and a decision can still be changed', async () => {
    await page.goto(link);
    await expect(page.getByText('All done')).toBeVisible();
    await page.getByRole('link', { name: 'Show all leads' }).click();
    await leadRow(page, 'Row 002').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved', 'Row 002');
  });

  await test.step('the administrator is still signed in, sees the decisions, and revokes the link', async () => {
    const admin = await context.newPage();
    await admin.goto(`/admin/customers/${customer.id}`);
    await admin.getByRole('button', { name: `Actions for ${email}` }).click();
    await admin.getByRole('menuitem', { name: 'Revoke' }).click();
    await admin.getByRole('button', { name: 'Revoke link' }).click();
    await expectToast(admin, 'Review link revoked', email);
    await admin.close();
    await page.goto(link);
    await expect(heading(page, 'This review link has ended')).toBeVisible();
    await expectAccessible(page);
  });
});
