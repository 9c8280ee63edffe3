// POST /recover. The response is the same for every address; the account is looked up after it.
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import { recovery } from '#server/mail/email-templates.ts';
import type { AuthContext, ServiceContext } from '../context.ts';
import { requireEmail } from '../credentials.ts';
import { validationFailed } from '../errors.ts';
import { challengeMembers, readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import { findUserByEmail, recordSent } from '../users.ts';
import { createVerification, limitEmails, sendEmailsLater } from './verification-email.ts';

const Recovery = z.object({ email: text, ...challengeMembers });

export async function recover(c: AuthContext): Promise<Response> {
  const body = await readBody(c, Recovery);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const [email, challenge] = [requireEmail(body.email), readChallenge(body)];
  await limitEmails(c, 'recovery', email);
  const redirectTo = redirectTarget(c);
  const compose = async (later: ServiceContext, query: Query) => {
    const user = await findUserByEmail(query, email);
    if (!user || user.is_banned) return [];
    await recordSent(query, user.id, 'recovery_sent_at');
    const verification = await createVerification(later, query, {
      userId: user.id,
      type: 'recovery_token',
      email,
      linkType: 'recovery',
      redirectTo,
      flow: challenge && { challenge, method: 'recovery' },
    });
    return [recovery(verification)];
  };
  sendEmailsLater(c, (later) => later.var.database.transaction((query) => compose(later, query)));
  return c.json({});
}
