import type { Locator, Page } from '@playwright/test';
import { addCampaign, message, openCampaign } from '../copy/campaigns.ts';
import { addCompanies } from '../customer/customer-area.ts';
import { importFile } from '../import/past-imports.ts';
import { csvFile, expectToast, findWizard, leadRow, upload } from '../support/pages.ts';
import { expect, storeSession, test } from '../support/test.ts';

/** Markup that would run a script, send a request and change the title if it were not shown as text. */
const MARKUP = `<img src="/taken-for-markup" onerror="document.title='taken'"><script>document.title='taken'</script>`;

/** Dates that an earlier version could store, in PostgreSQL's JSON. */
const INVALID_DATES = ['infinity', '-infinity', '0044-03-15T00:00:00+00:00 BC', '294276-12-31T23:59:59.999999+00:00'];
const DATE = /"\d{4}-\d{2}-\d{2}T[^"]*"/g;

/** Replaces every date in every response of the row API by an invalid one. */
async function makeDatesInvalid(page: Page): Promise<void> {
  let count = 0;
  await page.route(/\/rest\/v1\//, async (route) => {
    const response = await route.fetch();
    const next = () => JSON.stringify(INVALID_DATES[count++ % INVALID_DATES.length]);
    await route.fulfill({ response, body: (await response.text()).replace(DATE, next) });
  });
}

/** The APIs of a Supabase project. All other requests of a page are for the app's own files. */
const ROWS = /^\/rest\/v1\/([a-z_]+|rpc\/[a-z_]+)$/;
const OTHERS = /^\/(auth\/v1\/[\w./-]+|functions\/v1\/(send-invitation|import-csv-data))$/;
const FILES = /^\/(assets\/[\w.-]+|config\.json|icon\.svg|supported\.js)$/;

/** The row API's paths that a page requests, and its requests to other hosts or for unknown paths. Both grow. */
function watchRequests(page: Page, origin: string) {
  const rows = new Set<string>();
  const unknown: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(data|blob):$/.test(url.protocol)) return;
    if (ROWS.test(url.pathname)) rows.add(url.pathname);
    const isKnown = request.isNavigationRequest()
      ? !url.pathname.includes('taken')
      : [ROWS, OTHERS, FILES].some((known) => known.test(url.pathname));
    if (url.origin !== origin || !isKnown) unknown.push(url.href);
  });
  return { rows, unknown };
}

