import type { Page } from '@playwright/test';
import { choose } from '../support/pages.ts';
import { expect, expectAccessibleInBothThemes, isPhone, storeSession, test } from '../support/test.ts';
import { asMember } from './customer-area.ts';

/** Elements that only the screen needs and a report on paper must not have. */
const screenOnly = (page: Page) => [
  page.getByRole('button', { name: 'Sign Out' }),
  page.getByRole('button', { name: 'Print' }),
  page.getByRole('combobox', { name: 'Period' }),
  page.getByText(/^The counts cover this period/),
];

test('a member reads and prints a report, and shares it by its address with the agency only', {
  tag: '@phone',
}, async ({ page, context, agency, browser }) => {
  const { customer } = await asMember(context, agency, {
    leads: [
      { name: 'Ada', audience: 'Founders', is_approved: true },
      { name: 'Alan', audience: 'Founders', is_approved: true },
      { name: 'Barbara', audience: 'Sales', is_approved: false },
      { name: 'Not decided', audience: 'Sales' },
    ],
  });
  const title = `Report for ${customer.name}`;
  const row = (name: string) =>
    page
      .getByRole('table', { name: 'By audience' })
      .getByRole('row')
      .filter({ has: page.getByText(name) });

  await test.step('it opens from the dashboard, with the decisions of the last 12 weeks', async () => {
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Report' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Leadlight`);
    await expect(row('Founders').getByRole('cell')).toHaveText(['2', '0', '0', '0', '0']);
    await expect(row('Sales').getByRole('cell')).toHaveText(['0', '1', '0', '0', '0']);
    await expect(page.getByText('No leads were handed off in this period.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the address holds customer and period', async () => {
    await choose(page, 'Period', 'This quarter');
    await expect(page).toHaveURL(`/report/${customer.id}?period=quarter`);
    await expect(row('Founders')).toBeVisible();
  });

  await test.step('on paper it has no navigation, and light colours whatever the theme', async () => {
    for (const one of screenOnly(page)) await expect(one).toBeVisible();
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const one of screenOnly(page)) await expect(one).toBeHidden();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(/ · As of \d+ \w+ \d{4}$/)).toBeVisible();
    await expect(row('Founders')).toHaveCSS('color', 'rgb(25, 28, 36)');
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/MediaBox \[0 0 59\d\.?\d* 84\d\.?\d*\]/g)).not.toBeNull();
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  await test.step('an administrator opens the same address, a member of another customer does not', async () => {
    const other = await agency.addCustomer('Globex');
    const address = page.url();
    for (const [user, heading] of [
      [agency.admin, title],
      [await agency.addMember(other.id, 'Alan Turing'), 'Access Denied'],
    ] as const) {
      const own = await browser.newContext({ viewport: page.viewportSize() });
      await storeSession(own, await agency.startSession(user));
      const tab = await own.newPage();
      await tab.goto(address);
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(heading);
      await own.close();
    }
  });
  if (isPhone(page)) return;

  await test.step('the customer’s page links to it', async () => {
    await storeSession(context, await agency.startSession(agency.admin));
    await page.goto(`/admin/customers/${customer.id}`);
    await page.getByRole('link', { name: 'Report' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.getByRole('link', { name: 'Customer', exact: true }).click();
    await expect(page).toHaveURL(`/admin/customers/${customer.id}`);
  });
});
