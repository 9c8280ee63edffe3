import type { ReactNode } from 'react';
import { richText } from '@/lib/rich-text.ts';

export const texts = {
  /** Texts by type of the link. The labels are those of the emails. */
  kinds: {
    recovery: {
      title: 'Reset your password',
      description: 'One more step, then choose a new password.',
      label: 'Choose a new password',
    },
    signup: {
      title: 'Confirm your email',
      description: 'One more step, then your account is ready.',
      label: 'Confirm email',
    },
    email_change: {
      title: 'Confirm your new email',
      description: 'It changes once both addresses have confirmed it.',
      label: 'Confirm change',
    },
    invite: {
      title: 'Accept your invitation',
      description: 'One more step, then your account is ready.',
      label: 'Accept invitation',
    },
  },
  hint: 'Nothing happens until you press the button. If you didn’t ask for this, close this page.',
  otherBrowser: 'You asked for this in another browser. Open the link there, or enter the code from the email there.',
  incomplete: {
    title: 'This link is incomplete',
    description: 'Copy the whole link from the email, or request a new one.',
    label: 'Back to sign in',
  },
  inbox: {
    title: 'Check your inbox',
    confirm: (email: ReactNode) => richText`We sent a link to ${email}. Open it to confirm your email.`,
    reset: (email: ReactNode) =>
      richText`If there’s an account for ${email}, we’ve sent a link. Open it in this browser.`,
    resend: 'Resend confirmation',
    resent: 'Confirmation sent',
    resentHint: (email: string) => `Check ${email} for the link.`,
    resendFailed: 'Couldn’t send the confirmation',
  },
};
