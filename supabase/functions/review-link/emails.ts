import { type Email, type EmailBrand, emailDay, emailTime, renderEmail } from '../../../domain/email-html.ts';

type LinkParts = {
  senderName: string;
  senderEmail: string;
  customerName: string;
  message: string | null;
  link: string;
  expiresAt: Date;
  /** A day such as 2026-12-04. */
  reviewBy: string | null;
};

/** The email with the link. Its button opens a page, which changes nothing until a code is typed there. */
export function linkEmail(
  { senderName, senderEmail, customerName, message, link, expiresAt, reviewBy }: LinkParts,
  brand?: EmailBrand,
): Email {
  return renderEmail(
    {
      subject: `${senderName} asks you to review for ${customerName}`,
      heading: `Your review for ${customerName}`,
      paragraphs: [
        `${senderName} (${senderEmail}) asks you to review for ${customerName}. You don't need an account.`,
        ...(message ? [message] : []),
        ...(reviewBy ? [`Please review by ${emailDay(reviewBy)}.`] : []),
      ],
      action: { label: 'Open the review', link },
      footnotes: [
        `This link is just for you and works until ${emailTime(expiresAt)}. The page asks for a code, which we email to this address.`,
        "If you weren't expecting it, you can ignore this email.",
      ],
    },
    brand,
  );
}

type CodeParts = { senderName: string; customerName: string; code: string };

/** The email with a code to type. Nothing in the email signs in, since scanners open links and press buttons. */
export function codeEmail({ senderName, customerName, code }: CodeParts, brand?: EmailBrand): Email {
  return renderEmail(
    {
      subject: 'Your code for the review',
      paragraphs: [`${senderName} asked you to review for ${customerName}. Type this code on the page of the review:`],
      code,
      footnotes: [
        'The code works once, within 10 minutes. A newer one replaces it.',
        "If you didn't ask for a code, you can ignore this email.",
      ],
    },
    brand,
  );
}
