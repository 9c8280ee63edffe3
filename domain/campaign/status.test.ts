import { expect, test } from 'vitest';
import { campaignStatuses, copyName, isCampaignStatus, isLaunch, launchRefusal, readCampaignName } from './status.ts';

test('only the way from draft to active is a launch', () => {
  const launches = campaignStatuses.flatMap((from) =>
    campaignStatuses.filter((to) => isLaunch(from, to)).map((to) => `${from} ${to}`),
  );
  expect(launches).toEqual(['draft active']);
});

test.each([
  [0, 'Cannot launch campaign without any steps'],
  [1, null],
])('a launch with %i steps is refused with %j', (steps, refusal) => {
  expect(launchRefusal(steps)).toBe(refusal);
});

test.each([
  ['  Founders  ', { name: 'Founders' }],
  ['', { refusal: 'Please enter a campaign name' }],
  [' \t\u00a0', { refusal: 'Please enter a campaign name' }],
  ['🚀'.repeat(500), { name: '🚀'.repeat(500) }],
  ['a'.repeat(501), { refusal: 'The name has 501 characters; 500 is the most' }],
])('the typed name %j is read as %j', (typed, read) => {
  expect(readCampaignName(typed)).toEqual(read);
});

test('a copy is named for its original, within the length of a name', () => {
  expect(copyName('Founders')).toBe('Copy of Founders');
  expect([...copyName('🚀'.repeat(500))]).toHaveLength(500);
});

test.each([
  ['paused', true],
  ['archived', false],
])('%s being a status is %j', (text, is) => {
  expect(isCampaignStatus(text)).toBe(is);
});
