import type { Page } from '@playwright/test';
import { addCampaign, message, openCampaign } from '../copy/campaigns.ts';
import { addCompanies } from '../customer/customer-area.ts';
import { importFile } from '../import/past-imports.ts';
import { expectToast, leadRow } from '../support/pages.ts';
import { expect, storeSession, test } from '../support/test.ts';

/** Markup that would do something where it is taken for more than text. */
const MARKUP = `<img src="/taken-for-markup" onerror="document.title='taken'"><script>document.title='taken'</script>`;

/** The pages that show stored text, by whom. */
const PAGES = {
  administrator: [
    '/admin',
    '/admin/customers',
    '/admin/users',
    '/admin/leads',
    '/admin/companies',
    '/admin/copy',
    '/admin/imports',
    '/admin/activity',
  ],
  member: ['/dashboard', '/leads', '/companies', '/copy', '/settings'],
};

/** The requests of a page to other origins, and its requests for URLs that occur only in the stored markup. */
function strangeRequests(page: Page, origin: string): string[] {
  const strange: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if ((url.origin !== origin && !/^(data|blob):$/.test(url.protocol)) || url.pathname.includes('taken'))
      strange.push(url.href);
  });
  return strange;
}

test('stored markup is shown as text on every page, and no page sends requests to other hosts', async ({
  page,
  server,
  agency,
}) => {
  const customer = await agency.addCustomer(MARKUP);
  const member = await agency.addMember(customer.id, MARKUP);
  const words = { title: MARKUP, company: MARKUP, location: MARKUP, audience: MARKUP.slice(0, 100) };
  await agency.addLeads(customer.id, [
    { name: MARKUP, ...words, linkedin_profile_url: 'javascript:document.title="taken"' },
  ]);
  await addCompanies(agency, customer.id, [
    { name: MARKUP, industry: MARKUP, location: MARKUP, website: 'javascript:document.title="taken"' },
  ]);
  const campaign = await addCampaign(agency, customer.id, { name: MARKUP, steps: [message(`${MARKUP} {{company}}`)] });
  await importFile([server, agency], customer, {
    name: `${MARKUP.replaceAll('/', '-')}.csv`,
    csv: `Name,Email\n"${MARKUP.replaceAll('"', '""')}",${MARKUP.length}`,
  });
  const strange = strangeRequests(page, server.url);

  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  };
  await storeSession(page.context(), await agency.startSession(agency.admin));
  for (const path of PAGES.administrator) await look(`${path}?customer=${customer.id}`); // others' leads have pictures elsewhere
  await look(`/admin/customers/${customer.id}`);
  await storeSession(page.context(), await agency.startSession(member));
  for (const path of PAGES.member) await look(path);

  await expect(await openCampaign(page, campaign)).toContainText('<script>');
  await page.goto('/leads');
  await leadRow(page, MARKUP).getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Lead approved', MARKUP);
  await expect(leadRow(page, MARKUP).locator('a[href^="javascript:"]')).toHaveCount(0);
  await expect(page.locator('img[src*=taken]')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/taken/);
  expect(strange).toEqual([]);
});
