import type { CDPSession, Locator, Page } from '@playwright/test';
import { choose, expectToast, leadNames, leadRow } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { approvalsOf, asMember, numbered } from './customer-area.ts';

const said = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('[aria-live=polite]');

/** Drags a finger over the screen, starting in the middle of an element. */
async function drag(page: Page, on: Locator, { by, down = 0 }: { by: number; down?: number }): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error('There is nothing to swipe');
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

test.describe('by keys', () => {
  test('twenty leads are reviewed by keyboard, and the last decisions undone', async ({ page, context, agency }) => {
    test.slow();
    const leads = numbered(20);
    const { customer } = await asMember(context, agency, { leads });
    await page.goto('/leads');
    await expect(page.getByText('0 of 20 reviewed')).toBeVisible();
    await page.keyboard.press('j');
    for (const [index, { name }] of leads.entries()) {
      await expect(leadRow(page, name)).toBeFocused();
      await expect(leadRow(page, name)).toBeInViewport({ ratio: 1 });
      await page.keyboard.press(index % 3 === 0 ? 'r' : 'a');
      await expect(said(page).getByText(index % 3 === 0 ? 'Lead rejected' : 'Lead approved')).toBeVisible();
      await expect(said(page).getByText(name)).toBeVisible();
    }
    await expect(page.getByText('20 of 20 reviewed')).toBeVisible();
    const decided = Object.fromEntries(leads.map(({ name }, index) => [name, index % 3 !== 0]));
    expect(await approvalsOf(agency, 'leads', customer.id)).toEqual(decided);

    await page.keyboard.press('u');
    await expect(said(page).getByText('Decision undoneRow 020')).toBeVisible();
    await page.keyboard.press('u');
    await expect(said(page).getByText('Decision undoneRow 019')).toBeVisible();
    await expect(leadRow(page, 'Row 019')).toBeFocused();
    await expect(page.getByText('18 of 20 reviewed')).toBeVisible();
    expect(await approvalsOf(agency, 'leads', customer.id)).toEqual({ ...decided, 'Row 019': null, 'Row 020': null });
    await page.keyboard.press('k');
    await expect(leadRow(page, 'Row 018')).toBeFocused();
    await expectAccessible(page);
  });

  test('the question mark key lists the keys of the page, which can be turned off there', async ({
    page,
    context,
    agency,
  }) => {
    await asMember(context, agency, { leads: numbered(2) });
    await page.goto('/leads');
    await expect(leadRow(page, 'Row 001')).toBeVisible();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const here = keys.getByRole('region', { name: 'On this page' });
    await expect(here.locator('dt')).toHaveText([
      'Go to the next row',
      'Go to the previous row',
      'Approve and go to the next row',
      'Reject and go to the next row',
      'Undo the last decision',
      'Search',
    ]);
    await expectAccessible(page);
    await keys.getByRole('checkbox', { name: 'Single-key shortcuts, without Ctrl or ⌘' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(page.locator('[aria-current=true]')).toHaveCount(0);
    await page.reload();
    await expect(leadRow(page, 'Row 001')).toBeVisible();
    await page.keyboard.press('?');
    await expect(keys).toBeHidden();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await keys.getByRole('checkbox').click();
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await page.keyboard.press('j');
    await expect(leadRow(page, 'Row 001')).toBeFocused();

    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(keys).toBeVisible();
    await expect(here).toHaveCount(0);
  });

  test('the current row keeps the focus while scrolling, and keys continue from there', async ({
    page,
    context,
    agency,
  }) => {
    await asMember(context, agency, { leads: numbered(150) });
    await page.goto('/leads');
    await expect(leadRow(page, 'Row 001')).toBeVisible();
    await page.keyboard.press('j');
    await page.mouse.wheel(0, 5000);
    await expect.poll(async () => (await leadNames(page)).at(-1)).not.toBe('Row 001');
    await expect(leadRow(page, 'Row 001')).toBeFocused();
    await page.keyboard.press('j');
    await expect(leadRow(page, 'Row 002')).toBeFocused();
    await expect(leadRow(page, 'Row 002')).toBeInViewport({ ratio: 1 });
    for (let row = 3; row <= 60; row += 1) await page.keyboard.press('j');
    await expect(leadRow(page, 'Row 060')).toBeFocused();
    await expect(leadRow(page, 'Row 060')).toBeInViewport({ ratio: 1 });
  });
});

test('a clicked button keeps the focus, and its row becomes the current one', async ({ page, context, agency }) => {
  await asMember(context, agency, { leads: numbered(3) });
  await page.goto('/leads');
  const approve = leadRow(page, 'Row 002').getByRole('button', { name: 'Approve' });
  await approve.press('Enter');
  await expectToast(page, 'Lead approved', 'Row 002');
  await expect(approve).toBeFocused();
  await expect(leadRow(page, 'Row 002')).toHaveAttribute('aria-current', 'true');
});

test('the progress counts the reviewed rows under the current filters', { tag: '@phone' }, async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, {
    leads: [
      { name: 'Ada', audience: 'Founders', is_approved: true },
      { name: 'Alan', audience: 'Founders', is_approved: false },
      { name: 'Barbara', audience: 'Founders' },
      { name: 'Edsger' },
    ],
  });
  await page.goto('/leads');
  await expect(page.getByText('2 of 4 reviewed')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Review' })).toHaveAttribute('aria-valuetext', '2 of 4 reviewed');
  await choose(page, 'Audience', 'Founders');
  await expect(page.getByText('2 of 3 reviewed')).toBeVisible();
  await page.getByRole('searchbox').fill('barb');
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
  await leadRow(page, 'Barbara').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('1 of 1 reviewed')).toBeVisible();
});

test.describe('by swiping', { tag: '@touch' }, () => {
  test('swiping a row right approves it, left rejects it, as the hint says', async ({ page, context, agency }) => {
    const { customer } = await asMember(context, agency, { leads: numbered(4) });
    await page.goto('/leads');
    await expect(page.getByText('Swipe a row right to approve, left to reject')).toBeVisible();
    await drag(page, leadRow(page, 'Row 001'), { by: 140 });
    await expectToast(page, 'Lead approved', 'Row 001');
    await drag(page, leadRow(page, 'Row 002'), { by: -140 });
    await expectToast(page, 'Lead rejected', 'Row 002');
    await drag(page, leadRow(page, 'Row 003'), { by: 60 });
    await expect(page.getByText('2 of 4 reviewed')).toBeVisible();
    await expect(leadRow(page, 'Row 003')).not.toHaveAttribute('data-swipe');
    expect(await approvalsOf(agency, 'leads', customer.id)).toEqual({
      'Row 001': true,
      'Row 002': false,
      'Row 003': null,
      'Row 004': null,
    });
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 of 4 reviewed')).toBeVisible();
    await expectAccessible(page);
  });

  test('a swipe that starts on a button decides once, and a vertical swipe scrolls', async ({
    page,
    context,
    agency,
  }) => {
    const { customer } = await asMember(context, agency, { leads: numbered(40) });
    await page.goto('/leads');
    await drag(page, leadRow(page, 'Row 002').getByRole('button', { name: 'Approve' }), { by: -140 });
    await expectToast(page, 'Lead rejected', 'Row 002');
    await page.getByRole('button', { name: 'Dismiss: Lead rejected' }).click();
    await drag(page, leadRow(page, 'Row 006'), { by: 30, down: -300 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    const decided = Object.entries(await approvalsOf(agency, 'leads', customer.id)).filter(([, is]) => is !== null);
    expect(decided).toEqual([['Row 002', false]]);
  });
});
