import { leadNames, leadRow } from '../support/pages.ts';
import { LEADS, requestsTo } from '../support/requests.ts';
import { asMember, expect, test } from '../support/test.ts';

test('a list of a thousand leads renders only the visible ones; scrolling loads each page once, in order (S2.43)', async ({
  page,
  context,
  agency,
}) => {
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
  await expect.poll(() => calls.length).toBe(1000 / 50 + 1);
  expect(new Set(calls.map(({ query }) => query.get('created_at'))).size).toBe(calls.length);
  expect(new Set(calls.map(({ query }) => query.get('limit')))).toEqual(new Set(['50']));
});
