import type { ReactNode } from 'react';
import { plural } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';

export const texts = {
  page: 'Invitation',
  join: (customer: string) => `Join ${customer}`,
  joinHint: (customer: string) => `You’ve been invited to review leads for ${customer}.`,
  fields: {
    email: 'Email',
    emailHelp: 'Your invitation was sent to this email.',
    fullName: 'Full name',
    password: 'Password',
  },
  tabs: { label: 'New or existing user', newUser: 'New User', existingUser: 'Existing User' },
  newUser: {
    submit: 'Create account',
    nameMissing: 'Full name is required',
    name: 'The full name',
    done: 'Account created successfully! Welcome aboard!',
  },
  existingUser: { submit: 'Sign in and accept', passwordMissing: 'Enter your password' },
  signedIn: {
    as: (email: ReactNode) => richText`You’re signed in as ${email}.`,
    accept: 'Accept invitation',
  },
  wrongAccount: {
    title: 'This invitation is for a different email',
    hint: (invited: ReactNode, current: ReactNode) =>
      richText`It was sent to ${invited}. You’re signed in as ${current}.`,
    signOut: 'Sign out and continue',
    stay: 'Stay signed in',
  },
  accepted: 'Invitation accepted! Redirecting...',
  acceptedHint: 'Taking you to your dashboard…',
  acceptFailed: 'Couldn’t accept the invitation',
  accountExists: 'An account with this email already exists',
  accountExistsHint: 'Choose Existing User and sign in with your password.',
  invalid: {
    invalid: {
      title: 'Invalid invitation link',
      description: 'Make sure you opened the full link, or ask for a new invitation.',
    },
    used: {
      title: 'This invitation has already been used',
      description: 'If you’ve already accepted it, sign in as usual.',
    },
    expired: { title: 'This invitation has expired', description: 'Ask your administrator for a new one.' },
  },
  unreadable: { title: 'Failed to validate invitation', description: 'Check your connection and try again.' },
  invite: {
    description: (customer: string | undefined) =>
      `They’ll get an email with a link to join ${customer ?? 'the customer'}.`,
    email: 'Email',
    emailHelp: 'You can paste several emails at once.',
    customer: 'Customer',
    role: 'Role',
    roleHelp: {
      viewer: 'Can view and comment.',
      reviewer: 'Can view, comment, suggest wording, and decide about leads and companies.',
      approver:
        'Can do what a reviewer can, manage campaigns and the do-not-contact list, sign off, and send review links.',
    },
    submit: 'Send invitation',
    stop: 'Stop',
    emailMissing: 'Enter an email',
    customerMissing: 'Select a customer',
    invalidEmails: (emails: string[]) => {
      const quoted = emails.map((email) => `“${email}”`).join(', ');
      return `${quoted} ${plural(emails.length, 'isn’t a valid email address', 'aren’t valid email addresses')}`;
    },
    missing: 'Missing information',
    missingHint: 'Enter an email and choose a customer.',
    sent: 'Invitation sent',
    sentHint: (who: string, customer: string) => `${who} can now join ${customer}.`,
    users: (count: number) => `${count} users`,
    failed: 'Error sending invitation',
    notStored: 'Failed to send invitation',
    customerGone: 'This customer no longer exists.',
    invitationGone: 'This invitation was already accepted or revoked.',
  },
  unsent: {
    title: 'Invitation created but email failed to send',
    hint: 'Copy the link and send it yourself.',
    link: 'Invitation link',
    linkFor: (email: string) => `Invitation link for ${email}`,
  },
  results: {
    list: 'Invitations',
    progress: (done: number, total: number) => `${done} of ${total} done`,
    waiting: 'Waiting',
    stopped: 'Not invited',
    failed: 'Failed',
    sent: 'Sent',
    unsent: 'Saved, email not sent',
  },
};
