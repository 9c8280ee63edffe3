// In charge of POST /resend: the letter of a sign-up or of a change of address once more. Answers alike whether or not there is anything to send.
import { z } from 'zod';
import { confirmation, type Letter } from '../../mail/letters.ts';
import { emailFault, foldEmail } from '../accounts/credentials.ts';
import type { Challenge } from '../accounts/flows.ts';
import { findUserByEmail, noteSent, type User } from '../accounts/users.ts';
import type { AuthContext, Dependencies, Endpoint } from '../dependencies.ts';
import { readBody, text } from '../wire/body.ts';
import { askChange } from '../wire/email-change.ts';
import { AuthError, validationFailed } from '../wire/errors.ts';
import { limitAddress } from '../wire/limits.ts';
import { challengeMembers, readChallenge } from '../wire/pkce.ts';
import { askProof, limitLetters } from '../wire/proofs.ts';
import { redirectTarget } from '../wire/redirects.ts';

const Resend = z.object({ type: text, email: text, phone: text, ...challengeMembers });

type Asked = { type: 'signup' | 'email_change'; email: string; challenge: Challenge | undefined };

export const resend =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitAddress(c, deps, { kind: 'resend', perWindow: deps.config.AUTH_RATE_SIGNUP });
    const asked = requireResend(await readBody(c, Resend));
    await limitLetters(deps, asked.type, asked.email);
    for (const letter of await lettersFor(c, deps, asked)) deps.post.dispatch(letter);
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

function lettersFor(c: AuthContext, deps: Dependencies, asked: Asked): Promise<Letter[]> {
  const redirectTo = redirectTarget(c, deps.config);
  return deps.database.transaction(async (query) => {
    const user = await findUserByEmail(query, asked.email);
    if (!user || user.is_banned) return [];
    if (asked.type === 'email_change') {
      const wanted = user.email_change;
      return wanted ? askChange(deps, query, { user, wanted, redirectTo, challenge: asked.challenge }) : [];
    }
    return user.email_confirmed_at ? [] : [await confirmAgain(deps, query, { user, redirectTo, asked })];
  });
}

async function confirmAgain(
  deps: Dependencies,
  query: Parameters<typeof askProof>[1],
  { user, redirectTo, asked }: { user: User; redirectTo: string; asked: Asked },
): Promise<Letter> {
  await noteSent(query, user.id, 'confirmation_sent_at');
  const proof = await askProof(deps, query, {
    userId: user.id,
    occasion: 'confirmation_token',
    address: asked.email,
    type: 'signup',
    redirectTo,
    flow: asked.challenge && { challenge: asked.challenge, provedBy: 'email/signup' },
  });
  return confirmation(proof);
}
