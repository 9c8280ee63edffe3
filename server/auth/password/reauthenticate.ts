// In charge of GET /reauthenticate: a code to the account's mailbox, which shows that it is its owner who changes the password.
import { reauthentication } from '#server/mail/email-templates.ts';
import { requireUser } from '../authentication.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { issueToken } from '../email/one-time-tokens.ts';
import { limitLetters, sendLetters } from '../email/verification-email.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { requireSecondFactor } from '../second-factor.ts';
import { noteSent } from '../users.ts';

export const reauthenticate =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user, session } = await requireUser(c, deps);
    requireSecondFactor({ user, session }, { to: 'reauthenticate' });
    const { id, email } = user;
    if (!email) throw validationFailed('Reauthentication requires the user to have an email or a phone number');
    if (!user.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
    await limitLetters(deps, 'reauthentication', email);
    const { code } = await deps.database.transaction(async (query) => {
      await noteSent(query, id, 'reauthentication_sent_at');
      return issueToken(query, { userId: id, occasion: 'reauthentication_token', address: email });
    });
    await sendLetters(deps, [reauthentication({ to: email, code })]);
    return c.json({});
  };
