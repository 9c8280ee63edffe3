import { counted } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';

export const texts = {
  areas: {
    customer: { title: 'Leadlight', main: 'Main', other: 'Other', review: 'Review' },
    admin: {
      title: commonTexts.adminPanel,
      admin: 'Admin',
      data: 'Data',
      review: 'Review',
      agency: 'Agency',
      history: 'History',
    },
  },
  palette: {
    label: 'Command palette',
    pages: 'Pages',
    customerArea: 'Customer area',
    asCustomer: (customer: string) => `Viewing as ${customer}`,
  },
  organization: {
    label: 'Organization',
    all: 'All organizations',
  },
  sidebar: 'Toggle sidebar',
  skip: 'Skip to content',
  page: 'page',
  offline: {
    unsaved: (count: number) =>
      `You’re offline with ${counted(count, 'change')} waiting to be saved. Keep this tab open.`,
    loading: 'You’re offline. This page will load when you’re back online.',
    stale: 'You’re offline. Data may be out of date.',
    serverDown: 'Leadlight isn’t responding right now. Try again in a moment.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    onThisPage: 'On this page',
    everywhere: 'Everywhere',
    escape: 'Esc',
    palette: 'Open the command palette',
    sidebar: 'Show or hide the sidebar',
    notifications: 'Go to notifications',
    close: 'Close a dialog or menu',
    list: 'Show shortcuts',
    singleKeys: (modifier: string) => `Single-key shortcuts (without ${modifier})`,
  },
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
};
