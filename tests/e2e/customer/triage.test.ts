import type { Page } from '@playwright/test';
import { expectToast, leadNames, leadRow } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { asMember, drag, numbered, readDecisions } from './customer-area.ts';

const announced = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('[aria-live=polite]');

test('leads are reviewed by keyboard, and the last decisions undone (S0.3)', async ({ page, context, agency }) => {
  test.slow();
  const leads = numbered(150);
  const { customer } = await asMember(context, agency, { leads });
  await page.goto('/leads');
  await expect(page.getByText('0 of 150 reviewed')).toBeVisible();
  await expect(leadRow(page, 'Row 001')).toBeVisible(); // it may arrive after the counts
  await page.keyboard.press('j');

  const reviewed = leads.slice(0, 20);
  const decided = Object.fromEntries(reviewed.map(({ name }, index) => [name, index % 3 !== 0]));
  const stored = async () => Object.entries(await readDecisions(agency, 'leads', customer.id)).slice(0, 20);
  await test.step('each key decides on the current row and goes to the next', async () => {
    for (const { name } of reviewed) {
      await expect(leadRow(page, name)).toBeFocused();
      await expect(leadRow(page, name)).toBeInViewport({ ratio: 1 });
      await page.keyboard.press(decided[name] ? 'a' : 'r');
      await expect(announced(page).getByText(decided[name] ? 'Lead approved' : 'Lead rejected')).toBeVisible();
      await expect(announced(page).getByText(name)).toBeVisible();
    }
    await expect(page.getByText('20 of 150 reviewed')).toBeVisible();
    expect(Object.fromEntries(await stored())).toEqual(decided);
  });

  await test.step('each U undoes one more decision', async () => {
    await page.keyboard.press('u');
    await expect(announced(page).getByText('Decision undoneRow 020')).toBeVisible();
    await page.keyboard.press('u');
    await expect(announced(page).getByText('Decision undoneRow 019')).toBeVisible();
    await expect(leadRow(page, 'Row 019')).toBeFocused();
    await expect(page.getByText('18 of 150 reviewed')).toBeVisible();
    expect(Object.fromEntries(await stored())).toEqual({ ...decided, 'Row 019': null, 'Row 020': null });
    await page.keyboard.press('k');
    await expect(leadRow(page, 'Row 018')).toBeFocused();
  });

  await test.step('the current row keeps the focus while scrolling, and keys continue from there', async () => {
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 5000);
    await expect.poll(async () => (await leadNames(page)).at(-1)).not.toBe('Row 018');
    await expect(leadRow(page, 'Row 018')).not.toBeInViewport();
    await expect(leadRow(page, 'Row 018')).toBeFocused();
    await page.keyboard.press('j');
    await expect(leadRow(page, 'Row 019')).toBeFocused();
    await expect(leadRow(page, 'Row 019')).toBeInViewport({ ratio: 1 });
    for (let row = 20; row <= 60; row += 1) await page.keyboard.press('j');
    await expect(leadRow(page, 'Row 060')).toBeFocused();
    await expect(leadRow(page, 'Row 060')).toBeInViewport({ ratio: 1 });
  });
});

