// Decides who may set a new password: whoever shows the current one or a code by email, or a session of today.

import type { Dependencies } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { SignedIn } from '../second-factor.ts';
import { isRecovering } from '../sessions/sessions.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { requireFreshSession } from './reauthentication.ts';

export type PasswordChange = SignedIn & { password: string; isReauthenticated: boolean };

/** The hash to store for the new password. */
export async function newPasswordHash(deps: Dependencies, change: PasswordChange): Promise<string> {
  const { user, session, password, isReauthenticated } = change;
  if (!isReauthenticated) {
    requireCurrent(deps, change);
    requireFreshSession(deps, session, 'Password update');
  }
  if (await isPassword(password, user.encrypted_password, user.id)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password, user.id);
}

function requireCurrent({ config }: Dependencies, { user, session }: PasswordChange): void {
  const mayAskForCurrent = Boolean(user.encrypted_password) && !isRecovering(session);
  if (!config.AUTH_REQUIRE_CURRENT_PASSWORD || !mayAskForCurrent) return;
  throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
}
