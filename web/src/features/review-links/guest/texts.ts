import type { ReactNode } from 'react';
import { counted, formatNumber, joinWords } from '@/lib/format.ts';
import { richText } from '@/lib/rich-text.ts';

/** The texts of the page that a review link opens. */
export const texts = {
  page: 'Review',
  failed: 'That didn’t work. Try again in a moment.',

  email: { missing: 'Enter an email', invalid: 'Enter a valid email address' },

  code: {
    title: (sender: string) => `${sender} asked for your review`,
    hint: (email: ReactNode) => richText`To make sure it’s you, we’ll email a 6-digit code to ${email}.`,
    send: 'Send me a code',
    sentTitle: 'Check your email',
    sentHint: (email: ReactNode) => richText`We sent a 6-digit code to ${email}.`,
    help: 'It works for 10 minutes.',
    open: 'Open the review',
    again: 'Send another code',
    wait: (label: string, seconds: number) => `${label} in ${formatNumber(seconds)} s`,
    sentAgain: 'Another code is on its way',
    sentAgainHint: 'Only the newest one works.',
    wrongPerson: (sender: string) => `Not your email address? ${sender} can send you a link of your own.`,
    signedIn: 'You’re signed in to the app in this browser, so you can also review there.',
    app: 'Go to the app',
  },

  ended: {
    title: 'This review link has ended',
    description: (sender: string) => `${sender} can send you a new one if there’s something you’d like to change.`,
  },
  unknown: {
    title: 'This link doesn’t work',
    description: 'Make sure you opened the whole link, or ask whoever sent it for a new one.',
  },
  unreadable: { title: 'The review couldn’t be opened', description: 'Check your connection and try again.' },

  review: {
    title: (customer: string) => `Review for ${customer}`,
    intro: (sender: string, what: string, day: string) =>
      `${sender} asked you to review ${what}. You can do so until ${day}.`,
    emails: {
      remind: 'We’ll remind you by email.',
      noReminders: 'You won’t get any reminders.',
      choose: 'Choose your emails',
      title: 'Your emails',
      hint: 'You get these when there’s something for you.',
    },
    what: (hasCompanies: boolean, hasCampaigns: boolean) =>
      joinWords(['leads', ...(hasCompanies ? ['companies'] : []), ...(hasCampaigns ? ['campaigns'] : [])]),
    campaigns: 'Campaigns',
    reviewCampaigns: (count: number) => `Review ${counted(count, 'campaign')}`,
    theCampaign: 'The campaign',
    theCampaigns: 'The campaigns',
    noCampaigns: {
      title: 'No campaigns to review yet',
      description: 'They appear here once your agency asks for a review.',
    },
    done: 'All done',
    doneHint: (day: string) => `You can change decisions in your lists until ${day}.`,
    message: (sender: string) => `Message from ${sender}`,
    sections: 'What to review',
    toReview: 'to review',
    reviewed: 'reviewed',
    colleagues: {
      open: 'Add a colleague',
      hint: (sender: string) =>
        `${sender} decides whether they get a review link of their own. We don’t email them before that.`,
      email: 'Their email',
      note: 'Note',
      noteName: 'The note',
      submit: 'Ask to add',
      asked: 'Request sent',
      askedHint: (sender: string, email: string) => `${sender} can now add ${email}.`,
      failed: 'Couldn’t send the request',
      list: 'Your requests',
      loadFailed: 'Couldn’t load your requests',
      states: { asked: 'Asked', added: 'Added', declined: 'Declined' },
    },
    notYou: 'Not you?',
    preview: 'Preview',
    previewHint:
      'This is what your guest will see, plus buttons to approve and reject in each row. Nothing has been sent yet, and nothing can be decided here.',
    leaving: (email: string) => ({
      title: `Not ${email}?`,
      description: 'This device will be signed out of the review. To open it again, you’ll need a new code.',
    }),
  },
};