test('all leads to review are reviewed by keyboard in one go, without losing a press', async ({
  page,
  context,
  agency,
}) => {
  test.slow();
  const leads = numbered(60);
  const { customer } = await asMember(context, agency, { leads });
  await page.goto('/leads?status=to-review');
  await expect(leadRow(page, 'Row 001')).toBeFocused();
  const decided = Object.fromEntries(leads.map(({ name }, index) => [name, index % 4 !== 0]));
  for (const { name } of leads) {
    await expect(leadRow(page, name)).toBeFocused();
    await page.keyboard.press(decided[name] ? 'a' : 'r');
  }
  await expect(page.getByText('All leads are reviewed')).toBeVisible();
  await expect(page.getByText('45 approved, 15 rejected.')).toBeVisible({ timeout: 60_000 });
  expect(await readDecisions(agency, 'leads', customer.id)).toEqual(decided);

  await test.step('the end links to the rejected leads, and undoes the last decision', async () => {
    await expect(page.getByRole('link', { name: 'See 15 rejected leads' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo last decision' }).click();
    await expect(leadRow(page, 'Row 060')).toBeFocused();
    await expect.poll(async () => (await readDecisions(agency, 'leads', customer.id))['Row 060']).toBeNull();
  });
});

test('keys without a pause on a slow computer decide each lead once', async ({ page, context, agency }) => {
  test.slow();
  const count = 24;
  const { customer } = await asMember(context, agency, { leads: numbered(count) });
  const decided: string[] = [];
  page.on('request', (request) => {
    const id = new URL(request.url()).searchParams.get('id');
    if (request.method() === 'PATCH' && id) decided.push(id);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.goto('/leads?status=to-review', { waitUntil: 'commit' });
  await page.locator('tr[aria-current]').waitFor();
  for (let known = -1; known !== decided.length || known < count; ) {
    known = decided.length;
    await Promise.all([...'arar'].map((key) => page.keyboard.press(key)));
  }
  await expect(page.getByText('All leads are reviewed')).toBeVisible();
  expect(new Set(decided).size).toBe(decided.length);
  expect(Object.values(await readDecisions(agency, 'leads', customer.id))).not.toContain(null);
});

test('another user’s decision is shown first, and overwritten only on request', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, { leads: numbered(3) });
  await page.goto('/leads?status=to-review');
  await expect(leadRow(page, 'Row 001')).toBeFocused();
  await agency.rows.from('leads').update({ is_approved: false }).eq('customer_id', customer.id).eq('name', 'Row 001');
  await page.keyboard.press('a');
  await expectToast(page, 'Lead already rejected by Agency', 'Row 001');
  await page.getByRole('button', { name: 'Approve anyway' }).hover(); // so that the toast stays
  await expect.poll(() => leadNames(page)).toEqual(['Row 002', 'Row 003']);
  expect(await readDecisions(agency, 'leads', customer.id)).toEqual({
    'Row 001': false,
    'Row 002': null,
    'Row 003': null,
  });
  await page.getByRole('button', { name: 'Approve anyway' }).click();
  await expectToast(page, 'Lead approved', 'Row 001');
  expect((await readDecisions(agency, 'leads', customer.id))['Row 001']).toBe(true);
});

test('all leads to review are reviewed by swiping, without losing one', { tag: '@touch' }, async ({
  page,
  context,
  agency,
}) => {
  const leads = numbered(21); // the test by keyboard goes over the end of a page
  const { customer } = await asMember(context, agency, { leads });
  await page.goto('/leads?status=to-review');
  const decided = Object.fromEntries(leads.map(({ name }, index) => [name, index % 3 !== 0]));
  for (const { name } of leads) {
    await drag(page, leadRow(page, name), { by: decided[name] ? 140 : -140 });
    await expect(leadRow(page, name)).toHaveCount(0); // the rows below have moved up
  }
  await expect(page.getByText('All leads are reviewed')).toBeVisible();
  await expect(page.getByText('14 approved, 7 rejected.')).toBeVisible({ timeout: 60_000 });
  expect(await readDecisions(agency, 'leads', customer.id)).toEqual(decided);
});

test('swiping a row right approves it, left rejects it, as the hint says', { tag: '@touch' }, async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, { leads: numbered(40) });
  const decisions = async () =>
    Object.entries(await readDecisions(agency, 'leads', customer.id)).filter(([, isApproved]) => isApproved !== null);
  await page.goto('/leads');
  await expect(page.getByText('Swipe a row right to approve, left to reject')).toBeVisible();
  await drag(page, leadRow(page, 'Row 003'), { by: 60 });
  await expect(leadRow(page, 'Row 003')).not.toHaveAttribute('data-swipe');
  await drag(page, leadRow(page, 'Row 001'), { by: 140 });
  await expectToast(page, 'Lead approved', 'Row 001');
  await expect.poll(decisions).toEqual([['Row 001', true]]);
  await drag(page, leadRow(page, 'Row 002'), { by: -140 });
  await expectToast(page, 'Lead rejected', 'Row 002');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click(); // before the toast goes
  await expectToast(page, 'Decision undone', 'Row 002');
  await expect(page.getByText('1 of 40 reviewed')).toBeVisible();
  expect(await decisions()).toEqual([['Row 001', true]]);

  await test.step('a swipe that starts on a button decides once', async () => {
    await drag(page, leadRow(page, 'Row 002').getByRole('button', { name: 'Approve' }), { by: -140 });
    await expectToast(page, 'Lead rejected', 'Row 002');
    await page.getByRole('button', { name: 'Dismiss: Lead rejected' }).click();
  });

  await test.step('a vertical swipe scrolls', async () => {
    await drag(page, leadRow(page, 'Row 006'), { by: 30, down: -300 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(await decisions()).toEqual([
      ['Row 001', true],
      ['Row 002', false],
    ]);
  });
});
