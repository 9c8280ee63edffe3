// POST /token?grant_type=password. An unknown email and a wrong password get the same response after the same work.
import { z } from 'zod';
import { clientNetwork } from '#server/http/client.ts';
import type { AuthContext } from '../context.ts';
import { foldEmail, passwordWeakness } from '../credentials.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { passwordLimit, requireAttempts, returnAttempts } from '../rate-limits.ts';
import { readBody, text } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import { type AuthUser, findUserByEmail } from '../users.ts';
import { verifyPassword } from './passwords.ts';

const Credentials = z.object({ email: text, phone: text, password: text });

export async function grantByPassword(c: AuthContext): Promise<Response> {
  const { client, config, database } = c.var;
  const { email, password } = requireCredentials(await readBody(c, Credentials));
  const limits = [passwordLimit(config, email)];
  await requireAttempts(c, limits);
  const user = await findUserByEmail(database.query, email);
  const isRight = await verifyPassword(password, user?.encrypted_password, clientNetwork(client));
  const account = requireSignInAllowed(user, isRight);
  const issued = await signIn(database.query, { account, method: 'password', client });
  if (!issued) throw invalidCredentials();
  await returnAttempts(database.query, limits);
  const weakness = passwordWeakness(password);
  return c.json({ ...(await sessionResponse(c, issued)), ...(weakness && { weak_password: weakness }) });
}

function requireCredentials({ email, phone, password }: z.output<typeof Credentials>) {
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on login.');
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('missing email or phone');
  return { email: foldEmail(email), password: password ?? '' };
}

const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials');

/** Only the right password reveals that an account is banned or not confirmed. */
function requireSignInAllowed(user: AuthUser | undefined, isRight: boolean): AuthUser {
  if (!user || !isRight) throw invalidCredentials();
  if (user.is_banned) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return user;
}
