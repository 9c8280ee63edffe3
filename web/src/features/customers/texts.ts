import { counted } from '@/lib/format.ts';

export const texts = {
  rows: 'customers',
  search: 'Search by name',
  loadFailed: { title: 'Error loading customers', description: 'Failed to fetch customer data' },
  empty: 'No customers yet',
  emptyHint: 'Create your first customer, then invite its users and upload its leads.',
  heads: { name: 'Name', leads: 'Leads', users: 'Users', created: 'Created' },
  counts: (leads: number, users: number) => `${counted(leads, 'lead')} · ${counted(users, 'user')}`,
  viewDetails: 'View details',
  viewDetailsOf: (name: string) => `View details of ${name}`,
  create: {
    title: 'Create customer',
    description: 'You’ll manage its leads, companies and campaigns.',
    label: 'Customer name',
    placeholder: 'Northwind',
    missing: 'Enter a name',
    takenTitle: 'A customer with this name already exists',
    taken: (name: string) => `Two customers called “${name}” are easy to mix up.`,
    submitAnyway: 'Create anyway',
    created: 'Customer created',
    failed: 'Error creating customer',
  },
  deactivation: (name: string) => ({
    title: `Deactivate ${name}?`,
    description:
      'Its users will lose access until you reactivate it. Its leads, companies and campaigns won’t be deleted.',
    confirmLabel: 'Deactivate customer',
    success: { title: 'Customer deactivated', description: name },
    failure: 'Couldn’t deactivate the customer',
  }),
  reactivation: (name: string) => ({
    title: `Reactivate ${name}?`,
    description: 'Its active users will regain access to its leads, companies and campaigns.',
    confirmLabel: 'Reactivate customer',
    success: { title: 'Customer reactivated', description: name },
    failure: 'Couldn’t reactivate the customer',
  }),
  choice: {
    rows: 'customers',
    label: 'Customer',
    all: 'All Customers',
    choose: 'Choose a customer',
    unknown: 'Unknown customer',
    loading: 'Loading customers...',
    loadFailed: 'Customers couldn’t be loaded',
  },
  /** The same words for a member, whose customers are organizations. */
  organizationChoice: {
    rows: 'organizations',
    choose: 'Choose an organization',
    unknown: 'Unknown organization',
    loading: 'Loading organizations...',
    loadFailed: 'Organizations couldn’t be loaded',
  },
  invalidId: (id: string) => `“${id}” isn’t a valid customer ID`,
  notFound: 'This customer doesn’t exist',
};
