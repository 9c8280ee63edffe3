import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import type { MailServer } from '../../support/mail-server.ts';
import type { Agency, NewLead } from '../support/agency.ts';
import { codeIn } from '../support/emails.ts';
import { asMember as asMemberOf } from '../support/test.ts';

export type NewCompany = { name: string } & Partial<
  Record<'website' | 'domain' | 'industry' | 'size' | 'location', string>
> & { employee_count?: number; is_approved?: boolean };

export type Rows = { leads?: NewLead[]; companies?: NewCompany[]; fullName?: string };

/** Signs the browser in as a member of a new customer with these rows. */
export async function asMember(context: BrowserContext, agency: Agency, rows: Rows = {}) {
  const { leads = [], companies = [], fullName = 'Grace Hopper' } = rows;
  const { customer, member } = await asMemberOf(context, agency, leads, fullName);
  if (companies.length > 0) await addCompanies(agency, customer.id, companies);
  return { customer, member };
}

/** The first company given is the first in the list. */
export async function addCompanies(agency: Agency, customerId: string, companies: NewCompany[]): Promise<void> {
  const start = Date.now();
  const rows = companies.map((company, index) => ({
    ...company,
    customer_id: customerId,
    created_at: new Date(start - index).toISOString(),
  }));
  const { error } = await agency.rows.from('companies').insert(rows);
  if (error) throw new Error(error.message);
}

/** The approvals by name, in the order of the list. */
export async function readDecisions(agency: Agency, table: 'leads' | 'companies', customerId: string) {
  const { data, error } = await agency.rows
    .from(table)
    .select('name, is_approved')
    .eq('customer_id', customerId)
    .order('created_at', { ascending: false });
  if (error) throw new Error(error.message);
  return Object.fromEntries(data.map(({ name, is_approved }) => [name, is_approved]));
}

export const companyRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Companies' })
    .getByRole('row')
    .filter({ has: page.getByText(name) });

/** The names in the list, from the top. */
export const companyNames = (page: Page): Promise<string[]> =>
  page
    .getByRole('table', { name: 'Companies' })
    .getByRole('group', { name: /^Approval of / })
    .evaluateAll((groups) =>
      groups.map((group) => group.getAttribute('aria-label')?.replace('Approval of ', '') ?? ''),
    );

/** Opens a page by the navigation, without reloading the app. */
export async function goBySidebar(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await link.click();
}

export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Row ${String(index + 1).padStart(3, '0')}` }));

/** Moves a finger over the screen from the middle of an element. */
export async function drag(page: Page, on: Locator, { by, down = 0 }: { by: number; down?: number }): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error('the element is not visible');
  const touch: CDPSession = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  for (let step = 1; step <= 8; step += 1)
    await send('touchMove', [{ x: x + (by * step) / 8, y: y + (down * step) / 8 }]);
  await send('touchEnd', []);
  await touch.detach();
}

type World = { page: Page; agency: Agency; mailServer: MailServer };

export type ReviewLink = { token: string; email: string };

/** Opens a new review link as its guest. */
export async function openByLink(world: World, values: Record<string, unknown>): Promise<ReviewLink> {
  const email = world.agency.newAddress();
  const { data: link } = await world.agency.rows
    .rpc('create_review_link', { ...values, email })
    .single<{ token: string }>()
    .throwOnError();
  await openLink(world, { ...link, email });
  return { ...link, email };
}

/** Opens a review link, and types the code of the newest email to its guest. */
export async function openLink({ page, mailServer }: World, { token, email }: ReviewLink): Promise<void> {
  const { length: before } = mailServer.emailsTo(email);
  await page.goto(`/review/${token}`);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').fill(codeIn(await mailServer.waitForEmail(email, before + 1)));
}
