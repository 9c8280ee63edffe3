// In charge of the refusals that endpoints throw: GoTrue's statuses, codes and words. Formats nothing.
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Weakness } from './credentials.ts';

/** A refusal by its code; `details` are further members of the body. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: Record<string, unknown>;
  constructor(status: ContentfulStatusCode, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** A refusal in the words of RFC 6749: always 400, and without a code. */
export class OAuthError extends Error {
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);

export const unstorable = () => validationFailed('Text must be well-formed Unicode without the zero character');

export const userNotFound = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

export const userBanned = () => new AuthError(403, 'user_banned', 'User is banned');

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

export const weakPassword = ({ message, reasons }: Weakness) =>
  new AuthError(422, 'weak_password', message, { weak_password: { reasons } });

export const tooManyTries = () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');

/** The database is out of reach; auth-js takes 503 for a reason to try again, where a 500 to a refresh would sign the person out. */
export const tryLater = () =>
  new AuthError(503, 'unexpected_failure', 'The database does not answer at the moment, please try again');

/** What the contract has and this server does not. */
export const notAvailable = (what: string) =>
  new AuthError(404, 'feature_disabled', `${what} is not available on this server`);
