import type { Noun } from '@/lib/format.ts';

const member: Noun = { one: 'member', many: 'members' };

export const texts = {
  deactivated: 'Deactivated',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  loadFailed: 'Error loading data',
  loadFailedHint: 'Failed to fetch customer details',
  list: 'Users',
  rows: 'users',
  heads: { name: 'Name', email: 'Email', status: 'Status', when: 'When' },
  empty: 'No users yet',
  emptyHint: 'Invite users to review this customer’s leads.',
  invite: 'Invite user',
  summary: (members: string, invited: string) => `${members}, ${invited} invited`,
  member,
  status: { invited: 'Invited', undelivered: 'Not delivered', expired: 'Invitation expired', active: 'Active' },
  date: { joined: 'Joined', added: 'Added', expires: 'Expires', expired: 'Expired' },
  resending: {
    action: 'Resend invitation',
    done: 'Invitation sent',
    doneHint: (email: string) => `We sent the invitation to ${email} again.`,
    failed: 'Error sending invitation',
  },
  revocation: {
    title: 'Revoke this invitation?',
    description: (email: string) => `The link sent to ${email} will stop working immediately.`,
    confirm: 'Revoke invitation',
    done: 'Invitation revoked',
    failed: 'Couldn’t revoke the invitation',
  },
  deactivation: {
    title: (name: string) => `Deactivate ${name}?`,
    description: (email: string, customer: string) =>
      `${email} will lose access to ${customer} immediately, and any open invitations to it will expire. Their account and decisions won’t be deleted.`,
    confirm: 'Deactivate user',
    done: 'User deactivated',
    failed: 'Couldn’t deactivate the user',
  },
  reactivation: {
    title: (name: string) => `Reactivate ${name}?`,
    description: (email: string, customer: string) => `${email} will regain access to ${customer}.`,
    confirm: 'Reactivate user',
    done: 'User reactivated',
    failed: 'Couldn’t reactivate the user',
  },
};
