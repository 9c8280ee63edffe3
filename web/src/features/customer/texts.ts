export const texts = {
  customers: 'Customers',
  customer: 'Customer',
  deactivated: 'Deactivated',
  activity: 'Activity',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  tabs: { users: 'Users', overview: 'Overview', settings: 'Settings' },
  overviewSoon: 'Overview is coming soon',
  settingsSoon: 'Settings are coming soon',
  soonHint: 'Coming in a later version.',
};
