// The words of the page that turns off emails of a kind, on our server and on a hosted project.
import type { EmailKind } from './outbox.ts';

/** What the link asks, what turning the emails off means, and what was done. */
export const unsubscribeTexts: Record<EmailKind, { question: string; meaning: string; done: string }> = {
  digest: {
    question: 'Turn off the email digest?',
    meaning: 'You won’t get daily or weekly digests any more.',
    done: 'The email digest is off',
  },
  reminder: {
    question: 'Turn off reminders?',
    meaning: 'You won’t get emails about deadlines any more.',
    done: 'Reminders are off',
  },
  comments: {
    question: 'Turn off emails about comments?',
    meaning: 'You won’t get emails about comments and suggestions any more.',
    done: 'Emails about comments are off',
  },
  news: {
    question: 'Turn off emails about new leads?',
    meaning: 'You won’t get emails about new leads and companies any more.',
    done: 'Emails about new leads are off',
  },
};

/** Guests of review links have no account. */
export const turnOnAgain = (kind: EmailKind): string =>
  `You can turn them on again in your account${kind === 'reminder' ? ', or at the top of the review page if you have no account' : ''}.`;
