// In charge of who may set a new password: whoever shows the current one, a code from their mailbox, or a sign-in of today.

import { spendCode } from '../accounts/one-time-tokens.ts';
import { hashPassword, isPassword } from '../accounts/passwords.ts';
import { returnTry } from '../accounts/rate-limits.ts';
import { isRecovering, type Session } from '../accounts/sessions.ts';
import type { User } from '../accounts/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { AuthError } from './errors.ts';
import { accountLimit, codeLimit, limitAccount } from './limits.ts';

export type PasswordChange = {
  user: User;
  session: Session;
  password: string;
  current: string | undefined;
  nonce: string | undefined;
};

/** The hash to store for the new password. */
export async function newPasswordHash(deps: Dependencies, change: PasswordChange): Promise<string> {
  const { user, password, current, nonce } = change;
  if (current !== undefined) await requireCurrentPassword(deps, current, user);
  if (nonce) await requireNonce(deps, nonce, user);
  if (current === undefined && !nonce) requireFreshness(deps, change);
  if (await isPassword(password, user.encrypted_password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

function requireFreshness({ config }: Dependencies, { user, session }: PasswordChange): void {
  const mayAskForCurrent = Boolean(user.encrypted_password) && !isRecovering(session);
  if (config.AUTH_REQUIRE_CURRENT_PASSWORD && mayAskForCurrent) {
    throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
  }
  if (config.AUTH_SECURE_PASSWORD_CHANGE && session.is_old) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
}

async function requireCurrentPassword(deps: Dependencies, current: string, user: User): Promise<void> {
  const limit = accountLimit(user.email ?? user.id, deps.config);
  await limitAccount(deps, limit);
  if (!(await isPassword(current, user.encrypted_password))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
  }
  await deps.database.transaction((query) => returnTry(query, limit));
}

async function requireNonce(deps: Dependencies, nonce: string, { id, email }: User): Promise<void> {
  const address = email ?? '';
  const limit = codeLimit(address, deps.config);
  await limitAccount(deps, limit);
  const isRight = await deps.database.transaction(async (query) => {
    const spent = await spendCode(query, {
      address,
      code: nonce,
      occasions: ['reauthentication_token'],
      lifeSeconds: deps.config.AUTH_MAIL_LIFE,
    });
    if (spent?.user_id === id) await returnTry(query, limit);
    return spent?.user_id === id;
  });
  if (!isRight) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
