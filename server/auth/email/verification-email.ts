// Emails that verify an address: the token, its link, the limits and the sending.

import type { EmailMessage } from '#domain/email-message.ts';
import { siteUrl } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { confirmation, type EmailVerification, emailChange } from '#server/mail/email-templates.ts';
import type { AuthContext, ServiceContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { type CodeChallenge, createEmailFlow, type NewFlow } from '../flow-state.ts';
import { type RateLimit, secondsUntilAttempt, takeAttempt } from '../rate-limits.ts';
import type { AuthUser } from '../users.ts';
import { openWorkQueue } from '../work-queue.ts';
import type { Confirmed } from './confirmations.ts';
import { storeEmailChange } from './email-ownership.ts';
import { issueToken, type NewToken, type OneTimeToken } from './one-time-tokens.ts';

const HOUR = 3600;

const tooManyEmails = (message: string) => new AuthError(429, 'over_email_send_rate_limit', message);

/**
 * Counts an email before it is known whether there is an account, so that the error does not reveal it: one of each kind
 * per AUTH_MAIL_INTERVAL seconds to an address, and AUTH_RATE_MAIL per hour to an inbox.
 */
export async function limitEmails(c: AuthContext, kind: string, email: string): Promise<void> {
  const error = await countEmail(c, kind, email);
  if (error) throw error;
}

/** Whether an email is within the limits of limitEmails. It throws no error, for an address that the caller must not learn. */
export const mayEmail = async (c: ServiceContext, kind: string, email: string): Promise<boolean> =>
  !(await countEmail(c, kind, email));

/** Many providers deliver all tags of a name (`name+tag@`) to one inbox. */
const withoutTag = (email: string) => email.replace(/^([^+@]+)\+[^@]*@/, '$1@');

async function countEmail(c: ServiceContext, kind: string, email: string): Promise<AuthError | undefined> {
  const { AUTH_MAIL_INTERVAL: interval, AUTH_RATE_MAIL: perHour } = c.var.config;
  const perInterval: RateLimit = { name: `mail-${kind}`, subject: email, perWindow: 1, seconds: interval };
  if (interval > 0 && !(await takeAttempt(c, perInterval))) {
    const seconds = await secondsUntilAttempt(c.var.database.query, perInterval);
    return tooManyEmails(`For security purposes, you can only request this after ${seconds} seconds.`);
  }
  const hourly: RateLimit = { name: 'mail', subject: withoutTag(email), perWindow: perHour, seconds: HOUR };
  return (await takeAttempt(c, hourly)) ? undefined : tooManyEmails('email rate limit exceeded');
}

export type NewVerification = Omit<NewToken, 'flowId'> & {
  /** The type parameter of the link. */
  linkType: string;
  redirectTo: string;
  /** The PKCE flow that the email continues. */
  flow?: NewFlow | undefined;
};

/** Issues a token and returns what an email template needs. */
export async function createVerification(
  c: ServiceContext,
  query: Query,
  { flow, ...verification }: NewVerification,
): Promise<EmailVerification> {
  const flowId = flow && (await createEmailFlow(query, verification.userId, flow));
  const token = await issueToken(query, { ...verification, flowId });
  return { to: verification.email, link: confirmationPage(c, token, verification), code: token.code };
}

export type NewConfirmation = {
  userId: string;
  email: string;
  redirectTo: string;
  challenge?: CodeChallenge | undefined;
  confirmed: Confirmed;
};

/** The email that confirms a sign-up. */
export async function createConfirmation(
  c: ServiceContext,
  query: Query,
  { userId, email, redirectTo, challenge, confirmed }: NewConfirmation,
): Promise<EmailMessage[]> {
  const flow = challenge && { challenge, method: 'email/signup' as const };
  const token = { userId, email, confirmed, type: 'confirmation_token', linkType: 'signup', redirectTo, flow } as const;
  return [confirmation(await createVerification(c, query, token), confirmed.credential)];
}

/** Stores the pending change. Returns the emails that confirm it, to the new and to the present address, if there is one. */
export async function requestEmailChange(
  c: ServiceContext,
  query: Query,
  { id, email }: AuthUser,
  { newEmail, redirectTo, challenge }: { newEmail: string; redirectTo: string; challenge: CodeChallenge | undefined },
): Promise<EmailMessage[]> {
  await storeEmailChange(query, id, newEmail);
  const flow = challenge && { challenge, method: 'email_change' as const };
  const common = { userId: id, linkType: 'email_change', redirectTo, flow };
  const toNew = await createVerification(c, query, { ...common, type: 'email_change_token_new', email: newEmail });
  if (!email) return [emailChange({ ...toNew, from: 'none', next: newEmail })];
  const toPresent = await createVerification(c, query, { ...common, type: 'email_change_token_current', email });
  return [toNew, toPresent].map((verification) => emailChange({ ...verification, from: email, next: newEmail }));
}

type LinkParts = Pick<NewVerification, 'linkType' | 'redirectTo'>;

const linkParameters = ({ hash }: OneTimeToken, { linkType: type, redirectTo }: LinkParts) =>
  new URLSearchParams({ token: hash, type, redirect_to: redirectTo });

/** GoTrue's link, which acts when it is opened: for the service, never in an email of ours. */
export const verificationLink = (c: ServiceContext, token: OneTimeToken, parts: LinkParts): string =>
  `${siteUrl(c.var.config)}/auth/v1/verify?${linkParameters(token, parts)}`;

/** The page of the app whose button sends the token, which scanners that open every link don't press. No log has the fragment. */
const confirmationPage = (c: ServiceContext, token: OneTimeToken, parts: LinkParts): string =>
  `${siteUrl(c.var.config)}/auth/confirm#${linkParameters(token, parts)}`;

/** Sends before the response, for callers who may know that there is an email. Throws unexpected_failure. */
export async function sendEmails(c: AuthContext, messages: EmailMessage[]): Promise<void> {
  const { mailer, log } = c.var;
  try {
    await Promise.all(messages.map(mailer.send));
  } catch (error) {
    log.error({ msg: 'email not sent', reason: (error as Error).message });
    throw new AuthError(500, 'unexpected_failure', 'Error sending email');
  }
}

/** One at a time: of several requests the newest has the valid token, and most connections stay free for requests. */
const queue = openWorkQueue({ concurrency: 1, waiting: Number.POSITIVE_INFINITY });

/** Composes and sends emails after the response, which reveals neither by its content nor by its time whether there are any. */
export function sendEmailsLater(c: AuthContext, compose: (c: ServiceContext) => Promise<EmailMessage[]>): void {
  const { database, keys, config, mailer, log } = c.var; // not all variables, of which one refers to the request and its body
  mailer.sendLater(() => queue('emails', () => compose({ var: { database, keys, config, mailer, log } })));
}
