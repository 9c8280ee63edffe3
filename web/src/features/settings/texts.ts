export const texts = {
  save: 'Save Changes',
  saved: 'Settings saved',
  email: 'Email',
  fullName: 'Full name',
  admin: {
    description:
      'Changes to your name aren’t saved yet. To change your email or password, go to Account in the top bar.',
  },
  sample: 'Sample data: changes here aren’t saved.',
  tabs: { profile: 'Profile', notifications: 'Notifications', campaigns: 'Campaigns', integrations: 'Integrations' },
  profile: [
    { label: 'Full name', sample: 'Jordan Avery', type: 'text' },
    { label: 'Email', sample: 'jordan@example.com', type: 'email' },
    { label: 'Company', sample: 'Example Company', type: 'text' },
    { label: 'Job title', sample: 'Head of Growth', type: 'text' },
  ],
  notifications: [
    { name: 'New leads', help: 'When your agency uploads leads for you', isOn: true },
    { name: 'Campaign replies', help: 'When a lead replies to one of your messages', isOn: true },
    { name: 'Weekly summary', help: 'A recap of the past week, every Monday', isOn: true },
    { name: 'Product news', help: 'Occasional updates about what’s new in Leadlight', isOn: false },
  ],
  campaigns: [
    { label: 'Daily outreach limit', help: 'Messages per day, across all campaigns', sample: 50 },
    { label: 'Follow-up delay', help: 'Days to wait between messages', sample: 3 },
  ],
  integrations: {
    linkedin: { name: 'LinkedIn', does: 'Sends connection requests and messages' },
    email: { name: 'Email', does: 'Sends email steps from your own address' },
    crm: { name: 'CRM', does: 'Syncs approved leads to your pipeline' },
    chat: { name: 'Team chat', does: 'Posts replies to a channel' },
    connected: 'Connected',
    notConnected: 'Not connected',
  },
  version: {
    title: 'Version',
    app: 'Leadlight',
    commit: 'Commit',
    database: 'Database',
    databaseVersion: (version: string) => `PostgreSQL ${version}`,
    migrations: 'Migrations',
    latestMigration: (count: string, latest: string) => `${count}, latest ${latest}`,
    notRecorded: 'Not recorded',
    failed: 'The database version couldn’t be loaded.',
  },
};
