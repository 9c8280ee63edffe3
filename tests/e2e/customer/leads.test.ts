import type { Page } from '@playwright/test';
import { choose, expectToast, leadNames, leadRow, readOptions } from '../support/pages.ts';
import { asMember, expect, stopClock, test } from '../support/test.ts';

const button = (page: Page, lead: string, name: string) => leadRow(page, lead).getByRole('button', { name });

test('a long audience leaves space for the work in a narrow list', async ({ page, context, agency }) => {
  const audience = 'Decision makers in shipping and logistics in Europe and the Middle East';
  await asMember(context, agency, [{ name: 'Ada', audience, title: 'Head of Growth', company: 'Acorn' }]);
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto('/leads');
  for (const text of ['Head of Growth', 'Acorn']) {
    const work = leadRow(page, 'Ada').getByText(text).filter({ visible: true });
    await expect(work).toBeVisible();
    expect(await work.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test('a customer filters their leads, and two tabs review them (S2.37, S2.38, S2.44, S9.14)', async ({
  page,
  context,
  agency,
  expected,
}) => {
  const audiences = ['Zürich', 'alpha', 'Beta & Co', 'älter', 'alpha'];
  const { customer } = await asMember(context, agency, [
    ...audiences.map((audience, index) => ({ name: `${index} of ${audience}`, audience })),
    { name: 'Without 100%' },
  ]);
  const foreign = await agency.addCustomer('Foreign');
  await agency.addLeads(foreign.id, [{ name: 'Foreigner', audience: 'Foreigners' }]);
  const filter = page.getByRole('combobox', { name: 'Audience' });
  const search = page.getByRole('searchbox');

  await test.step("the audience filter lists the member's audiences, sorted, and is stored in the URL", async () => {
    await page.goto('/leads');
    await expect(filter).toHaveText('All Audiences');
    expect((await filter.boundingBox())?.width).toBe(280);
    await expect
      .poll(() => readOptions(page, 'Audience'))
      .toEqual(['All Audiences', 'alpha', 'älter', 'Beta & Co', 'Zürich']);
    await choose(page, 'Audience', 'alpha');
    await expect.poll(() => leadNames(page)).toEqual(['1 of alpha', '4 of alpha']);
    await expect(page).toHaveURL(/\/leads\?audience=alpha$/);
    await page.reload();
    await expect(filter).toHaveText('alpha');
    await expect.poll(() => leadNames(page)).toEqual(['1 of alpha', '4 of alpha']);
    await choose(page, 'Audience', 'Beta & Co');
    await expect.poll(() => leadNames(page)).toEqual(['2 of Beta & Co']);
    await choose(page, 'Audience', 'All Audiences');
    await expect(page).toHaveURL(/\/leads$/);
    await expect.poll(() => leadNames(page)).toHaveLength(6);
  });

  await test.step('a percent sign is searched for literally', async () => {
    await search.fill('00%');
    await expect.poll(() => leadNames(page)).toEqual(['Without 100%']);
    await search.fill('');
    await expect.poll(() => leadNames(page)).toHaveLength(6);
  });

  await test.step('two tabs show the same decisions after a reload', async () => {
    const other = await context.newPage();
    await other.goto('/leads');
    await button(page, '1 of alpha', 'Approve').click();
    await button(other, '2 of Beta & Co', 'Reject').click();
    await expectToast(page, 'Lead approved', '1 of alpha');
    await expectToast(other, 'Lead rejected', '2 of Beta & Co');
    for (const tab of [page, other]) {
      await tab.reload();
      await expect(button(tab, '1 of alpha', 'Approved')).toHaveAttribute('aria-pressed', 'true');
      await expect(button(tab, '2 of Beta & Co', 'Rejected')).toHaveAttribute('aria-pressed', 'true');
    }
    await other.close();
  });

  await test.step('approving a lead that was deleted meanwhile shows an error and refreshes the list', async () => {
    expected.push('status of 406');
    await agency.rows.from('leads').delete().eq('customer_id', customer.id).eq('name', '0 of Zürich').throwOnError();
    await button(page, '0 of Zürich', 'Approve').click();
    await expectToast(page, 'Error updating approval status');
    await expect.poll(() => leadNames(page)).toHaveLength(5);
  });
});

test('characters typed into a select within a second are one word (S9.15)', async ({ page, context, agency }) => {
  const audiences = ['Nordics', 'Partners', 'Sales', 'Sponsors'];
  await asMember(
    context,
    agency,
    audiences.map((audience) => ({ name: audience, audience })),
  );
  await page.clock.install();
  await page.goto('/leads');
  const filter = page.getByRole('combobox', { name: 'Audience' });
  await expect(filter).toHaveText('All Audiences');
  await filter.press('Enter');
  const focused = (name: string) => expect(page.getByRole('option', { name })).toBeFocused();
  await focused('All Audiences');
  await stopClock(page);

  await page.keyboard.press('s');
  await page.clock.runFor(999);
  await focused('Sales');
  await page.keyboard.press('p');
  await page.clock.runFor(999);
  await focused('Sponsors');
  await page.clock.runFor(1);
  await page.keyboard.press('p');
  await page.clock.runFor(1);
  await focused('Partners');
});
