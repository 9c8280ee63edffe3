import type { Noun } from '@/lib/format.ts';

const lead: Noun = { one: 'lead', many: 'leads' };
const user: Noun = { one: 'user', many: 'users' };

export const texts = {
  title: 'Customers',
  rows: 'customers',
  search: 'Search by name',
  loadFailed: 'Error loading customers',
  loadFailedHint: 'Failed to fetch customer data',
  empty: 'No customers yet',
  emptyHint: 'Create your first customer, then invite its users and upload its leads.',
  heads: { name: 'Name', leads: 'Leads', users: 'Users', created: 'Created' },
  lead,
  user,
  deactivated: 'Deactivated',
  viewDetails: 'View details',
  viewDetailsOf: (name: string) => `View details of ${name}`,
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
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
  deactivation: {
    title: (name: string) => `Deactivate ${name}?`,
    description:
      'Its users will lose access until you reactivate it. Its leads, companies and campaigns won’t be deleted.',
    confirm: 'Deactivate customer',
    done: 'Customer deactivated',
    failed: 'Couldn’t deactivate the customer',
  },
  reactivation: {
    title: (name: string) => `Reactivate ${name}?`,
    description: 'Its active users will regain access to its leads, companies and campaigns.',
    confirm: 'Reactivate customer',
    done: 'Customer reactivated',
    failed: 'Couldn’t reactivate the customer',
  },
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
