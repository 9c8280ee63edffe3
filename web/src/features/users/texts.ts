import { formatNumber } from '@/lib/format.ts';

export const texts = {
  title: 'Users',
  rows: 'users',
  search: 'Search by name or email',
  invite: 'Invite user',
  unsent: 'Invitation was saved but email could not be sent. Please contact the user directly.',
  heads: { name: 'Name', email: 'Email', customers: 'Customers', role: 'Role', joined: 'Joined' },
  roles: { admin: 'Admin', customer: 'Customer' },
  noRole: 'Needs an invitation',
  /** A membership in the list of a user's customers. */
  deactivatedAt: (customer: string) => `${customer} (deactivated)`,
  deactivated: 'Deactivated',
  invitations: {
    title: 'Pending invitations',
    showAll: (count: number) => `Show all ${formatNumber(count)}`,
    showFewer: 'Show fewer',
  },
  twoFactor: '2FA',
  makeAdmin: {
    action: 'Make admin',
    title: 'Make this user an admin?',
    description: (email: string) =>
      `${email} will be able to see and change everything for all customers, and to make other users admins.`,
    done: 'Admin role added',
    failed: 'Couldn’t add the admin role',
  },
  removeAdmin: {
    action: 'Remove admin role',
    title: 'Remove the admin role?',
    titleSelf: 'Give up your admin role?',
    description: (email: string) => `${email} will lose access to the Admin Panel immediately.`,
    descriptionSelf: 'You’ll lose access to the Admin Panel immediately. Only another admin can restore it.',
    done: 'Admin role removed',
    failed: 'Couldn’t remove the admin role',
  },
  resetTwoFactor: {
    action: 'Reset two-factor authentication',
    title: 'Reset two-factor authentication?',
    description: (email: string) =>
      `${email} will be signed out everywhere and can then sign in with just a password. Make sure the request really comes from them.`,
    confirm: 'Reset two-factor',
    done: 'Two-factor authentication reset',
    doneHint: (email: string) => `${email} can now sign in with just a password.`,
    failed: 'Couldn’t reset two-factor authentication',
  },
};
