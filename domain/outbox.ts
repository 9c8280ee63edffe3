// The kinds of emails in the outbox: how each is rendered from what the database returns, and the link that turns it off.
import { type CommentsEmail, commentsEmail } from './comments-email.ts';
import { type Digest, digestEmail } from './digest.ts';
import type { Email, EmailBrand } from './email-html.ts';
import { type News, newsEmail } from './news.ts';
import { type Reminder, reminderEmail } from './reminder.ts';

export const EMAIL_KINDS = ['digest', 'reminder', 'comments', 'news'] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number];

/** What the database returns for each kind: every content has its address, and the secret part of the link that turns its kind off. */
type Contents = {
  digest: Digest;
  reminder: Reminder;
  comments: CommentsEmail;
  news: News;
};

type Render<Content> = (content: Content, siteUrl: string, offUrl: string, brand?: EmailBrand) => Email;

const RENDER: { [Kind in keyof Contents]: Render<Contents[Kind]> } = {
  digest: digestEmail,
  reminder: reminderEmail,
  comments: commentsEmail,
  news: newsEmail,
};

/** A delivery as `read_delivery` returns it. */
export type DeliveryContent<Kind extends keyof Contents = keyof Contents> = {
  [One in Kind]: { kind: One; content: Contents[One] };
}[Kind];

/** The path that turns emails of a kind off, on the website of the app. */
export const unsubscribePath = (kind: EmailKind, token: string): string =>
  kind === 'digest' ? `/unsubscribe/${token}` : `/unsubscribe/${kind}/${token}`;

/** Renders the email of a delivery. `siteUrl` is the URL of the app, without a slash at the end. */
export function deliveryEmail<Kind extends keyof Contents>(
  { kind, content }: DeliveryContent<Kind>,
  siteUrl: string,
  brand: EmailBrand = {},
): Email {
  return RENDER[kind](content, siteUrl, siteUrl + unsubscribePath(kind, content.token), brand);
}
