import type { ReactNode } from 'react';
import { counted } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';
import { commonTexts } from '@/lib/texts.ts';

export const texts = {
  title: commonTexts.pages.reviewLinks,
  description: 'Each link is for one person, who reviews without an account.',
  customer: 'Customer',
  onlyApprovers: {
    title: 'Only approvers send review links',
    description: 'Ask an administrator if you’d like to send them.',
  },
  noun: 'review links',
  empty: 'No review links yet',
  emptyHint: 'Send one to someone who should review without an account.',
  heads: {
    email: 'Email',
    sender: 'Sent by',
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
  reviewBy: (day: string) => `review by ${day}`,
  neverUsed: 'Never used',
  used: (when: ReactNode) => richText`Used ${when}`,
  decisions: (count: number) => counted(count, 'decision'),

  requests: {
    label: 'Requests for colleagues',
    failed: 'Couldn’t load the requests for colleagues',
    asks: (guest: ReactNode, colleague: ReactNode) => richText`${guest} asks to add ${colleague}`,
    confirm: 'Confirm',
    confirmLabel: (colleague: string) => `Confirm ${colleague}`,
    decline: 'Decline',
    declineLabel: (colleague: string) => `Decline ${colleague}`,
    more: 'Answer these to see more.',
    declined: 'Request declined',
    declineFailed: 'Couldn’t save the answer',
  },

  send: {
    action: 'Send a review link',
    hint: (customer: string) =>
      `They’ll review for ${customer} without an account. A code by email shows who they are.`,
    colleagueHint: (guest: string) =>
      `${guest} asked to add this colleague. Unless you change it, the new link includes the same as theirs.`,
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
    reviewBy: 'Please review by',
    reviewByHint: 'The guest is reminded by email. Leave it empty to use the overall deadline, if there is one.',
    preview: 'Preview as the guest',
    /** Stand for a sender without a name. */
    agency: 'Your agency',
    team: 'Your team',
    dayMissing: 'Choose a date',
    dayPast: 'Choose a later date',
    dayTooLate: (day: string) => `Choose ${day} or an earlier date`,
    sent: 'Review link sent',
    sentHint: (email: string, day: string) => `${email} can review until ${day}.`,
    failed: 'Couldn’t send the review link',
  },
  deadline: {
    title: 'Review deadline',
    set: 'Set a deadline',
    change: 'Change deadline',
    none: 'No deadline. With one, reviewers are reminded by email two days before, the day before and on the day.',
    passed: 'The day has passed, so nobody is reminded any more.',
    reminders: (timeZone: string, onWeekends: boolean) =>
      `Reminders are sent two days before, the day before and on the day, from 09:00 on, ${timeZone} time${onWeekends ? ', also' : ', not'} on weekends.`,
    hint: (customer: string) =>
      `Everyone who reviews for ${customer} is reminded of what’s left. Nothing is decided automatically.`,
    help: 'Leave it empty for no deadline.',
    timeZone: 'Time zone',
    timeZones: 'Time zones',
    zoneUnknown: 'Choose a time zone from the list',
    weekends: 'Also remind on weekends',
    save: 'Save deadline',
    saved: 'Review deadline set',
    removed: 'Review deadline removed',
    failed: 'Couldn’t change the review deadline',
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
    action: 'Change dates',
    submit: 'Save',
    saved: 'Dates changed',
    failed: 'Couldn’t change the dates',
  },
  invite: {
    action: 'Invite to the team',
    invited: 'Invited',
    member: 'Member',
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
