import { expect, test } from 'vitest';
import { campaignStatuses, isCampaignStatus, isLaunch, launchError } from './status.ts';

test('only draft to active is a launch', () => {
  const launches = campaignStatuses.flatMap((from) =>
    campaignStatuses.filter((to) => isLaunch(from, to)).map((to) => `${from} ${to}`),
  );
  expect(launches).toEqual(['draft active']);
});

test.each([
  [0, 'Cannot launch campaign without any steps'],
  [1, null],
])('a launch with %i steps has the error %j', (steps, error) => {
  expect(launchError(steps)).toBe(error);
});

test.each([
  ['paused', true],
  ['archived', false],
])('%s is a campaign status: %j', (text, is) => {
  expect(isCampaignStatus(text)).toBe(is);
});
