import { expect, type Locator, type Page } from '@playwright/test';

/** Chooses an option of a select by its label, and searches for it if there are many. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  const search = page.getByRole('combobox', { name: /^Search (customers|audiences)$/ });
  await expect(page.getByRole('option').or(search).first()).toBeVisible();
  if (await search.isVisible()) await search.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const leadRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Leads' })
    .getByRole('row')
    .filter({ has: page.getByText(name) });

/** A page's heading: its title, possibly with a count. */
export const pageTitle = (page: Page, title: string): Locator =>
  page.getByRole('heading', { name: new RegExp(`^${title}( [\\d,]+)?$`), level: 1 });

/** The names in the list, in order. */
export const leadNames = (page: Page): Promise<string[]> =>
  page
    .getByRole('table', { name: 'Leads' })
    .getByRole('group', { name: /^Approval of / })
    .evaluateAll((groups) =>
      groups.map((group) => group.getAttribute('aria-label')?.replace('Approval of ', '') ?? ''),
    );

/** The texts of elements in the order in which they are read on the screen: line by line. */
export const readInOrder = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((found) =>
    found
      .map((element) => ({ text: element.textContent.trim(), box: element.getBoundingClientRect() }))
      .sort((one, other) => {
        const isSameLine = Math.abs(one.box.y - other.box.y) < one.box.height / 2;
        return isSameLine ? one.box.x - other.box.x : one.box.y - other.box.y;
      })
      .map(({ text }) => text),
  );

/** Expects the note that an email was sent to this address. */
export const expectCheckInbox = (page: Page, email: string): Promise<void> =>
  expect(
    page
      .getByRole('status')
      .filter({ has: page.getByText('Check your inbox') })
      .getByText(email),
  ).toBeVisible();

export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** The toasts with exactly this title. */
export const findToast = (page: Page, title: string): Locator => toasts(page).filter({ has: page.getByText(title) });

/** A toast with exactly this title and, where given, exactly this description. */
export async function expectToast(
  page: Page,
  title: string,
  description?: string,
  options?: { timeout: number },
): Promise<void> {
  const toast = findToast(page, title).first();
  await expect(toast).toBeVisible(options);
  if (description) await expect(toast.getByRole('paragraph').nth(1)).toHaveText(description, options);
}

export type Upload = {
  file: string | { name: string; mimeType: string; buffer: Buffer };
  /** The name of the customer; undefined in the list of one customer, which is preselected. */
  customer?: string;
  audience?: string;
};

export const csvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

export const findWizard = (page: Page): Locator => page.getByRole('dialog', { name: 'Upload leads' });

/** Goes from the list through the wizard's upload step to its mapping step. */
export async function upload(page: Page, { file, customer, audience }: Upload): Promise<void> {
  await page.getByRole('button', { name: 'Upload Leads' }).click();
  const wizard = findWizard(page);
  await wizard.locator('input[type=file]').setInputFiles(file);
  if (customer) await choose(page, 'Customer', customer);
  if (audience) await wizard.getByRole('combobox', { name: 'Audience Optional' }).fill(audience);
  await wizard.getByRole('button', { name: 'Continue' }).click();
}

/** Expects the wizard to be at this step. */
export async function expectStep(page: Page, name: string): Promise<void> {
  await expect(
    findWizard(page).getByRole('listitem').and(page.locator('[aria-current=step]')).getByText(name),
  ).toBeVisible();
}

/** The wizard's four big numbers. */
export async function expectResults(page: Page, numbers: Record<string, number>): Promise<void> {
  const wizard = findWizard(page);
  await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  const shown = await wizard
    .locator('dl > *')
    .evaluateAll((cards) =>
      cards.map((card) => [
        card.querySelector('dt')?.textContent,
        Number(card.querySelector('dd')?.textContent.replaceAll(',', '')),
      ]),
    );
  expect(Object.fromEntries(shown)).toEqual(numbers);
}

/** Opens the administrator's leads of one customer. */
export async function openAdminLeads(page: Page, customer: { id: string }): Promise<void> {
  await page.goto(`/admin/leads?customer=${customer.id}`);
  await expect(page.getByRole('table', { name: 'Leads' }).getByRole('checkbox').nth(1)).toBeVisible();
}

/** The customer's item of the administrator's dashboard that says this. */
export const findAttention = (page: Page, customer: { name: string }, words: string): Locator =>
  page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link')
    .filter({ has: page.getByText(customer.name, { exact: true }) })
    .filter({ has: page.getByText(words, { exact: true }) });

/** Opens the administrator's dashboard with all that needs attention, of other tests' customers too, and returns the customer's item that says this. */
export async function openAttention(page: Page, customer: { name: string }, words: string): Promise<Locator> {
  const section = page.getByRole('region', { name: 'Needs attention' });
  const showAll = section.getByRole('button', { name: /^Show all/ });
  await page.goto('/admin');
  await expect(section).toBeVisible();
  await expect(section.getByRole('status', { name: 'Loading what needs attention' })).toBeHidden();
  if (await showAll.isVisible()) await showAll.click();
  return findAttention(page, customer, words);
}

/** The options of a select, in order. Opens it again if its options were still loading. */
export async function readOptions(page: Page, label: string): Promise<string[]> {
  const option = page.getByRole('option');
  await expect(async () => {
    const isOpen = (await option.count()) > 0;
    if (!isOpen) await page.getByRole('combobox', { name: label, exact: true }).click({ timeout: 2_000 });
    await expect(option.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const options = await option.allTextContents();
  await page.keyboard.press('Escape');
  return options;
}

/** Selects all matching leads and expects this number of them. */
export async function selectAllLeads(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Leads${count}`);
  await page.getByRole('checkbox', { name: 'Select all leads' }).click();
  await expect(page.getByRole('region', { name: 'Selection' }).getByText(`All ${count} matching`)).toBeVisible();
}

/** Today in the browser's time zone, as in file names. */
export const today = (page: Page): Promise<string> => page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
