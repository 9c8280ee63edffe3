import type { Locator } from '@playwright/test';
import { leadRow, openAdminLeads } from '../support/pages.ts';
import { asMember, expect, isPhone, test } from '../support/test.ts';

test('a customer opens a lead, its company and back @phone', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [
    { name: 'Ada Lovelace', email: 'ada@acorn.example', company: 'Acorn' },
    { name: 'Charles Babbage', company: 'acorn' },
    { name: 'Grace Hopper', company: 'Borealis' },
  ]);
  await agency.rows
    .from('companies')
    .insert({ customer_id: customer.id, name: 'Acorn', industry: 'Engines' })
    .throwOnError();
  const panel = (name: string) =>
    page.getByRole(isPhone(page) ? 'dialog' : 'complementary', { name: `Details of ${name}` });
  await page.goto('/leads');

  await test.step('the panel shows the lead and has its own URL', async () => {
    await leadRow(page, 'Ada Lovelace').click({ position: { x: 200, y: 5 } });
    await expect(panel('Ada Lovelace').getByRole('link', { name: 'ada@acorn.example' })).toBeVisible();
    await expect(page).toHaveURL(/\/leads\?lead=[\da-f-]{36}$/);
    await page.reload();
    await expect(panel('Ada Lovelace').getByText('No decision yet.')).toBeVisible();
  });

  await test.step('a decision made in the panel is in its history and in the list', async () => {
    await panel('Ada Lovelace').getByRole('button', { name: 'Reject' }).click();
    await expect(panel('Ada Lovelace').getByText(/^Rejected by you$/)).toBeVisible();
  });

  await test.step('the company is shown with all leads that name it, and Back returns to the lead', async () => {
    await panel('Ada Lovelace')
      .getByRole('link', { name: /^Acorn Engines/ })
      .click();
    await expect(page).toHaveURL(/\/companies\?company=[\da-f-]{36}$/);
    const leads = panel('Acorn').getByRole('region', { name: 'Leads' }).getByRole('listitem');
    await expect(leads).toHaveCount(2);
    await page.goBack();
    await expect(panel('Ada Lovelace')).toBeVisible();
    await panel('Ada Lovelace').getByRole('button', { name: 'Close' }).click();
    await expect(panel('Ada Lovelace')).toBeHidden();
    await expect(page).toHaveURL(/\/leads$/);
  });
});

test('Arabic text starts at the left of the panel, and a cut line shows its first word @phone', async ({
  page,
  context,
  agency,
}) => {
  const [name, title] = ['محمد الفارسي', 'المدير التنفيذي للمبيعات والشراكات الاستراتيجية'];
  await asMember(context, agency, [{ name, title, company: 'شركة النور للتجارة والتسويق', location: 'دبي' }]);
  /** The distance of the text, or of its first word, from the left and right edge of its element. */
  const distances = (text: Locator, word = '') =>
    text.evaluate((element, first) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      if (first) range.setEnd(element.firstChild ?? element, first.length);
      const [inner, outer] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return { left: Math.round(inner.left - outer.left), right: Math.round(outer.right - inner.right) };
    }, word);
  await page.goto('/leads');
  const work = leadRow(page, name)
    .getByText(new RegExp(`^${title}`))
    .locator('visible=true');
  await expect(work).toBeVisible();
  expect((await distances(work, 'المدير')).right).toBeGreaterThanOrEqual(0);

  await page.getByRole('button', { name }).click();
  const panel = page.getByRole(isPhone(page) ? 'dialog' : 'complementary', { name: `Details of ${name}` });
  for (const text of [panel.getByRole('heading', { name }), panel.getByText('دبي')]) {
    expect((await distances(text)).left).toBe(0);
  }
});

test('the link of an address as long as its column ends within it', async ({ page, context, agency }) => {
  const address = (length: number) => `https://www.linkedin.com/in/${'a'.repeat(length)}`;
  const leads = [20, 21, 22, 23].map((length) => ({
    name: `Lead ${length}`,
    linkedin_profile_url: address(length),
  }));
  await asMember(context, agency, leads);
  await page.goto('/leads');
  for (const { name, linkedin_profile_url } of leads) {
    await page.getByRole('button', { name }).click();
    const panel = page.getByRole('complementary', { name: `Details of ${name}` });
    const link = panel.getByRole('link', { name: linkedin_profile_url.replace('https://www.', '') });
    await expect(link).toBeVisible();
    const icon = await link.locator('svg').boundingBox();
    const column = await link.locator('..').boundingBox();
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0));
  }
});

test.describe('as an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('the panel is reviewed by keys, and the focus returns to the row', async ({ page, agency }) => {
    const customer = await agency.addCustomer('Panels');
    await agency.addLeads(customer.id, [{ name: 'Ada' }, { name: 'Charles' }, { name: 'Grace' }]);
    await openAdminLeads(page, customer);
    const pressed = (name: string, word: string) => leadRow(page, name).getByRole('button', { name: word });
    await expect(leadRow(page, 'Ada')).toBeVisible();
    const names = await page.locator('tr[data-index] [data-open]').allTextContents();
    const [first = '', second = '', third = ''] = names;
    await page.getByRole('button', { name: first }).press('Enter');
    await expect(page.getByRole('complementary', { name: `Details of ${first}` })).toBeFocused();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await expect(page.getByRole('complementary', { name: `Details of ${third}` })).toBeFocused();
    await expect(pressed(first, 'Approved')).toHaveAttribute('aria-pressed', 'true');
    await expect(pressed(second, 'Rejected')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: third })).toBeFocused();
  });
});
