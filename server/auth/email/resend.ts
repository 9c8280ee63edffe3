// POST /resend: the email of a sign-up or of a change of address once more. Answers alike, and looks for the account only afterwards.
import { z } from 'zod';
import type { Query } from '#server/database/pool.ts';
import { confirmation, type EmailMessage } from '#server/mail/email-templates.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { AuthError, validationFailed } from '../errors.ts';
import type { Challenge } from '../flow-state.ts';
import { limitAddress } from '../limits.ts';
import { challengeMembers, readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import { findUserByEmail, noteSent, type User } from '../users.ts';
import { askChange } from './email-change.ts';
import { askProof, dispatchLetters, limitLetters, mayWriteTo } from './verification-email.ts';

const Resend = z.object({ type: text, email: text, phone: text, ...challengeMembers });

type Asked = { type: 'signup' | 'email_change'; email: string; challenge: Challenge | undefined };

export const resend =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitAddress(c, deps, { kind: 'resend', perWindow: deps.config.AUTH_RATE_SIGNUP });
    const asked = requireResend(await readBody(c, Resend));
    await limitLetters(deps, asked.type, asked.email);
    const redirectTo = redirectTarget(c, deps.config);
    dispatchLetters(deps, () => lettersFor(deps, { ...asked, redirectTo }));
    return c.json({});
  };

function requireResend({ type, email, phone, ...members }: z.output<typeof Resend>): Asked {
  if (!type || !['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided.');
  if (!email && !phone) throw validationFailed('Missing email address or phone number');
  if (phone || type === 'sms' || type === 'phone_change') {
    if (!phone) throw validationFailed('Type provided requires a phone number');
    if (type === 'signup' || type === 'email_change') throw validationFailed('Type provided requires an email address');
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  const fault = emailFault(email ?? '');
  if (fault) throw validationFailed(fault);
  return {
    type: type === 'signup' ? 'signup' : 'email_change',
    email: foldEmail(email ?? ''),
    challenge: readChallenge(members),
  };
}

type Wanted = Asked & { redirectTo: string };

const lettersFor = (deps: Dependencies, asked: Wanted): Promise<EmailMessage[]> =>
  asked.type === 'signup' ? confirmAgain(deps, asked) : changeAgain(deps, asked);

const findAsker = async (query: Query, { email }: Wanted): Promise<User | undefined> => {
  const user = await findUserByEmail(query, email);
  return user?.is_banned ? undefined : user;
};

function confirmAgain(deps: Dependencies, asked: Wanted): Promise<EmailMessage[]> {
  const { email, redirectTo, challenge } = asked;
  return deps.database.transaction(async (query) => {
    const user = await findAsker(query, asked);
    if (!user || user.email_confirmed_at) return [];
    await noteSent(query, user.id, 'confirmation_sent_at');
    const proof = await askProof(deps, query, {
      userId: user.id,
      occasion: 'confirmation_token',
      address: email,
      type: 'signup',
      redirectTo,
      flow: challenge && { challenge, provedBy: 'email/signup' },
    });
    return [confirmation(proof)];
  });
}

/** The address that is changed to is counted as well, without a word to whoever asks. */
async function changeAgain(deps: Dependencies, asked: Wanted): Promise<EmailMessage[]> {
  const { database } = deps;
  const wanted = await database.transaction(async (query) => (await findAsker(query, asked))?.email_change);
  if (!wanted || !(await mayWriteTo(deps, asked.type, wanted))) return [];
  return database.transaction(async (query) => {
    const user = await findAsker(query, asked);
    return user?.email_change === wanted ? askChange(deps, query, { ...asked, user, wanted }) : [];
  });
}
