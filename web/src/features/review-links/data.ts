import type { QueryClient } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { pageUrl } from '@/lib/backend.ts';
import { sendMail } from '@/lib/functions.ts';
import { PAGE_SIZE, pageAfter, pagedQuery } from '@/lib/keyset.ts';
import { readData, rows } from '@/lib/rows.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { paths } from '@/paths.ts';
import { endOfDay, type LinkDays, type LinkValues } from './link-values.ts';

const LINK =
  'id, email, audience, with_campaigns, token, created_at, expires_at, revoked_at, mailed_at, last_used_at, decisions, review_by';

export type SentLink = SelectedRow<'review_links', typeof LINK>;

/** The review links of a customer, newest first, ended ones too. */
export const linkList = (customerId: string) =>
  pagedQuery(['review links', customerId], (after, signal): Promise<SentLink[]> => {
    const request = rows.from('review_links').select(LINK).eq('customer_id', customerId);
    return readData(pageAfter(request, after, PAGE_SIZE), signal);
  });

export const refreshLinks = (client: QueryClient) => client.invalidateQueries({ queryKey: ['review links'] });

/** A link, and why its email was not sent if it was not. */
export type Mailed = { email: string; url: string; failure?: string | undefined };

export const linkUrl = ({ token }: Pick<SentLink, 'token'>) => pageUrl(generatePath(paths.review, { token }));

/** Makes a link and mails it. Rejects if it could not be made. */
export async function createLink(customerId: string, values: LinkValues): Promise<Mailed> {
  const { email, audience, withCampaigns, role, message, until, reviewBy } = values;
  const link: Pick<SentLink, 'id' | 'email' | 'token'> = await readData(
    rows
      .rpc('create_review_link', {
        customer_id: customerId,
        email: email.trim(),
        with_campaigns: withCampaigns,
        role: withCampaigns ? role : 'reviewer',
        expires_at: endOfDay(until),
        ...(audience !== null && { audience }),
        ...(message.trim() && { message: message.trim() }),
        ...(reviewBy && { review_by: reviewBy }),
      })
      .single(),
  );
  return { email: link.email, url: linkUrl(link), failure: await mailLink(link) };
}

const mailLink = ({ id }: Pick<SentLink, 'id'>) => sendMail('review-link', { action: 'mail', link: id });

/** Rejects if the email was not sent: the link may have ended meanwhile. */
export async function mailAgain(link: SentLink): Promise<void> {
  const failure = await mailLink(link);
  if (failure !== undefined) throw new Error(failure);
}

export const changeDays = (id: string, { until, reviewBy }: LinkDays) =>
  readData(
    rows.rpc('extend_review_link', { link: id, expires_at: endOfDay(until), ...(reviewBy && { review_by: reviewBy }) }),
  );

export const revokeLink = (id: string) => readData(rows.rpc('revoke_review_link', { link: id }));
