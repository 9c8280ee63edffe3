// In charge of signing in by e-mail and password. Says the same, after the same work, of an unknown address and of a wrong password.
import { z } from 'zod';
import { clientOf, partyOf } from '#server/client.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { foldEmail, passwordWeakness } from '../credentials.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { accountLimit, limitAccount } from '../limits.ts';
import { returnTry } from '../rate-limits.ts';
import { readBody, text } from '../request-body.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import { findUserByEmail, type User } from '../users.ts';
import { isPassword } from './passwords.ts';

const SignIn = z.object({ email: text, phone: text, password: text });

export const grantByPassword =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { database, config } = deps;
    const { email, password } = requireSignIn(await readBody(c, SignIn));
    const client = clientOf(c, config.TRUST_PROXY);
    const limit = accountLimit(email, config);
    await limitAccount(deps, limit);

    const user = await database.transaction((query) => findUserByEmail(query, email));
    const account = requireProof(user, await isPassword(password, user?.encrypted_password, partyOf(client)));
    const grant = await database.transaction(async (query) => {
      const opened = await signIn(query, { account, method: 'password', client });
      if (opened) await returnTry(query, limit);
      return opened;
    });
    if (!grant) throw invalidCredentials();
    const weakness = passwordWeakness(password);
    return c.json({ ...(await sessionAnswer(deps, grant)), ...(weakness && { weak_password: weakness }) });
  };

function requireSignIn({ email, phone, password }: z.output<typeof SignIn>) {
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on login.');
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('missing email or phone');
  return { email: foldEmail(email), password: password ?? '' };
}

const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials');

/** Only who has the right password learns that the account is banned or waits for its confirmation. */
function requireProof(user: User | undefined, isRight: boolean): User {
  if (!user || !isRight) throw invalidCredentials();
  if (user.is_banned) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return user;
}
