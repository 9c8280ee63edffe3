// Asks an address for its confirmation: the token, the link that carries it and where that leads, and how often one may be asked for.
import { siteOf } from '#server/config.ts';
import type { Query } from '#server/database/pool.ts';
import type { EmailMessage, Verification } from '#server/mail/email-templates.ts';
import type { Dependencies } from '../context.ts';
import { AuthError } from '../errors.ts';
import { beginFlow, type Challenge, type FlowMethod } from '../flow-state.ts';
import { type Limit, secondsUntilTry, takeTry } from '../rate-limits.ts';
import { openWorkQueue } from '../work-queue.ts';
import { issueToken, type NewToken, type OneTimeToken } from './one-time-tokens.ts';

const HOUR = 3600;

const tooManyLetters = (message: string) => new AuthError(429, 'over_email_send_rate_limit', message);

/**
 * Counts an email before it is known whether anybody gets one, so that the error says nothing of who has an account. One of each kind in
 * AUTH_MAIL_INTERVAL seconds to one address, and AUTH_RATE_MAIL in an hour to one mailbox.
 */
export async function limitLetters(deps: Dependencies, kind: string, address: string): Promise<void> {
  const refusal = await countLetter(deps, kind, address);
  if (refusal) throw refusal;
}

/** As limitLetters, for an address that the caller may not learn of: what is over the limit is not sent. */
export const mayWriteTo = async (deps: Dependencies, kind: string, address: string): Promise<boolean> =>
  !(await countLetter(deps, kind, address));

/** Without a tag (`name+tag@`): many providers deliver every tag of a name to one mailbox. */
const mailboxOf = (address: string) => address.replace(/^([^+@]+)\+[^@]*@/, '$1@');

async function countLetter(
  { database, config }: Dependencies,
  kind: string,
  address: string,
): Promise<AuthError | undefined> {
  const { AUTH_MAIL_INTERVAL: interval, AUTH_RATE_MAIL: perHour } = config;
  const often: Limit = { kind: `mail-${kind}`, party: address, perWindow: 1, seconds: interval };
  if (interval > 0 && !(await takeTry(database, often))) {
    const seconds = await database.transaction((query) => secondsUntilTry(query, often));
    return tooManyLetters(`For security purposes, you can only request this after ${seconds} seconds.`);
  }
  const hourly = { kind: 'mail', party: mailboxOf(address), perWindow: perHour, seconds: HOUR };
  return (await takeTry(database, hourly)) ? undefined : tooManyLetters('email rate limit exceeded');
}

export type AskedProof = Omit<NewToken, 'flowId'> & {
  /** As the link names it. */
  type: string;
  redirectTo: string;
  /** Where the asker began a PKCE flow, and how it will have been proved. */
  flow?: { challenge: Challenge; provedBy: FlowMethod } | undefined;
};

/** Issues the token; what comes back is for a letter. */
export async function askProof({ config }: Dependencies, query: Query, asked: AskedProof): Promise<Verification> {
  const { userId, flow } = asked;
  const flowId = flow && (await beginFlow(query, { ...flow.challenge, provedBy: flow.provedBy, userId }));
  const token = await issueToken(query, { ...asked, flowId });
  return { to: asked.address, link: proofLink(siteOf(config), token, asked), code: token.code };
}

export function proofLink(
  site: string,
  { hash }: OneTimeToken,
  { type, redirectTo }: Pick<AskedProof, 'type' | 'redirectTo'>,
): string {
  return `${site}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo })}`;
}

/** Sends letters whose asker may know that they are sent. Throws unexpected_failure when one does not get out. */
export async function sendLetters({ mailer, log }: Dependencies, letters: EmailMessage[]): Promise<void> {
  try {
    await Promise.all(letters.map(mailer.send));
  } catch (error) {
    log.error({ msg: 'a letter did not get out', reason: (error as Error).message });
    throw new AuthError(500, 'unexpected_failure', 'Error sending email');
  }
}

/** One after the other: the newest request has the newest token, and the database's connections are left to requests. */
const inTurn = openWorkQueue({ abreast: 1, waiting: Number.POSITIVE_INFINITY });

/** Composes and sends emails after the answer, which says neither by its words nor by its time whether there are any. */
export function dispatchLetters({ mailer }: Dependencies, compose: () => Promise<EmailMessage[]>): void {
  mailer.dispatch(() => inTurn('emails', compose));
}
