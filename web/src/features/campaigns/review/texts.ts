import type { ReactNode } from 'react';
import { counted, formatNumber } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';
import type { StepFeedback, VersionStatus } from './data.ts';

const version = (number: number) => `Version ${formatNumber(number)}`;

export const texts = {
  version,
  versions: 'Versions',
  what: 'The version',
  whatList: 'The versions',
  loading: 'Loading the version',
  notFound: 'There is no such version',
  notFoundHint: 'The campaign may have been deleted and created again.',
  statuses: {
    in_review: 'In review',
    approved: 'Approved',
    changes_requested: 'Changes requested',
  } satisfies Record<VersionStatus, string>,
  notDecided: 'Not decided',
  bar: {
    label: 'Review',
    none: 'Not reviewed yet',
    noneHint: 'A review freezes these steps as a version that the customer approves.',
    titles: {
      launched: (number: number) => `${version(number)} was launched`,
      in_review: (number: number) => `${version(number)} is in review`,
      approved: (number: number) => `${version(number)} is approved`,
      changes_requested: (number: number) => `Changes requested to version ${formatNumber(number)}`,
    },
    changed: {
      launched: (number: number) => `Changed since version ${formatNumber(number)} was launched`,
      in_review: (number: number) => `Changed since version ${formatNumber(number)} was put up for review`,
      approved: (number: number) => `Changed since version ${formatNumber(number)} was approved`,
      changes_requested: (number: number) => `Changed since changes to version ${formatNumber(number)} were requested`,
    },
    needed: 'This copy needs sign-off: the campaign can become active once these steps are approved.',
    launchNeeds: (waiting: number | null) =>
      waiting === null
        ? 'Needs sign-off first: request a review.'
        : `Needs sign-off first: version ${formatNumber(waiting)} is waiting for a decision.`,
    neededActive: 'This copy needs sign-off: its leads can be handed off once these steps are approved.',
    review: 'Review',
    open: 'Show versions',
    back: 'Back to steps',
  },
  request: {
    action: 'Request review',
    done: (number: number) => `${version(number)} is in review`,
    failure: 'Couldn’t request a review',
  },
  /** Who did what to a version; the time follows. */
  events: {
    stored: (who: ReactNode, when: ReactNode) => richText`Stored by ${who} ${when}`,
    launched: (who: ReactNode, when: ReactNode) => richText`Launched by ${who} ${when}`,
    requested: (who: ReactNode, when: ReactNode) => richText`Review requested by ${who} ${when}`,
    approved: (who: ReactNode, when: ReactNode) => richText`Approved by ${who} ${when}`,
    changes_requested: (who: ReactNode, when: ReactNode) => richText`Changes requested by ${who} ${when}`,
    approvedOnBehalf: (customer: ReactNode, who: ReactNode, note: ReactNode, when: ReactNode) =>
      richText`Approved on behalf of ${customer} by ${who}: ${note} (${when})`,
    changesRequestedOnBehalf: (customer: ReactNode, who: ReactNode, note: ReactNode, when: ReactNode) =>
      richText`Changes requested on behalf of ${customer} by ${who}: ${note} (${when})`,
    program: 'a program',
    former: 'a former user',
    you: 'you',
  },
  compare: {
    label: 'Compare with',
    nothing: 'Nothing',
    steps: 'Current steps',
    identical: 'The steps are the same.',
    newer: (number: number) => `${version(number)} is newer, so this one can’t be decided any more.`,
    isNewer: (number: number) => `${version(number)} is newer.`,
    edited: (number: number) =>
      `The steps have changed since this review was requested. Your decision covers version ${formatNumber(number)} only.`,
    editedSince: (number: number) =>
      `The steps have changed since version ${formatNumber(number)} was approved. This is what was approved.`,
    showChanges: 'Show what changed',
    added: 'Added',
    removed: 'Removed',
    moved: (from: number) => `Moved from ${formatNumber(from)}`,
    delay: (days: number) => (days === 0 ? 'Immediately' : `After ${counted(days, 'day')}`),
    changed: (from: string, to: string) => `${from} → ${to}`,
    rawText: 'Text with variables',
    step: (number: number) => `Step ${formatNumber(number)}`,
    noNote: 'Without a note',
    noText: 'No text',
  },
  /** '2 comments and 1 suggestion on version 2' */
  feedback: ({ number, comments, suggestions }: StepFeedback) => {
    const parts = [comments > 0 && counted(comments, 'comment'), suggestions > 0 && counted(suggestions, 'suggestion')];
    return `${parts.filter(Boolean).join(' and ')} on version ${formatNumber(number)}`;
  },
  restore: 'Restore as draft',
  restoring: (number: number) => ({
    title: `Restore version ${formatNumber(number)}?`,
    description:
      'The campaign’s steps become those of this version, as a draft that you can edit. Steps that are in no version are lost. Its status doesn’t change.',
    confirmLabel: 'Restore',
    success: { title: `${version(number)} restored` },
    failure: 'Couldn’t restore the version',
  }),
  decision: {
    title: 'Your decision',
    titleOnBehalf: (customer: string) => `Decision on behalf of ${customer}`,
    note: 'Note',
    noteOnBehalf: 'How they decided',
    noteHint: 'For example: by phone on Tuesday. It’s shown with the decision.',
    noteMissing: 'Say how the customer decided',
    onlyApprovers: 'Only an approver can sign off.',
    theNote: 'The note',
    approve: 'Approve',
    request: 'Request changes',
    done: { approved: 'Version approved', changes_requested: 'Changes requested' },
    failure: 'Couldn’t save the decision',
    closed: 'This version can’t be decided any more. Copy your note if you still need it.',
    discardHint: 'Your note hasn’t been saved.',
    unsent: {
      title: 'You haven’t posted everything',
      description: 'A comment or suggestion that you typed here isn’t posted yet.',
      anyway: { approved: 'Approve without it', changes_requested: 'Request changes without it' },
    },
    takeBack: 'Take back',
    takeBackHint: 'You can take your decision back for a minute.',
    takenBack: 'Decision taken back',
    takeBackFailed: 'Couldn’t take the decision back',
  },
  suggestion: {
    list: (number: number) => `Suggestions for step ${formatNumber(number)}`,
    action: 'Suggest wording',
    actionOn: (number: number) => ` for step ${formatNumber(number)}`,
    title: (number: number) => `Suggest wording for step ${formatNumber(number)}`,
    unchanged: 'Change the text to suggest something',
    empty: 'Enter a message',
    send: 'Suggest',
    sent: 'Suggestion added',
    sendFailed: 'Couldn’t add the suggestion',
    by: (who: ReactNode, when: ReactNode) => richText`Suggested by ${who} ${when}`,
    accept: 'Accept',
    decline: 'Decline',
    withdraw: 'Withdraw',
    withdrawn: 'Suggestion withdrawn',
    accepted: (who: ReactNode) => richText`Accepted by ${who}`,
    declined: (who: ReactNode) => richText`Declined by ${who}`,
    done: (accepted: boolean) => (accepted ? 'Suggestion accepted' : 'Suggestion declined'),
    failure: (accepted: boolean) => (accepted ? 'Couldn’t accept the suggestion' : 'Couldn’t decline the suggestion'),
    changed: 'The step has changed since this was suggested, so it can’t be accepted. Its text is now:',
    deleted: 'The step was deleted since this was suggested, so it can’t be accepted.',
    discardHint: 'Your suggestion hasn’t been saved.',
  },
  guard: {
    title: 'Edit approved copy?',
    description: (number: number) =>
      `${version(number)} was approved. If you change the steps, they need to be approved again. The campaign’s status doesn’t change.`,
    confirmLabel: 'Edit anyway',
  },
};
