// The kinds of emails in the outbox: how each is written from what the database returns, and the link that turns it off.
import { PRODUCT } from './brand.ts';
import { type CommentsEmail, writeCommentsEmail } from './comments-email.ts';
import { type Digest, writeDigest } from './digest.ts';
import { type Email, type EmailBrand, type EmailContent, renderEmail } from './email-html.ts';
import { type News, writeNews } from './news.ts';
import { type Reminder, writeReminder } from './reminder.ts';

export const EMAIL_KINDS = ['digest', 'reminder', 'comments', 'news'] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number];

/** What the database returns for each kind: every content has its address, and the secret part of the link that turns its kind off. */
type Contents = { digest: Digest; reminder: Reminder; comments: CommentsEmail; news: News };

/** The function that writes the emails of a kind, and the label of the link that turns them off. */
type Template<Content> = { write: (content: Content, siteUrl: string, product: string) => EmailContent; off: string };

const TEMPLATES: { [Kind in EmailKind]: Template<Contents[Kind]> } = {
  digest: { write: writeDigest, off: 'Unsubscribe' },
  reminder: { write: writeReminder, off: 'Turn off reminders' },
  comments: { write: writeCommentsEmail, off: 'Turn off emails about comments' },
  news: { write: writeNews, off: 'Turn off emails about new leads' },
};

/** A delivery as `read_delivery` returns it. */
export type DeliveryContent<Kind extends EmailKind = EmailKind> = {
  [One in Kind]: { kind: One; content: Contents[One] };
}[Kind];

/** The path that turns emails of a kind off, on the website of the app. */
export const unsubscribePath = (kind: EmailKind, token: string): string =>
  kind === 'digest' ? `/unsubscribe/${token}` : `/unsubscribe/${kind}/${token}`;

/** Renders the email of a delivery. `siteUrl` is the URL of the app, without a slash at the end. */
export function deliveryEmail<Kind extends EmailKind>(
  { kind, content }: DeliveryContent<Kind>,
  siteUrl: string,
  brand: EmailBrand = {},
): Email {
  const { write, off } = TEMPLATES[kind];
  const lastLink = { label: off, link: siteUrl + unsubscribePath(kind, content.token) };
  return renderEmail({ ...write(content, siteUrl, brand.name ?? PRODUCT), lastLink }, brand);
}
