// Responses to errors, as JSON or as a redirect to a page. Failures of the server itself are logged and not described.
import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseUnreachable } from '../database/connections/connections.ts';
import { Overloaded } from '../database/connections/scheduler.ts';
import { MailerBusy } from '../mail/mailer.ts';
import type { AuthContext, AuthEnv } from './context.ts';
import {
  AuthError,
  databaseUnavailable,
  OAuthError,
  tooManyRequests,
  unexpectedFailure,
  validationFailed,
} from './errors.ts';
import { withParameters } from './redirects.ts';
import { MetadataTooLarge } from './user-metadata.ts';
import { QueueFull } from './work-queue.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';

/** From this API version on an error's code is a word; before, it was the status. */
const WORD_CODES = '2024-01-01';

export const errorResponse: ErrorHandler<AuthEnv> = (thrown, c) => {
  if (thrown instanceof OAuthError) return c.json({ error: thrown.error, error_description: thrown.message }, 400);
  const error = toAuthError(thrown);
  if (error.status >= 500) logFailure(c, thrown, error);
  return authErrorResponse(c, error, isRefresh(c) && isPassing(error) ? 503 : error.status);
};

export const isRefresh = (c: AuthContext): boolean =>
  c.req.path.endsWith('/token') && c.req.query('grant_type') === 'refresh_token';

/** At a refresh auth-js 2.119.1 takes any status for the end of the session and deletes it, except those of a failed server, which it repeats. */
const isPassing = ({ status }: AuthError) => status === 409 || status === 429 || status >= 500;

/** A 503 may concern every request, so it is logged without a stack. */
function logFailure({ var: { log, requestId } }: AuthContext, thrown: unknown, { status }: AuthError): void {
  if (status === 503) log.error({ requestId, reason: (thrown as Error).message }, 'database unavailable');
  else log.error({ err: thrown, requestId }, 'unexpected failure');
}

function toAuthError(thrown: Error): AuthError {
  if (thrown instanceof AuthError) return thrown;
  if (thrown instanceof DatabaseUnreachable || thrown instanceof Overloaded || isTimeout(thrown))
    return databaseUnavailable();
  if (thrown instanceof MetadataTooLarge) return validationFailed(thrown.message);
  if (isIncompleteBody(thrown)) return new AuthError(400, 'bad_json', 'The body ended before it was complete');
  if (thrown instanceof QueueFull || thrown instanceof MailerBusy) return tooManyRequests(); // auth-js would hide the body of a 503
  return unexpectedFailure();
}

/** The client closed the connection in the middle of its body: not a failure of the server, so not logged. */
const isIncompleteBody = (thrown: Error) => (thrown as { code?: unknown }).code === 'ECONNRESET';

/** A statement or a wait for a lock timed out. */
const isTimeout = (thrown: Error) => ['57014', '55P03'].includes(String((thrown as { code?: unknown }).code));

function authErrorResponse(c: AuthContext, error: AuthError, status: ContentfulStatusCode): Response {
  const { code, message, details, retryAfter } = error;
  if (status === 503) c.header('Retry-After', String(retryAfter));
  if (usesWordCodes(c.req.header(VERSION_HEADER))) {
    c.header(VERSION_HEADER, WORD_CODES);
    if (code !== 'weak_password') c.header('x-sb-error-code', code);
    return c.json({ code, message, ...details }, status);
  }
  c.header('x-sb-error-code', code);
  const errorId = errorIdMember(status, c.var.requestId);
  return c.json({ code: status, error_code: code, msg: message, ...errorId, ...details }, status);
}

const errorIdMember = (status: ContentfulStatusCode, requestId: string | undefined) =>
  status >= 500 && requestId ? { error_id: requestId } : {};

/** Whether a version header is a real date from the change on; anything else means the first version. */
export function usesWordCodes(version: string | undefined): boolean {
  if (!version || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  const date = new Date(`${version}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(version) && version >= WORD_CODES;
}

export type ErrorRedirect = { target: string; inQuery: boolean; status: 302 | 303 };

/** Redirects a browser to a page with the error in the URL. */
export function redirectWithError(c: AuthContext, thrown: unknown, { target, inQuery, status }: ErrorRedirect) {
  const error = toAuthError(thrown as Error);
  if (!(thrown instanceof AuthError) && error.status >= 500) logFailure(c, thrown, error);
  const kind = error.status >= 500 ? 'server_error' : error.status === 403 ? 'access_denied' : 'invalid_request';
  const parameters = { error: kind, error_code: error.code, error_description: error.message };
  return c.redirect(withParameters(target, parameters, { inQuery }), status);
}
