// The words of the page that turns off emails of a kind, on our server and on a hosted project.
import type { EmailKind } from './outbox.ts';

type Texts = { question: string; meaning: string; done: string; again: string };

/** The texts of the page for each kind: the question, what turning the emails off means, what was done, and how to undo it. Guests of review links have no account. */
export const unsubscribeTexts: Record<EmailKind, Texts> = {
  digest: {
    question: 'Turn off the email digest?',
    meaning: 'You won’t get daily or weekly digests any more.',
    done: 'The email digest is off',
    again: 'You can turn it on again in your account.',
  },
  reminder: {
    question: 'Turn off reminders?',
    meaning: 'You won’t get emails about deadlines any more.',
    done: 'Reminders are off',
    again: 'You can turn them on again in your account, or at the top of the review page if you have no account.',
  },
  comments: {
    question: 'Turn off emails about comments?',
    meaning: 'You won’t get emails about comments and suggestions any more.',
    done: 'Emails about comments are off',
    again: 'If you have an account, you can turn them on again there.',
  },
  news: {
    question: 'Turn off emails about new leads?',
    meaning: 'You won’t get emails about new leads and companies any more.',
    done: 'Emails about new leads are off',
    again: 'If you have an account, you can turn them on again there.',
  },
};

export const turnOffLabel = 'Turn off';

export const unknownLinkTexts = {
  title: 'This link doesn’t work',
  text: 'If you have an account, turn the emails off there instead.',
};
