// In charge of what the accounts write to people, one letter for each occasion. Sends nothing.
import { type Email, renderEmail } from '#domain/mail/email-html.ts';

/** A mail and whom it goes to. */
export type EmailMessage = Email & { to: string };

/** Where the reader is to go, and what to type where the link cannot be opened. */
export type Verification = { to: string; link: string; code: string };

type Words = { subject: string; paragraphs: string[]; label?: string; footnote: string };

const compose = (
  { to, link, code }: Omit<Verification, 'link'> & { link?: string },
  { subject, paragraphs, label, footnote }: Words,
): EmailMessage => ({
  to,
  ...renderEmail({
    subject,
    heading: subject,
    paragraphs,
    ...(label && link && { action: { label, link } }),
    code,
    footnotes: [footnote],
  }),
});

export const confirmation = (proof: Verification): EmailMessage =>
  compose(proof, {
    subject: 'Confirm your email address',
    paragraphs: [
      `Somebody signed up to Leadlight with ${proof.to}. If that was you, confirm that the address is yours. The password is the one that was chosen then.`,
    ],
    label: 'Confirm email address',
    footnote: 'If you did not sign up, do not confirm: without it the account stays closed.',
  });

export const recovery = (proof: Verification): EmailMessage =>
  compose(proof, {
    subject: 'Choose a new password',
    paragraphs: [`Somebody asked for a new password for ${proof.to}. If that was you, go on here.`],
    label: 'Choose a new password',
    footnote: 'If you did not ask for it, ignore this email: your password stays as it is.',
  });

export const invitation = (proof: Verification): EmailMessage =>
  compose(proof, {
    subject: 'You are invited to Leadlight',
    paragraphs: [`An administrator has made an account on Leadlight for ${proof.to}. Open it and choose a password.`],
    label: 'Accept the invitation',
    footnote: 'If you did not expect it, ignore this email: nothing happens without you.',
  });

export const emailChange = (proof: Verification & { from: string; next: string }): EmailMessage =>
  compose(proof, {
    subject: 'Confirm your new email address',
    paragraphs: [
      `A Leadlight account is to change its address from ${proof.from} to ${proof.next}.`,
      'Both addresses have to confirm it; this email is one of the two.',
    ],
    label: 'Confirm the change',
    footnote:
      proof.to === proof.next
        ? 'If you did not ask for it, do not confirm: nothing changes without you.'
        : 'If you did not ask for it, do not confirm, and change your password: somebody may be in your account.',
  });

export const reauthentication = (proof: Omit<Verification, 'link'>): EmailMessage =>
  compose(proof, {
    subject: 'Confirm that it is you',
    paragraphs: [`Type this code in Leadlight to confirm that it is you (${proof.to}) who changes the account.`],
    footnote:
      'If you change nothing just now, give the code to nobody and sign out everywhere: somebody may be in your account.',
  });
