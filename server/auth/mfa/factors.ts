import { randomUUID } from 'node:crypto';
import { generateSecret } from 'otplib';
import type { Query } from '#server/database/connections/pool.ts';
import { isUuid } from '../authentication.ts';
import type { UserContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { AuthFactor } from '../users.ts';

/** A challenge, and an enrollment without one, expires after so many seconds. */
export const CHALLENGE_SECONDS = 300;

export const factorNotFound = () =>
  new AuthError(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');

/** The user's own factor that the path names. */
export function requireFactor(c: UserContext): AuthFactor {
  const id = c.req.param('id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = c.var.user.factors.find((candidate) => candidate.id === id);
  if (!factor) throw factorNotFound();
  return factor;
}

/** Deletes abandoned enrollments. */
export const sweepFactors = (query: Query, userId: string) =>
  query(
    `delete from auth.mfa_factors factor
     where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(secs => $2)
       and not exists (
         select from auth.mfa_challenges
         where factor_id = factor.id and created_at > now() - make_interval(secs => $2))`,
    [userId, CHALLENGE_SECONDS],
  );

export async function addFactor(query: Query, userId: string, name: string): Promise<{ id: string; secret: string }> {
  const [id, secret] = [randomUUID(), generateSecret()];
  await query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', $4, now(), now())`,
    [id, userId, name, secret],
  );
  return { id, secret };
}

/** Deletes a factor; the sessions that it raised return to aal1. */
export async function removeFactor(query: Query, factorId: string): Promise<void> {
  await query('delete from auth.mfa_factors where id = $1', [factorId]);
  await query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId],
  );
  await query(`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`, [
    factorId,
  ]);
}
