import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/story.ts';
import { asMember } from './customer-area.ts';

const NAMES = ['Profile', 'Notifications', 'Campaigns', 'Integrations'];

test('the settings have four tabs with sample values, and Save Changes only says that they are saved', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/settings');
  await expect(page.getByRole('tab')).toHaveText(NAMES);
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Avery');
  await expectAccessible(page);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  for (const name of NAMES) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(name);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Settings saved');
    await page.getByRole('button', { name: 'Dismiss: Settings saved' }).click();
  }
  expect(sent).toEqual([]);
});

test('the limits of campaigns are samples that are not kept', async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  const [limit, delay] = [page.getByLabel('Daily outreach limit'), page.getByLabel('Follow-up delay')];
  await expect(limit).toHaveValue('50');
  await expect(delay).toHaveValue('3');
  await limit.fill('80');
  await delay.fill('7');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Settings saved');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(limit).toHaveValue('50');
  await expect(delay).toHaveValue('3');
});

test('the tabs are gone through by arrows, and each panel is accessible', async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Profile' }).focus();
  for (const name of NAMES.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(name);
    await expectAccessible(page);
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeFocused();
});
