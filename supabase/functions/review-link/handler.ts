// Opens a review link: shows who asks, emails a code to the link's address and exchanges it for a session. Emails the link for its sender.
import { z } from 'zod';
import type { Brand } from '../../../domain/brand.ts';
import { FunctionError, readJson } from '../endpoint.ts';
import { openRowClient, type RowApi, type RowClient } from '../row-api.ts';
import { requireSent, type SendMail } from '../send-mail.ts';
import { openServiceClient, type ServiceApi, type ServiceClient, ServiceError } from '../service-api.ts';
import { codeEmail, linkEmail } from './emails.ts';

type ReviewLinkServices = {
  rowApi: RowApi;
  serviceApi: ServiceApi;
  sendMail: SendMail;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  /** The network that sends a request, whose codes and tries are limited. */
  client: (request: Request) => string;
  /** Why links are neither emailed nor opened, in a public demo. */
  refusal?: string | undefined;
  report: (error: unknown) => void;
};

/** In bytes, few because anyone may send a body. */
const LARGEST_BODY = 4096;

/** PostgreSQL takes neither zero characters nor halves of characters. */
const line = z
  .string('a text')
  .min(1, 'a text that is not empty')
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'a text of whole characters');
const token = line.max(200, 'at most 200 characters long');

/** The body of a request to review-link. */
const reviewBody = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('open'), token }),
    z.object({ action: z.literal('send_code'), token }),
    z.object({ action: z.literal('redeem'), token, code: line.max(20, 'at most 20 characters long') }),
    z.object({ action: z.literal('mail'), link: z.uuid('the id of a review link') }),
  ],
  { error: 'open, send_code, redeem or mail' },
);

/** Returns the function, which resolves with the body of the response. */
export function reviewLink(services: ReviewLinkServices) {
  return async (request: Request): Promise<unknown> => {
    const body = await readJson(request, LARGEST_BODY, reviewBody);
    if (services.refusal && body.action !== 'open') throw new FunctionError(403, services.refusal);
    const call = openServiceClient(services.serviceApi, request);
    const client = services.client(request);
    if (body.action === 'mail') return mailLink(openRowClient(services.rowApi, request), body.link, services);
    if (body.action === 'open') return openLink(call, body.token);
    if (body.action === 'send_code') return sendCode(call, { token: body.token, client }, services);
    return redeemCode(call, { token: body.token, code: body.code.replace(/\s/g, ''), client });
  };
}

type OpenedLink = { sender: string; email: string; is_live: boolean };

/** Changes nothing. A link that has ended has the address ''. */
async function openLink(call: ServiceClient, token: string) {
  const [opened] = await call<OpenedLink[]>('/rest/v1/rpc/open_review_link', { token });
  if (!opened) throw unknownLink();
  const { sender, email, is_live: isLive } = opened;
  return { sender, email, isLive };
}

type Attempt = { status: 200 | 400 | 404 | 410 | 429; wait_seconds: number };
type NewCode = Attempt & { email: string; code: string; customer_name: string; sender_name: string };

/** The response is the same whether or not the mail server took the email. */
async function sendCode(
  call: ServiceClient,
  attempt: { token: string; client: string },
  { sendMail, siteUrl, report }: ReviewLinkServices,
): Promise<{ sent: true }> {
  const begun = await beginAttempt<NewCode>(call, 'begin_review_code', attempt);
  const parts = { senderName: begun.sender_name, customerName: begun.customer_name, code: begun.code };
  const [brand] = await call<Brand[]>('/rest/v1/rpc/read_brand', {});
  const email = codeEmail(parts, { ...brand, siteUrl });
  await sendMail({ to: begun.email, ...email }).catch(report);
  return { sent: true };
}

type Session = { user: { id: string } };

/** The session is opened by a link of the accounts' API that is never emailed. */
async function redeemCode(call: ServiceClient, attempt: { token: string; code: string; client: string }) {
  const { link_id: link } = await beginAttempt<Attempt & { link_id: string }>(call, 'redeem_review_code', attempt);
  const email = `${link}@guest.invalid`;
  await createAccount(call, link, email);
  const signIn = await call<{ hashed_token: string }>('/auth/v1/admin/generate_link', { type: 'magiclink', email });
  const session = await call<Session>('/auth/v1/verify', { type: 'magiclink', token_hash: signIn.hashed_token });
  if (session.user.id !== link) throw new Error(`The account ${session.user.id} has the address of another one`);
  if (!(await call<boolean>('/rest/v1/rpc/begin_review_session', { link }))) throw endedLink();
  return session;
}

/** The account has the id of its link, so that two requests at once make one account. */
async function createAccount(call: ServiceClient, link: string, email: string): Promise<void> {
  const account = { id: link, email, email_confirm: true, app_metadata: { review_link: link } };
  await call('/auth/v1/admin/users', account).catch((error) => {
    const exists = error instanceof ServiceError && (error.status === 409 || error.status === 422);
    if (!exists) throw error;
  });
}

/** Throws FunctionError unless the database has allowed the attempt. */
async function beginAttempt<Result extends Attempt>(call: ServiceClient, name: string, attempt: unknown) {
  const [result] = await call<Result[]>(`/rest/v1/rpc/${name}`, attempt);
  if (!result || result.status === 404) throw unknownLink();
  if (result.status === 410) throw endedLink();
  if (result.status === 429) throw new FunctionError(429, 'Too many attempts: try again later', result.wait_seconds);
  if (result.status === 400) throw new FunctionError(400, 'The code is wrong or has expired');
  return result;
}

const unknownLink = () => new FunctionError(404, 'This link doesn’t work');
const endedLink = () => new FunctionError(410, 'This link has ended');

type LinkEmail = {
  email: string;
  token: string;
  customer_name: string;
  sender_name: string;
  sender_email: string;
  message: string | null;
  expires_at: string;
  review_by: string | null;
};

/** The database checks that the caller may send the link. */
async function mailLink(callRowApi: RowClient, link: string, { sendMail, siteUrl, report }: ReviewLinkServices) {
  const [begun] = (await callRowApi('/rpc/begin_review_email', { link })) as LinkEmail[];
  if (!begun) throw new FunctionError(404, 'There is no such review link');
  const parts = {
    senderName: begun.sender_name,
    senderEmail: begun.sender_email,
    customerName: begun.customer_name,
    message: begun.message,
    link: `${siteUrl}/review/${begun.token}`,
    expiresAt: new Date(begun.expires_at),
    reviewBy: begun.review_by,
  };
  const [brand] = (await callRowApi('/rpc/read_brand', {})) as Brand[];
  const email = linkEmail(parts, { ...brand, siteUrl });
  await requireSent(sendMail({ to: begun.email, replyTo: begun.sender_email, ...email }), report);
  await callRowApi('/rpc/confirm_review_email', { link }).catch(report); // the email is sent in any case
  return { success: true };
}