/** Opens each select and closes it again. Radix throws for an option without a value, and a page's errors fail its test. */
async function openSelects(page: Page, scope: Locator, names: readonly string[]): Promise<void> {
  const selects = scope.locator('button[role=combobox]').filter({ visible: true });
  await expect(selects).toHaveCount(names.length);
  for (const [index, name] of names.entries()) {
    const select = selects.nth(index);
    await expect(select).toHaveAccessibleName(name);
    await expect(select).toBeEnabled();
    await select.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    for (const label of await page.getByRole('option').allTextContents()) expect(label.trim()).not.toBe('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
}

type Visit = { path: string; isDated?: boolean; selects?: readonly string[] };

async function visit(page: Page, { path, isDated, selects = [] }: Visit): Promise<void> {
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  if (isDated) await expect(page.getByText(/an unknown time/).first()).toBeAttached();
  await expect(page.getByText('This page couldn’t be shown')).toHaveCount(0);
  await openSelects(page, main, selects);
  await expect(page.locator('img[src*=taken]')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/taken/);
}

test('every page shows markup as text and invalid dates as unknown, has no empty options, and requests only rows (S1.20, S5.42)', async ({
  page,
  server,
  agency,
}) => {
  test.slow();
  const customer = await agency.addCustomer(MARKUP);
  const member = await agency.addMember(customer.id, MARKUP);
  const invited = agency.newAddress();
  await agency.invite(customer.id, invited);
  const words = { title: MARKUP, company: MARKUP, location: MARKUP, audience: MARKUP.slice(0, 100) };
  const script = 'javascript:document.title="taken"';
  await agency.addLeads(customer.id, [{ name: MARKUP, ...words, linkedin_profile_url: script }, { name: 'Alan' }]);
  await addCompanies(agency, customer.id, [{ name: MARKUP, industry: MARKUP, location: MARKUP, website: script }]);
  const campaign = await addCampaign(agency, customer.id, { name: MARKUP, steps: [message(`${MARKUP} {{company}}`)] });
  const fileName = `${MARKUP.replaceAll('/', '-')}.csv`;
  const csv = `Name,Email\n"${MARKUP.replaceAll('"', '""')}",${MARKUP.length}`;
  await importFile([server, agency], customer, { name: fileName, csv });

  const requests = watchRequests(page, server.url);
  await makeDatesInvalid(page);
  const dialog = page.getByRole('dialog');
  // Other customers' leads have pictures on other hosts.
  const ofCustomer = (path: string) => `${path}?customer=${customer.id}`;

  await test.step('as the administrator', async () => {
    await storeSession(page.context(), await agency.startSession(agency.admin));
    await visit(page, { path: '/admin', selects: ['Period'] });
    await visit(page, { path: '/admin/customers', isDated: true });
    const roles = [invited, member.email].map((email) => `Role of ${email}`);
    await visit(page, { path: `/admin/customers/${customer.id}`, isDated: true, selects: roles });
    await visit(page, { path: ofCustomer('/admin/companies'), selects: ['Customer'] });
    await visit(page, { path: ofCustomer('/admin/activity'), isDated: true, selects: ['Customer'] });
    await visit(page, { path: '/admin/settings' });

    await visit(page, { path: '/admin/users', isDated: true });
    await page.getByRole('button', { name: 'Invite user' }).click();
    await openSelects(page, dialog, ['Customer', 'Role']);

    await visit(page, { path: ofCustomer('/admin/copy'), isDated: true, selects: ['Customer'] });
    await page.getByRole('button', { name: 'Create campaign' }).first().click();
    await openSelects(page, dialog, ['Customer']);
    await page.goto(`/admin/copy?campaign=${campaign.id}`);
    await expect(page.getByRole('dialog', { name: MARKUP })).toContainText('an unknown time');

    await visit(page, { path: ofCustomer('/admin/imports'), isDated: true, selects: ['Customer'] });
    await page.getByRole('link', { name: fileName }).click();
    await expect(dialog).toContainText('an unknown time');

    await visit(page, { path: ofCustomer('/admin/leads'), selects: ['Customer', 'Audience'] });
    await leadRow(page, 'Alan')
      .getByRole('button', { name: /^History/ })
      .click();
    await expect(dialog).toContainText('an unknown time');
    await page.keyboard.press('Escape');
    await upload(page, { file: csvFile('two.csv', 'Name,Shoe size\nAda,40') });
    await openSelects(page, findWizard(page), ['Duplicates', 'Name maps to', 'Shoe size maps to']);
    expect(requests.rows.size).toBeGreaterThan(5);
  });

  await test.step('as a member', async () => {
    requests.rows.clear();
    await storeSession(page.context(), await agency.startSession(member));
    for (const path of ['/dashboard', '/settings']) await visit(page, { path });
    await visit(page, { path: '/companies' });
    await visit(page, { path: '/copy', isDated: true });
    const opened = await openCampaign(page, campaign);
    await expect(opened).toContainText('<script>');
    await page.getByRole('button', { name: 'Add step' }).click();
    await openSelects(page, opened, ['Status', 'Channel']);

    await visit(page, { path: '/leads', selects: ['Audience'] });
    await leadRow(page, MARKUP).first().getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Lead approved', MARKUP);
    await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
    await expect(page).not.toHaveTitle(/taken/);
    expect(requests.rows.size).toBeGreaterThan(5);
  });
  expect(requests.unknown).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' }); // a response that arrives after the end would fail the test
});
