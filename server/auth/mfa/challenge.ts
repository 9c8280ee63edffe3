// POST /factors/{id}/challenge and POST /factors/{id}/verify
import { z } from 'zod';
import { isUuid, requireFreshSession, requireSecondFactor } from '../authentication.ts';
import type { UserContext } from '../context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { factorCodeLimits, requireAttempts, returnAttempts } from '../rate-limits.ts';
import { readBody, text } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { type CheckResult, checkResponse, insertChallenge } from './challenges.ts';
import { factorNotFound, requireFactor } from './factors.ts';

export async function createChallenge(c: UserContext): Promise<Response> {
  const { id } = requireFactor(c);
  const challenge = await c.var.database.transaction((query) => insertChallenge(query, id, addressOf(c)));
  return c.json({ id: challenge.id, type: 'totp', expires_at: challenge.expires_at });
}

const Verification = z.object({ challenge_id: text, code: text });

const errors: Record<Exclude<CheckResult['outcome'], 'verified'>, () => AuthError> = {
  factor_not_found: factorNotFound,
  challenge_not_found: () =>
    new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  other_address: () => new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  expired: () =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    ),
  wrong_code: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
};

export async function verifyFactor(c: UserContext): Promise<Response> {
  const { database, session } = c.var;
  const { id: factorId, status } = requireFactor(c);
  const { challenge_id: challengeId, code } = await readBody(c, Verification);
  if (!code) throw validationFailed('code needs to be non-empty');
  if (!isUuid(challengeId)) throw errors.challenge_not_found();
  if (status === 'unverified') {
    requireSecondFactor(c.var, { to: 'verify a further factor' });
    requireFreshSession(c, session, 'Enrolling a factor');
  }
  const limits = await factorCodeLimits(c, c.var);
  await requireAttempts(c, limits);
  const issued = await database.transaction(async (query) => {
    const result = await checkResponse(query, { factorId, challengeId, code, address: addressOf(c), session });
    if (result.outcome !== 'verified') throw errors[result.outcome]();
    await returnAttempts(query, limits);
    return result.issued;
  });
  return c.json(await sessionResponse(c, issued));
}

/** The column is not null; clients without a known address share one value. */
const addressOf = (c: UserContext) => c.var.client.address ?? '0.0.0.0';
