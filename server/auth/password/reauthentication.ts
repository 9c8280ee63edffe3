// Asks a user of an old session who they are before what opens the account changes: the current password, or a code by email.

import type { AuthContext, Dependencies } from '../context.ts';
import { spendCode } from '../email/one-time-tokens.ts';
import { AuthError } from '../errors.ts';
import { accountLimit, codeLimits, limitAccount, returnTries, takeTries } from '../limits.ts';
import { returnTry } from '../rate-limits.ts';
import type { SignedIn } from '../second-factor.ts';
import { noteReauthentication, type Session } from '../sessions/sessions.ts';
import type { User } from '../users.ts';
import { isPassword } from './passwords.ts';

/** Throws reauthentication_needed in a session that is older than a day and whose user has shown neither password nor code for as long. */
export function requireFreshSession({ config }: Dependencies, session: Session, what: string): void {
  if (!config.AUTH_SECURE_PASSWORD_CHANGE || !session.is_old) return;
  throw new AuthError(400, 'reauthentication_needed', `${what} requires reauthentication`);
}

export type Shown = { current: string | undefined; nonce: string | undefined };

/** Checks the password and the code that were given, and makes the session fresh. False where neither was. */
export async function reauthenticated(
  c: AuthContext,
  deps: Dependencies,
  { user, session }: SignedIn,
  { current, nonce }: Shown,
): Promise<boolean> {
  if (current !== undefined) await requireCurrentPassword(deps, current, user);
  if (nonce) await requireNonce(c, deps, { user, session }, nonce);
  if (current === undefined && !nonce) return false;
  await deps.database.transaction((query) => noteReauthentication(query, session.id));
  return true;
}

async function requireCurrentPassword(deps: Dependencies, current: string, user: User): Promise<void> {
  const limit = accountLimit(user.email ?? user.id, deps.config);
  await limitAccount(deps, limit);
  if (!(await isPassword(current, user.encrypted_password, user.id))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
  }
  await deps.database.transaction((query) => returnTry(query, limit));
}

async function requireNonce(
  c: AuthContext,
  deps: Dependencies,
  { user, session }: SignedIn,
  nonce: string,
): Promise<void> {
  const address = user.email ?? '';
  const limits = codeLimits(c, deps.config, { account: `reauthentication ${user.id}`, session });
  await takeTries(deps, limits);
  const isRight = await deps.database.transaction(async (query) => {
    const spent = await spendCode(query, {
      address,
      code: nonce,
      occasions: ['reauthentication_token'],
      lifeSeconds: deps.config.AUTH_MAIL_LIFE,
    });
    if (spent?.user_id === user.id) await returnTries(query, limits);
    return spent?.user_id === user.id;
  });
  if (!isRight) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
