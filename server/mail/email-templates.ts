import { PRODUCT } from '#domain/brand.ts';
import { type EmailContent, renderEmail } from '#domain/email-html.ts';
import type { EmailMessage } from '#domain/email-message.ts';

/** A link, and the code to type where the link cannot be opened. */
export type EmailVerification = { to: string; link: string; code: string };

type TemplateContent = { subject: string; paragraphs: string | string[]; label?: string; footnote: string };

const compose = (
  { to, link, code }: Pick<EmailVerification, 'to'> & Partial<EmailVerification>,
  { subject, paragraphs, label, footnote }: TemplateContent,
): EmailMessage => ({
  to,
  render: (brand) => {
    const content: EmailContent = {
      subject,
      paragraphs: [paragraphs].flat(),
      ...(label && link && { action: { label, link } }),
      ...(code && { code }),
      footnotes: [footnote],
    };
    return renderEmail(brand?.name ? rename(content, brand.name) : content, brand);
  },
});

/** Writes the name of the agency for that of the product. Addresses are in lower case, and stay. */
function rename({ paragraphs = [], ...content }: EmailContent, name: string): EmailContent {
  const renamed = (text: string) => text.replaceAll(PRODUCT, () => name);
  const { subject, action, footnotes } = content;
  return {
    ...content,
    subject: renamed(subject),
    paragraphs: paragraphs.map(renamed),
    ...(action && { action: { ...action, label: renamed(action.label) } }),
    footnotes: footnotes.map(renamed),
  };
}

/** Sentences about signing in after a confirmation, by the kind of credential. */
const signInMethods = {
  password: 'Your password is the one you chose when you signed up.',
  identity: 'You sign in the way you did when you signed up.',
  '': 'Then choose a new password.',
};

/** The credential, `<kind>:<value>`, is what stays of the account. */
export const confirmation = (verification: EmailVerification, credential: string): EmailMessage =>
  compose(verification, {
    subject: 'Confirm your email',
    paragraphs: `This email was used to sign up for Leadlight: ${verification.to}. If that was you, confirm it to start using your account. ${signInMethods[credential.split(':')[0] as keyof typeof signInMethods]}`,
    label: 'Confirm email',
    footnote: "If you didn't sign up, don't confirm. The account can't be used until you do.",
  });

/** Tells the owner of an account that somebody signed up with its email. The link opens the page of the sign-up. */
export const accountExists = (message: { to: string; link: string }): EmailMessage =>
  compose(message, {
    subject: 'You already have an account',
    paragraphs: `This email was used to sign up for Leadlight: ${message.to}. You already have an account, and it hasn't changed. If that was you, sign in with your password, or choose “Forgot password?”.`,
    label: 'Open Leadlight',
    footnote: "If you didn't sign up, you can ignore this email.",
  });

/** Tells the owner of an address about a second sign-up with another password. The first one's link is in an email of its own. */
export const otherSignUp = (message: { to: string; link: string }): EmailMessage =>
  compose(message, {
    subject: 'Somebody else signed up with your email',
    paragraphs: [
      `Leadlight got two sign-ups with ${message.to}, one soon after the other and with different passwords. At least one of them wasn't yours.`,
      'If you signed up, don’t use the link that we sent before: it may give your account to somebody else. Choose “Forgot password?” and set your own password instead.',
    ],
    label: 'Open Leadlight',
    footnote:
      "If you didn't sign up, you can ignore both emails. Don't confirm: the account can't be used until you do.",
  });

export const recovery = (verification: EmailVerification): EmailMessage =>
  compose(verification, {
    subject: 'Reset your password',
    paragraphs: `We received a request to reset the password for ${verification.to}. If that was you, choose a new one.`,
    label: 'Choose a new password',
    footnote: "If you didn't request this, you can ignore this email. Your password won't change.",
  });

export const invitation = (verification: EmailVerification): EmailMessage =>
  compose(verification, {
    subject: "You're invited to Leadlight",
    paragraphs: `An administrator created a Leadlight account for ${verification.to}. Accept the invitation and choose a password to get started.`,
    label: 'Accept invitation',
    footnote: "If you weren't expecting this invitation, you can ignore this email.",
  });

export const emailChange = (verification: EmailVerification & { from: string; next: string }): EmailMessage =>
  compose(verification, {
    subject: 'Confirm your new email',
    paragraphs: [
      `We received a request to change the email of a Leadlight account from ${verification.from} to ${verification.next}.`,
      'Both addresses need to confirm the change, so we sent this email to each of them.',
    ],
    label: 'Confirm change',
    footnote:
      verification.to === verification.next
        ? "If you didn't request this, you can ignore this email. Nothing changes without your confirmation."
        : "If you didn't request this, don't confirm, and change your password: someone else may have access to your account.",
  });

export const reauthentication = (verification: Omit<EmailVerification, 'link'>): EmailMessage =>
  compose(verification, {
    subject: "Confirm it's you",
    paragraphs: `Enter this code in Leadlight to confirm it's you (${verification.to}) making changes to your account.`,
    footnote:
      "If this wasn't you, don't share the code, and sign out everywhere: someone else may have access to your account.",
  });
