import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signIn, unexpectedRequests } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { SettingsPage } from './settings-page.tsx';

const TABS = ['Profile', 'Notifications', 'Campaigns', 'Integrations'];
const TEXTS = {
  'Full name': 'Jordan Avery',
  Email: 'jordan@example.com',
  Company: 'Example Company',
  'Job title': 'Head of Growth',
};
const NUMBERS = { 'Daily outreach limit': '50', 'Follow-up delay': '3' };
const NOTIFICATIONS = {
  'New leads When your agency uploads leads for you': true,
  'Campaign replies When a lead replies to one of your messages': true,
  'Weekly summary A recap of the past week, every Monday': true,
  'Product news Occasional updates about what’s new in Leadlight': false,
};
const INTEGRATIONS = [
  'LinkedInSends connection requests and messagesConnected',
  'EmailSends email steps from your own addressConnected',
  'CRMSyncs approved leads to your pipelineNot connected',
  'Team chatPosts replies to a channelNot connected',
];

async function open() {
  signIn({});
  const { user, unmount } = renderPage(<SettingsPage />);
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  const choose = (name: string) => user.click(screen.getByRole('tab', { name }));
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }));
  return { user, unmount, choose, save };
}
const panel = (name: string) => within(screen.getByRole('tabpanel', { name }));
const field = (tab: string, label: string) => panel(tab).getByLabelText<HTMLInputElement>(label);

async function expectSamples(choose: (name: string) => Promise<void>) {
  expect(panel('Profile').getAllByRole('textbox')).toHaveLength(Object.keys(TEXTS).length);
  for (const [label, value] of Object.entries(TEXTS)) expect(field('Profile', label).value).toBe(value);
  await choose('Notifications');
  expect(panel('Notifications').getAllByRole('checkbox')).toHaveLength(Object.keys(NOTIFICATIONS).length);
  for (const [name, isOn] of Object.entries(NOTIFICATIONS)) {
    expect(panel('Notifications').getByRole('checkbox', { name }).getAttribute('aria-checked')).toBe(String(isOn));
  }
  await choose('Campaigns');
  expect(panel('Campaigns').getAllByRole('spinbutton')).toHaveLength(Object.keys(NUMBERS).length);
  for (const [label, value] of Object.entries(NUMBERS)) expect(field('Campaigns', label).value).toBe(value);
  await choose('Integrations');
  const listed = panel('Integrations')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(listed).toEqual(INTEGRATIONS);
}

it('the page has four tabs, and Save Changes only says that they are saved (S2.56, S2.58)', async () => {
  const { user, choose, save } = await open();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(TABS);
  for (const name of TABS) {
    await choose(name);
    panel(name);
    await save();
    screen.getByText('Settings saved');
    await user.click(screen.getByRole('button', { name: 'Dismiss: Settings saved' }));
  }
  expect(unexpectedRequests()).toEqual([]);
});

it('the page shows sample values, and stores none of them (S2.57, S9.23, S9.24)', async () => {
  const { user, unmount, choose, save } = await open();
  await expectSamples(choose);
  const change = async (tab: string, labels: string[], text: string) => {
    await choose(tab);
    for (const label of labels) {
      await user.clear(field(tab, label));
      await user.type(field(tab, label), text);
    }
    await save();
  };
  await change('Profile', Object.keys(TEXTS), 'changed');
  await change('Campaigns', Object.keys(NUMBERS), '80');
  await choose('Notifications');
  for (const name of Object.keys(NOTIFICATIONS)) {
    await user.click(panel('Notifications').getByRole('checkbox', { name }));
  }
  await save();
  unmount();
  const { choose: chooseAgain } = await open();
  await expectSamples(chooseAgain);
});

it('the arrow keys go through the tabs', async () => {
  const { user } = await open();
  screen.getByRole('tab', { name: 'Profile' }).focus();
  for (const name of [...TABS.slice(1), 'Profile']) {
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name }));
    panel(name);
  }
});
