import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { commentKeys } from '@/features/comments/data.ts';
import { pageUrl } from '@/lib/backend.ts';
import { callFunction } from '@/lib/functions.ts';
import { PAGE_SIZE, pageAfter, pagedQuery } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { readData, rows } from '@/lib/rows.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { paths } from '@/paths.ts';
import { endOfDay, type LinkDays, type LinkValues } from './link-values.ts';

const LINK =
  'id, email, audience, with_campaigns, role, token, created_by, created_at, expires_at, revoked_at, mailed_at, last_used_at, decisions, review_by';

export type SentLink = SelectedRow<'review_links', typeof LINK>;

/** The review links of a customer, newest first, ended ones too. */
export const linkList = (customerId: string) =>
  pagedQuery(['review links', customerId], (after, signal): Promise<SentLink[]> => {
    const request = rows.from('review_links').select(LINK).eq('customer_id', customerId);
    return readData(pageAfter(request, after, PAGE_SIZE), signal);
  });

const REQUEST = 'id, email, note, created_at, link:review_links(email, audience, with_campaigns, role, expires_at)';

/** A guest's request for a colleague, with what the guest's own link includes. */
export type ColleagueRequest = SelectedRow<'colleague_requests', typeof REQUEST>;

/** How many requests are shown at once. */
export const MAX_REQUESTS = 20;

/** The requests of a customer's guests that are not answered, the oldest first. */
export const openRequests = (customerId: string) =>
  queryOptions({
    queryKey: ['review links', 'requests', customerId],
    queryFn: ({ signal }): Promise<ColleagueRequest[]> => {
      const open = rows.from('colleague_requests').select(REQUEST).eq('customer_id', customerId).eq('status', 'asked');
      return readData(open.order('created_at').limit(MAX_REQUESTS), signal);
    },
  });

export type Answer = { request: ColleagueRequest; declined: boolean };

/** Declines a request, or opens it again. */
export const declineRequest = ({ request: { id }, declined }: Answer) =>
  readData(rows.rpc('decline_colleague_request', { request: id, declined }));

/** Reads the links and requests again, and how many requests wait. */
export const refreshLinks = (client: QueryClient) =>
  Promise.all([['review links'], [...commentKeys.all, 'waiting']].map((key) => invalidate(client, key)));

/** A link, and why its email was not sent if it was not. */
export type Mailed = { email: string; url: string; failure?: string | undefined };

export const linkUrl = ({ token }: Pick<SentLink, 'token'>) => pageUrl(generatePath(paths.review, { token }));

/** Makes a link, which may answer a request, and mails it. Rejects if it could not be made. */
export async function createLink(customerId: string, values: LinkValues, request?: ColleagueRequest): Promise<Mailed> {
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
        ...(request && { request: request.id }),
      })
      .single(),
  );
  return { email: link.email, url: linkUrl(link), failure: await mailLink(link) };
}

const mailLink = ({ id }: Pick<SentLink, 'id'>) => callFunction('review-link', { action: 'mail', link: id });

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
