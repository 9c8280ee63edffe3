// In charge of refusals that a browser carries to a page: which words stand in its address.
import type { Logger } from 'pino';
import { AuthError } from './errors.ts';
import { withAnswer } from './redirects.ts';

export type Refused = { target: string; inQuery: boolean; log: Logger };

/** The page's address with the refusal; a failure of our own is logged and says nothing of itself. */
export function refusalAt(thrown: unknown, { target, inQuery, log }: Refused): string {
  if (!(thrown instanceof AuthError)) log.error({ err: thrown }, 'unexpected failure on the way back to a page');
  const { status, code, message } = thrown instanceof AuthError ? thrown : unexpected;
  const error = status >= 500 ? 'server_error' : status === 403 ? 'access_denied' : 'invalid_request';
  return withAnswer(target, { error, error_code: code, error_description: message }, { inQuery });
}

const unexpected = new AuthError(
  500,
  'unexpected_failure',
  'Unexpected failure, please check server logs for more information',
);
