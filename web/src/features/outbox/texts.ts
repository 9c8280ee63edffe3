import { counted } from '@/lib/format.ts';

export const texts = {
  description: 'Emails that the app sends by itself. They stay here for 30 days.',
  rows: 'emails',
  filter: 'Status',
  states: { all: 'All', waiting: 'Waiting', sent: 'Sent', skipped: 'Skipped', dead: 'Failed' },
  kinds: { digest: 'Digest', reminder: 'Reminder', comments: 'Comments', news: 'New leads' },
  heads: { recipient: 'Recipient', kind: 'Email', created: 'Created', reason: 'Details', state: 'Status' },
  waiting: 'Sent in a moment',
  skipped: 'There was nothing to say, or these emails were turned off',
  next: 'Next attempt',
  attempts: (count: number) => counted(count, 'attempt'),
  sendAgain: 'Send again',
  sendAgainTo: (email: string) => `Send the email to ${email} again`,
  sentAgain: 'The email will be sent in a moment',
  notFailed: 'This email hasn’t failed, or a newer one is waiting',
  sendAgainFailed: 'Couldn’t send the email again',
  status: (state: string) => `status ${state}`,
  empty: 'No emails yet',
  emptyHint: 'Digests, reminders, and emails about comments and new leads show up here.',
};
