import { commonTexts } from '@/lib/texts.ts';

export const texts = {
  title: 'Command palette',
  search: {
    admin: 'Search leads, customers, pages and actions',
    customer: 'Search leads, companies, campaigns and pages',
  },
  commands: 'Commands',
  searching: 'Searching…',
  failed: 'Search results couldn’t be loaded.',
  noResults: (query: string) => `No results for "${query}".`,
  groups: {
    ...commonTexts.pages,
    actions: commonTexts.actions,
    impersonate: 'Impersonate',
    campaigns: 'Campaigns',
    preferences: 'Preferences',
  },
  themes: { light: 'Light theme', dark: 'Dark theme', system: 'System theme' },
  createCustomer: 'Create customer',
  createCampaign: 'Create campaign',
  /** `rows` such as 'leads'. */
  showAll: (rows: string, query: string) => `Show all ${rows} that match "${query}"`,
  uploadLeads: 'Upload Leads',
  uploadCompanies: 'Upload Companies',
  exitImpersonation: 'Exit Impersonation',
};
