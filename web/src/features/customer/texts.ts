export const texts = {
  tabs: { users: 'Users', overview: 'Overview', settings: 'Settings' },
  overviewSoon: 'Overview is coming soon',
  settingsSoon: 'Settings are coming soon',
  signOff: {
    label: 'Copy needs sign-off',
    help: 'A campaign can become active, and its leads be handed off, only with steps that the customer has approved.',
    on: 'Copy now needs sign-off',
    off: 'Copy no longer needs sign-off',
    failure: 'Couldn’t change the setting',
  },
  soonHint: 'Coming in a later version.',
};
