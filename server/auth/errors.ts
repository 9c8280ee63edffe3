// The errors that endpoints throw, with GoTrue's statuses, codes and messages.
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** `details` are further members of the body. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: Record<string, unknown>;
  /** Seconds until another request may succeed, after a rate limit or a 503. */
  retryAfter = 1;
  constructor(status: ContentfulStatusCode, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** An OAuth error (RFC 6749), always with status 400 and without a code. */
export class OAuthError extends Error {
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);

export const invalidText = () => validationFailed('Text must be well-formed Unicode without the zero character');

export const userNotFound = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

export const userBanned = () => new AuthError(403, 'user_banned', 'User is banned');

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

export const signupDisabled = () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');

export const accountChanged = () => new AuthError(409, 'conflict', 'Your account just changed. Sign in again.');

export const tooManyRequests = (retryAfter = 1) =>
  Object.assign(new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'), { retryAfter });

/** 503 makes auth-js retry; after a 500 to a refresh it would sign the user out. */
export const databaseUnavailable = () =>
  new AuthError(503, 'unexpected_failure', 'The database isn’t responding. Try again in a moment.');

export const unexpectedFailure = () =>
  new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
