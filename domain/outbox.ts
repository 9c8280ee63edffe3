// The emails that the server sends by itself, by kind: what the database returns for a delivery becomes an email, and a link turns its kind off.
import { type Digest, digestEmail } from './digest.ts';
import type { Email, EmailBrand } from './email-html.ts';
import { type Reminder, reminderEmail } from './reminder.ts';

export const EMAIL_KINDS = ['digest', 'reminder', 'comments', 'news'] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number];

/** A delivery as `read_delivery` returns it: every content has its address, and the secret part of the link that turns its kind off. */
export type DeliveryContent = { kind: 'digest'; content: Digest } | { kind: 'reminder'; content: Reminder };

/** The path that turns emails of a kind off, on the website of the app. */
export const unsubscribePath = (kind: EmailKind, token: string): string =>
  kind === 'digest' ? `/unsubscribe/${token}` : `/unsubscribe/${kind}/${token}`;

/** Renders the email of a delivery. `siteUrl` is the URL of the app, without a slash at the end. */
export function deliveryEmail(delivery: DeliveryContent, siteUrl: string, brand: EmailBrand = {}): Email {
  const offUrl = siteUrl + unsubscribePath(delivery.kind, delivery.content.token);
  switch (delivery.kind) {
    case 'digest':
      return digestEmail(delivery.content, siteUrl, offUrl, brand);
    case 'reminder':
      return reminderEmail(delivery.content, siteUrl, offUrl, brand);
  }
}
