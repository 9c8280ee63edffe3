// In charge of how a refusal looks on the wire: one body for each version of the API, and the headers that tell clients which. Hides every failure of our own.
import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { DatabaseUnreachable } from '../database/connections.ts';
import { MailerBusy } from '../mail/mailer.ts';
import type { AuthContext } from './context.ts';
import { AuthError, OAuthError, tooManyTries, tryLater, validationFailed } from './errors.ts';
import { MetadataTooLarge } from './user-metadata.ts';
import { QueueFull } from './work-queue.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';

/** From this version on an error's code is a word; before, it was the status. */
const WORD_CODES = '2024-01-01';

/** The answer to whatever an endpoint threw. */
export function answerError(log: Logger): ErrorHandler {
  return (thrown, c: AuthContext) => {
    if (thrown instanceof OAuthError) return c.json({ error: thrown.error, error_description: thrown.message }, 400);
    const error = refusalOf(thrown);
    const requestId = c.get('requestId');
    if (error.status >= 500) log.error({ err: thrown, requestId }, 'unexpected failure');
    return errorAnswer(c, error, requestId);
  };
}

function refusalOf(thrown: Error): AuthError {
  if (thrown instanceof AuthError) return thrown;
  if (thrown instanceof DatabaseUnreachable || isOutOfTime(thrown)) return tryLater();
  if (thrown instanceof MetadataTooLarge) return validationFailed(thrown.message);
  if (isCutShort(thrown)) return new AuthError(400, 'bad_json', 'The body ended before it was complete');
  if (thrown instanceof QueueFull || thrown instanceof MailerBusy) return tooManyTries(); // not 503: auth-js shows that one's body to nobody
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}

/** Who goes in the middle of a body reads no answer; what is told is for the log, which keeps no failure of theirs. */
const isCutShort = (thrown: Error) => (thrown as { code?: unknown }).code === 'ECONNRESET';

/** A statement that took too long, or waited too long for a lock: 'try again', for auth-js signs a person out at any 500 to a refresh. */
const isOutOfTime = (thrown: Error) => ['57014', '55P03'].includes(String((thrown as { code?: unknown }).code));

function errorAnswer(c: AuthContext, error: AuthError, requestId: string | undefined): Response {
  const { status, code, message, details } = error;
  if (status === 503) c.header('Retry-After', '1');
  if (speaksWordCodes(c.req.header(VERSION_HEADER))) {
    c.header(VERSION_HEADER, WORD_CODES);
    if (code !== 'weak_password') c.header('x-sb-error-code', code);
    return c.json({ code, message, ...details }, status);
  }
  c.header('x-sb-error-code', code);
  return c.json({ code: status, error_code: code, msg: message, ...errorId(status, requestId), ...details }, status);
}

const errorId = (status: ContentfulStatusCode, requestId: string | undefined) =>
  status >= 500 && requestId ? { error_id: requestId } : {};

/** Whether a version header names a real date from the change on; anything else is the first version. */
export function speaksWordCodes(version: string | undefined): boolean {
  if (!version || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  const date = new Date(`${version}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(version) && version >= WORD_CODES;
}
