// POST /recover. Answers alike, and looks for the account only afterwards.
import { z } from 'zod';
import type { Query } from '#server/database/pool.ts';
import { recovery } from '#server/mail/email-templates.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { validationFailed } from '../errors.ts';
import { limitAddress } from '../limits.ts';
import { challengeMembers, readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import { findUserByEmail, noteSent } from '../users.ts';
import { askProof, dispatchLetters, limitLetters } from './verification-email.ts';

const Recover = z.object({ email: text, ...challengeMembers });

export const recover =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { config, database } = deps;
    await limitAddress(c, deps, { kind: 'recover', perWindow: config.AUTH_RATE_SIGNUP });
    const { email: given, ...members } = await readBody(c, Recover);
    if (!given) throw validationFailed('Password recovery requires an email');
    const fault = emailFault(given);
    if (fault) throw validationFailed(fault);
    const [email, challenge] = [foldEmail(given), readChallenge(members)];
    await limitLetters(deps, 'recovery', email);
    const redirectTo = redirectTarget(c, config);

    const compose = async (query: Query) => {
      const user = await findUserByEmail(query, email);
      if (!user || user.is_banned) return [];
      await noteSent(query, user.id, 'recovery_sent_at');
      const proof = await askProof(deps, query, {
        userId: user.id,
        occasion: 'recovery_token',
        address: email,
        type: 'recovery',
        redirectTo,
        flow: challenge && { challenge, provedBy: 'recovery' },
      });
      return [recovery(proof)];
    };
    dispatchLetters(deps, () => database.transaction(compose));
    return c.json({});
  };
