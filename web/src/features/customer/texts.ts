export const texts = {
  tabs: { users: 'Users', overview: 'Overview', settings: 'Settings' },
  overviewSoon: 'Overview is coming soon',
  settingsSoon: 'Settings are coming soon',
  upload: 'Upload',
  uploadLeads: 'Upload Leads',
  uploadCompanies: 'Upload Companies',
  soonHint: 'Coming in a later version.',
};
