import { asMember, expect, test } from '../support/test.ts';
import { addRows, LEADS, numbered, shownNames } from './tables.ts';

test('a list is sorted by name or company, page by page, and as its address says', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency);
  const named = ['Zoë Ångström', 'émile Zola', 'Ørsted', 'Abel'].map((name, index) => ({
    name,
    company: ['Cobalt', 'ábaco', 'Borealis', undefined][index],
  }));
  await addRows(agency, LEADS, customer.id, [...named, ...numbered(120).map((row) => ({ ...row, company: 'Cobalt' }))]);
  const rows = page.getByRole('table', { name: 'Leads' }).getByRole('row');

  await test.step('by name, without regard to case and accents', async () => {
    await page.goto('/leads');
    await expect.poll(async () => (await shownNames(page, LEADS))[0]).toBe('Zoë Ångström');
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name: 'Name A–Z' }).click();
    await expect(page).toHaveURL(/\/leads\?sort=name$/);
    await expect
      .poll(async () => (await shownNames(page, LEADS)).slice(0, 4))
      .toEqual(['Abel', 'émile Zola', 'Ørsted', 'Row 001']);
  });

  await test.step('to the end', async () => {
    await rows.last().hover();
    await expect(async () => {
      await page.mouse.wheel(0, 5000);
      expect((await shownNames(page, LEADS)).slice(-2)).toEqual(['Row 120', 'Zoë Ångström']);
    }).toPass();
  });

  await test.step('by company, after a reload, those without one last', async () => {
    await page.goto('/leads?sort=company');
    await page.getByRole('button', { name: 'View' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Company A–Z' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await shownNames(page, LEADS)).slice(0, 2)).toEqual(['émile Zola', 'Ørsted']);
    await rows.last().hover();
    await expect(async () => {
      await page.mouse.wheel(0, 5000);
      expect((await shownNames(page, LEADS)).at(-1)).toBe('Abel');
    }).toPass();
  });

  await test.step('the search keeps the order', async () => {
    await page.goto('/leads?sort=name&search=cobalt+row+11');
    await expect
      .poll(() => shownNames(page, LEADS))
      .toEqual(Array.from({ length: 10 }, (_, index) => `Row 11${index}`));
  });
});
