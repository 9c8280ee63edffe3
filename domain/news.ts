// The email that tells a customer what an import has for review.
import { type EmailContent, emailCount } from './email-html.ts';

/** The words of the email, which its sender sees before. */
export type NewsWords = { sender: string; customer: string; leads: number; companies: number; message: string | null };

/** News as `read_delivery` returns it. */
export type News = NewsWords & {
  email: string;
  /** Secret part of the link that turns these emails off. */
  token: string;
  /** The address of the sender. */
  reply_to: string | null;
  /** The token of the review link by which the reader decides; null for a member. */
  review_token: string | null;
};

/** The subject and the paragraphs of the email. */
export function newsText({ sender, customer, leads, companies, message }: NewsWords) {
  const amounts = [
    ...emailCount(leads, 'new lead', 'new leads'),
    ...(leads > 0
      ? emailCount(companies, 'company', 'companies')
      : emailCount(companies, 'new company', 'new companies')),
  ].join(' and ');
  return {
    subject: `${amounts} to review`,
    paragraphs: [`${sender} added ${amounts} for ${customer} to review.`, ...(message ? [message] : [])],
  };
}

/** Writes the email. `siteUrl` is the URL of the app, without a slash at the end. */
export function writeNews(news: News, siteUrl: string): EmailContent {
  const path = news.review_token === null ? (news.leads > 0 ? '/leads' : '/companies') : `/review/${news.review_token}`;
  return {
    ...newsText(news),
    action: { label: 'Start reviewing', link: siteUrl + path },
    footnotes: [`You get this email because you review for ${news.customer}.`],
  };
}
