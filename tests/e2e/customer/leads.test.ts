import type { Locator } from '@playwright/test';
import { choose, leadNames, leadRow, optionsOf } from '../support/pages.ts';
import { holdRequest, procedure, requestsTo } from '../support/requests.ts';
import { asMember, expect, isPhone, stopClock, test } from '../support/test.ts';

test('a row shows picture, name, LinkedIn link, title, company, location and audience', { tag: '@phone' }, async ({
  page,
  context,
  agency,
  baseURL,
}) => {
  const full = {
    name: 'Ada Lovelace',
    title: 'Analyst',
    company: 'Engines Ltd',
    location: 'London',
    audience: 'Founders',
    profile_picture_url: `${baseURL}/icon.svg?ada`,
    linkedin_profile_url: 'https://www.linkedin.com/in/ada',
  };
  const bare = { name: 'Alan Turing', linkedin_profile_url: 'javascript:alert(1)' };
  await asMember(context, agency, [full, bare]);
  const request = page.waitForRequest(full.profile_picture_url);

  await page.goto('/leads');
  const row = leadRow(page, full.name);
  await expect(row.locator('img')).toHaveJSProperty('complete', true);
  await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  expect((await request).headers().referer).toBeFalsy();
  const link = row.getByRole('link', { name: 'LinkedIn profile of Ada Lovelace' });
  await expect(link).toHaveAttribute('href', full.linkedin_profile_url);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(row.getByText('Founders').filter({ visible: true })).toBeVisible();
  if (isPhone(page)) await expectWhole(row, ['Ada Lovelace', 'Founders', 'Analyst · Engines Ltd', 'London']);
  else
    for (const text of ['Analyst', 'Engines Ltd', 'London'])
      await expect(row.getByRole('cell', { name: text })).toBeVisible();
  await expect(row.getByRole('group', { name: 'Approval of Ada Lovelace' }).getByRole('button')).toHaveText([
    'Approve',
    'Reject',
  ]);

  const other = leadRow(page, bare.name);
  await expect(other.getByText('AT', { exact: true })).toBeVisible();
  await expect(other.getByRole('link')).toHaveCount(0);
  await expect(other.getByText('Uncategorized').filter({ visible: true })).toBeVisible();
});

test('if a picture cannot be loaded, the initials are shown', async ({ page, context, agency, baseURL, expected }) => {
  const picture = `${baseURL}/icon.svg?lost`;
  expected.push(picture, 'ERR_CONNECTION_REFUSED');
  await asMember(context, agency, [{ name: 'Ada Lovelace', profile_picture_url: picture }]);
  await page.route(picture, (route) => route.abort('connectionrefused'));
  await page.goto('/leads');
  await expect(leadRow(page, 'Ada Lovelace').getByText('AL', { exact: true })).toBeVisible();
  await expect(leadRow(page, 'Ada Lovelace').locator('img')).toHaveCount(0);
});

test("the audience filter lists the member's audiences, sorted, and is stored in the URL", {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const audiences = ['Zürich', 'alpha', 'Beta & Co', 'älter', 'alpha'];
  await asMember(context, agency, [
    ...audiences.map((audience, index) => ({ name: `${index} of ${audience}`, audience })),
    { name: 'Unassigned lead' },
  ]);
  const foreign = await agency.addCustomer('Foreign');
  await agency.addLeads(foreign.id, [{ name: 'Foreigner', audience: 'Foreigners' }]);
  const request = await holdRequest(page, ['POST', procedure('audience_names')]);

  await page.goto('/leads');
  const filter = page.getByRole('combobox', { name: 'Audience' });
  await expect(filter).toHaveText('Loading audiences...');
  await expect(filter).toBeDisabled();
  request.release();
  await expect(filter).toHaveText('All Audiences');
  expect((await filter.boundingBox())?.width).toBe(280);
  expect(await optionsOf(page, 'Audience')).toEqual(['All Audiences', 'alpha', 'älter', 'Beta & Co', 'Zürich']);

  await choose(page, 'Audience', 'alpha');
  await expect.poll(() => leadNames(page)).toEqual(['1 of alpha', '4 of alpha']);
  await expect(page).toHaveURL(/\/leads\?audience=alpha$/);
  await page.reload();
  await expect(filter).toHaveText('alpha');
  await expect.poll(() => leadNames(page)).toEqual(['1 of alpha', '4 of alpha']);

  await page.goto('/leads?audience=Beta%20%26%20Co');
  await expect(filter).toHaveText('Beta & Co');
  await expect.poll(() => leadNames(page)).toEqual(['2 of Beta & Co']);
  await choose(page, 'Audience', 'All Audiences');
  await expect(page).toHaveURL(/\/leads$/);
  await expect.poll(() => leadNames(page)).toHaveLength(6);
});

test('filters without matches are named and can be cleared', async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace', audience: 'Founders' }]);
  await page.goto('/leads?audience=Gone&search=ada');
  await expect(page.getByText('No leads match')).toBeVisible();
  await expect(page.getByText('Nothing was found for “ada”, audience Gone.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveText('Gone');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => leadNames(page)).toEqual(['Ada Lovelace']);
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a percent sign is searched for literally, and clearing the search keeps the focus', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, [{ name: 'Ada' }, { name: 'Emil 100%' }]);
  await page.goto('/leads');
  const search = page.getByRole('searchbox');
  await search.fill('0%');
  await expect.poll(() => leadNames(page)).toEqual(['Emil 100%']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toBeFocused();
  await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Emil 100%']);
});

test('the search starts when typing pauses', async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace' }, { name: 'Alan Turing' }]);
  await page.clock.install();
  await page.goto('/leads');
  await expect.poll(() => leadNames(page)).toHaveLength(2);
  const calls = requestsTo(page, 'POST', procedure('search_leads'));
  await stopClock(page);
  const search = page.getByRole('searchbox');
  for (const key of 'love') {
    await search.press(key);
    await page.clock.runFor(249);
  }
  await expect(page).toHaveURL(/\/leads$/);
  await page.clock.resume();
  await expect.poll(() => leadNames(page)).toEqual(['Ada Lovelace']);
  expect(calls.map(({ body }) => (body as { term: string }).term)).toEqual(['love']);
});

test('characters typed into a select within a second are one word', async ({ page, context, agency }) => {
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

/** Each text is fully visible in the row. */
async function expectWhole(row: Locator, texts: string[]): Promise<void> {
  for (const text of texts) {
    const words = row.getByText(text, { exact: true }).filter({ visible: true });
    await expect(words).toBeVisible();
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
}
