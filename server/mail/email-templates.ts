// The emails of the accounts.
import { type Email, renderEmail } from '#domain/mail/email-html.ts';

export type EmailMessage = Email & { to: string };

/** A link, and the code to type where the link cannot be opened. */
export type Verification = { to: string; link: string; code: string };

type Content = { subject: string; paragraphs: string[]; label?: string; footnote: string };

const compose = (
  { to, link, code }: Omit<Verification, 'link'> & { link?: string },
  { subject, paragraphs, label, footnote }: Content,
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

export const confirmation = (verification: Verification): EmailMessage =>
  compose(verification, {
    subject: 'Confirm your email address',
    paragraphs: [
      `This address was used to sign up for Leadlight: ${verification.to}. If that was you, please confirm your email address. Your password is the one you chose when you signed up.`,
    ],
    label: 'Confirm email address',
    footnote: "If you didn't sign up, don't confirm. Without confirmation the account can't be used.",
  });

export const recovery = (verification: Verification): EmailMessage =>
  compose(verification, {
    subject: 'Choose a new password',
    paragraphs: [
      `We received a request to reset the password for ${verification.to}. If that was you, choose a new password here.`,
    ],
    label: 'Choose a new password',
    footnote: "If you didn't request this, you can ignore this email. Your password won't change.",
  });

export const invitation = (verification: Verification): EmailMessage =>
  compose(verification, {
    subject: 'You are invited to Leadlight',
    paragraphs: [
      `An administrator has created a Leadlight account for ${verification.to}. Accept the invitation and choose a password.`,
    ],
    label: 'Accept the invitation',
    footnote: "If you didn't expect this invitation, you can ignore this email.",
  });

export const emailChange = (verification: Verification & { from: string; next: string }): EmailMessage =>
  compose(verification, {
    subject: 'Confirm your new email address',
    paragraphs: [
      `We received a request to change the email address of a Leadlight account from ${verification.from} to ${verification.next}.`,
      'Both addresses have to confirm the change; this is one of the two emails.',
    ],
    label: 'Confirm the change',
    footnote:
      verification.to === verification.next
        ? "If you didn't request this, you can ignore this email. Nothing changes without your confirmation."
        : "If you didn't request this, don't confirm, and change your password: someone else may have access to your account.",
  });

export const reauthentication = (verification: Omit<Verification, 'link'>): EmailMessage =>
  compose(verification, {
    subject: "Confirm that it's you",
    paragraphs: [
      `Enter this code in Leadlight to confirm that it's you (${verification.to}) who is changing your account.`,
    ],
    footnote:
      "If you aren't changing anything, don't share the code, and sign out everywhere: someone else may have access to your account.",
  });
