import { expectToast } from '../support/pages.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
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

test('every value is a sample, the same for every user, and none is stored', async ({ page, context, agency }) => {
  const tab = (name: string) => page.getByRole('tab', { name });
  const field = (label: string) => page.getByRole('tabpanel').getByLabel(label);
  const notification = (name: string) => page.getByRole('tabpanel').getByRole('checkbox', { name });
  const texts = {
    'Full name': 'Jordan Avery',
    Email: 'jordan@example.com',
    Company: 'Example Company',
    'Job title': 'Head of Growth',
  };
  const numbers = { 'Daily outreach limit': '50', 'Follow-up delay': '3' };
  const notifications = {
    'New leads When your agency uploads leads for you': true,
    'Campaign replies When a lead answers one of your messages': true,
    'Weekly summary Every Monday, what happened in the week before': true,
    'Product news Now and then, what’s new in Leadlight': false,
  };
  const integrations = [
    'LinkedInSends connection requests and messagesConnected',
    'EmailSends email steps from your own addressConnected',
    'CRMSyncs approved leads with your pipelineNot connected',
    'Team chatPosts replies to a channelNot connected',
  ];

  const expectSamples = async () => {
    await expect(page.getByRole('tabpanel').getByRole('textbox')).toHaveCount(Object.keys(texts).length);
    for (const [label, value] of Object.entries(texts)) await expect(field(label)).toHaveValue(value);
    await tab('Notifications').click();
    await expect(page.getByRole('tabpanel').getByRole('checkbox')).toHaveCount(Object.keys(notifications).length);
    for (const [name, isOn] of Object.entries(notifications)) {
      await expect(notification(name)).toBeChecked({ checked: isOn });
    }
    await tab('Campaigns').click();
    await expect(page.getByRole('tabpanel').getByRole('spinbutton')).toHaveCount(Object.keys(numbers).length);
    for (const [label, value] of Object.entries(numbers)) await expect(field(label)).toHaveValue(value);
    await tab('Integrations').click();
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText(integrations);
    await tab('Profile').click();
  };

  for (const fullName of ['Grace Hopper', 'Ada Lovelace']) {
    await asMember(context, agency, { fullName, leads: [{ name: 'Alan Turing' }] });
    await page.goto('/settings');
    await expectSamples();
  }
  for (const label of Object.keys(texts)) await field(label).fill('changed');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await tab('Notifications').click();
  for (const name of Object.keys(notifications)) await notification(name).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.reload();
  await expectSamples();
});

test('the limits of campaigns are samples that are not saved', async ({ page, context, agency }) => {
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
