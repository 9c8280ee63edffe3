import { choose, leadNames, leadRow, optionsOf, pageTitle, scrollToLead, toasts } from '../support/pages.ts';
import { failRequests, holdRequest, LEADS, procedure, requestsTo } from '../support/requests.ts';
import { asMember, expect, test } from '../support/test.ts';

test('of a thousand leads only the visible ones are rendered; scrolling loads each page once, in order', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const names = Array.from({ length: 1000 }, (_, index) => `Lead ${String(index + 1).padStart(4, '0')}`);
  await asMember(
    context,
    agency,
    names.map((name) => ({ name })),
  );
  const calls = requestsTo(page, 'GET', LEADS);
  await page.goto('/leads');
  await expect(page.getByRole('heading', { name: 'Leads 1,000' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Leads' });
  await expect(table).toHaveAttribute('aria-rowcount', '1001');
  expect(calls).toHaveLength(1);
  expect((await leadNames(page)).length).toBeLessThan(40);

  for (let last = 0; last < 1000; ) {
    const further = async () => {
      await page.keyboard.press('End');
      return (await leadNames(page)).at(-1);
    };
    await expect.poll(further, { intervals: [50] }).not.toBe(names[last - 1]);
    const shown = await leadNames(page);
    const first = names.indexOf(shown[0] ?? '');
    expect(shown).toEqual(names.slice(first, first + shown.length));
    expect(shown.length).toBeLessThan(60);
    expect(calls.length * 50).toBeGreaterThanOrEqual(first + shown.length);
    last = first + shown.length;
  }
  await expect(leadRow(page, 'Lead 1000')).toHaveAttribute('aria-rowindex', '1001');
  expect(calls).toHaveLength(1000 / 50 + 1);
  expect(new Set(calls.map(({ query }) => query.get('created_at'))).size).toBe(calls.length);
  expect(new Set(calls.map(({ query }) => query.get('limit')))).toEqual(new Set(['50']));
});

test('a loading list shows skeletons, and a new filter keeps the previous rows until it is loaded', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Ada Lovelace', audience: 'Founders' }, { name: 'Alan Turing' }]);
  const first = await holdRequest(page, ['GET', LEADS]);
  await page.goto('/leads');
  await first.reached;
  const skeleton = page.getByRole('status', { name: 'Loading leads' });
  await expect(skeleton).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(pageTitle(page, 'Leads')).toBeVisible();
  first.release();
  await expect(leadRow(page, 'Alan Turing')).toBeVisible();
  await expect(skeleton).toHaveCount(0);

  const filtered = await holdRequest(page, ['GET', LEADS]);
  await choose(page, 'Audience', 'Founders');
  await filtered.reached;
  await expect(page.getByRole('table', { name: 'Leads' })).toHaveAttribute('aria-busy', 'true');
  expect(await leadNames(page)).toEqual(['Ada Lovelace', 'Alan Turing']);
  await expect(skeleton).toHaveCount(0);
  filtered.release();
  await expect.poll(() => leadNames(page)).toEqual(['Ada Lovelace']);
});

test('if a further page cannot be loaded, the list stays and Retry continues', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500');
  const names = Array.from({ length: 60 }, (_, index) => `Lead ${index + 1}`);
  await asMember(
    context,
    agency,
    names.map((name) => ({ name })),
  );
  await failRequests(page, ['GET', LEADS], { message: 'The database rests', only: [2] });
  await page.goto('/leads');
  await expect(leadRow(page, 'Lead 10')).toBeVisible();
  const failure = page.getByRole('alert').filter({ has: page.getByText('More leads could not be loaded.') });
  await scrollToLead(page, 'Lead 50');
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await scrollToLead(page, 'Lead 60');
  await expect(failure).toHaveCount(0);
});

test('a failure to load audiences is logged, and the filter works without them', async ({
  page,
  context,
  agency,
  expected,
}) => {
  expected.push('status of 500', 'Error fetching audiences: out of order');
  await asMember(context, agency, [{ name: 'Ada Lovelace', audience: 'Founders' }]);
  await failRequests(page, ['POST', procedure('audience_names')], { message: 'out of order' });
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error fetching audiences'));
  await page.goto('/leads');
  expect((await logged).text()).toBe('Error fetching audiences: out of order');
  expect(await optionsOf(page, 'Audience')).toEqual(['All Audiences']);
  await expect(leadRow(page, 'Ada Lovelace')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});
