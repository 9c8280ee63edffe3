import type { Page } from '@playwright/test';
import { addCampaign, message } from '../copy/campaigns.ts';
import { addCompanies } from '../customer/customer-area.ts';
import { importFile } from '../import/past-imports.ts';
import { leadRow } from '../support/pages.ts';
import { expect, storeSession, test } from '../support/test.ts';

/** As an earlier version could store them, in PostgreSQL's JSON. */
const ODD = ['infinity', '-infinity', '0044-03-15T00:00:00+00:00 BC', '294276-12-31T23:59:59.999999+00:00'];
const MOMENT = /"\d{4}-\d{2}-\d{2}T[^"]*"/g;

/** Has every moment in every answer of rows be an odd one. */
async function makeDatesOdd(page: Page): Promise<void> {
  let count = 0;
  await page.route(/\/rest\/v1\//, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(MOMENT, () => JSON.stringify(ODD[count++ % ODD.length])) });
  });
}

test('every page with a date shows an invalid one as unknown', async ({ page, server, agency }) => {
  const customer = await agency.addCustomer('Odd');
  const member = await agency.addMember(customer.id, 'Grace Hopper');
  await agency.invite(customer.id, agency.newAddress());
  await agency.addLeads(customer.id, [{ name: 'Annie Jump Cannon', audience: 'Founders' }]);
  await addCompanies(agency, customer.id, [{ name: 'Engines' }]);
  const campaign = await addCampaign(agency, customer.id, { name: 'Hello', steps: [message('Hi')] });
  await importFile([server, agency], customer, { name: 'team.csv', csv: 'Name,Email\nBea,bea@odd.test\nCy,none' });

  const look = async (path: string, isDated = true) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    if (isDated) await expect(page.getByText(/an unknown time/).first()).toBeAttached();
    await expect(page.getByText('This page couldn’t be shown', { exact: true })).toHaveCount(0);
  };

  await makeDatesOdd(page);
  await storeSession(page.context(), await agency.startSession(agency.admin));
  for (const path of ['customers', `customers/${customer.id}`, 'users', 'copy', 'imports', 'activity']) {
    await look(`/admin/${path}`);
  }
  for (const path of ['/admin', '/admin/leads', '/admin/companies', '/admin/settings']) await look(path, false);
  await page.goto(`/admin/copy?campaign=${campaign.id}`);
  await expect(page.getByRole('dialog', { name: 'Hello', exact: true })).toContainText('an unknown time');
  await look(`/admin/imports?customer=${customer.id}`);
  await page.getByRole('link', { name: 'team.csv', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('an unknown time');
  await look('/admin/leads', false);
  await leadRow(page, 'Annie Jump Cannon')
    .getByRole('button', { name: /^History/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('an unknown time');

  await storeSession(page.context(), await agency.startSession(member));
  await look('/copy');
  for (const path of ['/dashboard', '/leads', '/companies', '/settings']) await look(path, false);
});
