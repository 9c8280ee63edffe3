import type { MemberRole } from '#domain/member-roles.ts';
import { counted, formatNumber } from '@/lib/format.ts';

const roleWithArticle = (role: MemberRole) =>
  ({ viewer: 'a viewer', reviewer: 'a reviewer', approver: 'an approver' })[role];

export const texts = {
  loadFailed: { title: 'Error loading data', description: 'Failed to fetch customer details' },
  rows: 'users',
  heads: { name: 'Name', email: 'Email', role: 'Role', status: 'Status', when: 'When' },
  roleLabel: (email: string) => `Role of ${email}`,
  roleChanged: (name: string, role: MemberRole) => `${name} is now ${roleWithArticle(role)}`,
  roleFailed: 'Couldn’t change the role',
  empty: 'No users yet',
  emptyHint: 'Invite users to review this customer’s leads.',
  summary: (members: number, invited: number) =>
    counted(members, 'member') + (invited === 0 ? '' : `, ${formatNumber(invited)} invited`),
  status: { invited: 'Invited', undelivered: 'Not delivered', expired: 'Invitation expired', active: 'Active' },
  date: { joined: 'Joined', added: 'Added', expires: 'Expires', expired: 'Expired' },
  resending: {
    action: 'Resend invitation',
    doneHint: (email: string) => `We sent the invitation to ${email} again.`,
  },
  revoke: 'Revoke invitation',
  revocation: (email: string) => ({
    title: 'Revoke this invitation?',
    description: `The link sent to ${email} will stop working immediately.`,
    confirmLabel: 'Revoke invitation',
    success: { title: 'Invitation revoked', description: email },
    failure: 'Couldn’t revoke the invitation',
  }),
  deactivation: ({ name, email }: { name: string; email: string }, customer: string) => ({
    title: `Deactivate ${name}?`,
    description: `${email} will lose access to ${customer} immediately, and any open invitations to it will expire. Their account and decisions won’t be deleted.`,
    confirmLabel: 'Deactivate user',
    success: { title: 'User deactivated', description: email },
    failure: 'Couldn’t deactivate the user',
  }),
  reactivation: ({ name, email }: { name: string; email: string }, customer: string) => ({
    title: `Reactivate ${name}?`,
    description: `${email} will regain access to ${customer}.`,
    confirmLabel: 'Reactivate user',
    success: { title: 'User reactivated', description: email },
    failure: 'Couldn’t reactivate the user',
  }),
};
