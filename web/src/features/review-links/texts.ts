import type { ReactNode } from 'react';
import { counted } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';

export const texts = {
  title: 'Review links',
  noun: 'review links',
  empty: 'No review links yet',
  emptyHint: 'Send one to someone who should review without an account.',
  heads: {
    email: 'Email',
    includes: 'Includes',
    state: 'Status',
    until: 'Until',
    used: 'Last used',
    decisions: 'Decisions',
  },
  includes: (audience: string | null, withCampaigns: boolean) =>
    (audience === null ? 'Everything' : audience) + (withCampaigns ? ', campaigns' : ''),
  states: { live: 'Live', undelivered: 'Not delivered', ended: 'Ended', revoked: 'Revoked' },
  until: (day: string) => `until ${day}`,
  neverUsed: 'Never used',
  used: (when: ReactNode) => richText`Used ${when}`,
  decisions: (count: number) => counted(count, 'decision'),

  send: {
    action: 'Send a review link',
    hint: (customer: string) =>
      `They’ll review for ${customer} without an account. A code by email shows who they are.`,
    submit: 'Send link',
    email: 'Email',
    audience: 'Audience',
    everything: 'All leads and companies.',
    oneAudience: 'The leads of this audience.',
    campaigns: 'Include campaigns',
    role: 'Role',
    roles: { reviewer: 'Reviewer: suggests wording', approver: 'Approver: signs off campaigns' },
    message: 'Message',
    messageName: 'The message',
    until: 'Works until',
    preview: 'Preview as the guest',
    /** Stands for a sender without a name. */
    agency: 'Your agency',
    emailMissing: 'Enter an email',
    emailInvalid: 'Enter a valid email address',
    dayMissing: 'Choose a date',
    dayPast: 'Choose a later date',
    dayTooLate: (day: string) => `Choose ${day} or an earlier date`,
    sent: 'Review link sent',
    sentHint: (email: string, day: string) => `${email} can review until ${day}.`,
    failed: 'Couldn’t send the review link',
  },
  preview: {
    title: 'Preview',
    none: {
      title: 'Nothing to preview',
      description: 'Open the preview from the form that sends a review link.',
    },
  },
  copy: 'Copy link',
  copyHint: (email: ReactNode) => richText`Only ${email} can open it: a code is sent to that address.`,
  link: 'Review link',
  unsent: {
    title: 'The link was created, but its email couldn’t be sent',
    hint: 'Copy the link and send it yourself.',
  },
  again: { action: 'Send again', sent: (email: string) => `We sent the link to ${email} again.` },
  extend: {
    action: 'Change end date',
    submit: 'Save',
    saved: 'End date changed',
    failed: 'Couldn’t change the end date',
  },
  revoke: 'Revoke',
  revocation: (email: string) => ({
    title: 'Revoke this link?',
    description: `${email} will be signed out of the review immediately, and the link will stop working. Decisions made so far stay.`,
    confirmLabel: 'Revoke link',
    success: { title: 'Review link revoked', description: email },
    failure: 'Couldn’t revoke the link',
  }),
};
