// Requires aal2 of a user who has a second factor.
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AuthError } from './errors.ts';
import type { Session } from './sessions/sessions.ts';
import type { User } from './users.ts';

export type SignedIn = { user: User; session: Session };

/** Throws insufficient_aal. `status` is the endpoint's own in the contract. */
export function requireSecondFactor(
  { user, session }: SignedIn,
  { to, status = 403 }: { to: string; status?: ContentfulStatusCode },
): void {
  const isProtected = user.factors.some((factor) => factor.status === 'verified');
  if (!isProtected || session.aal === 'aal2') return;
  throw new AuthError(status, 'insufficient_aal', `AAL2 session is required to ${to} when MFA is enabled.`);
}
