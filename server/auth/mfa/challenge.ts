// POST /factors/{id}/challenge and POST /factors/{id}/verify: challenges of second factors (auth.mfa_challenges).
import { randomUUID } from 'node:crypto';
import { verifySync } from 'otplib';
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import { isUuid, requireFreshSession, requireSecondFactor } from '../authentication.ts';
import type { UserContext } from '../context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { endFlows } from '../flow-state.ts';
import { factorCodeLimits, requireAttempts, returnAttempts } from '../rate-limits.ts';
import { readBody, text } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import {
  createRefreshToken,
  findSession,
  type IssuedSession,
  lockSession,
  type Session,
} from '../sessions/sessions.ts';
import { findUser, lockUser } from '../users.ts';
import { CHALLENGE_SECONDS, factorNotFound, requireFactor } from './factors.ts';

const STEP_SECONDS = 30;

export async function createChallenge(c: UserContext): Promise<Response> {
  const { id } = requireFactor(c);
  const challenge = await c.var.database.transaction((query) => insertChallenge(query, id, clientAddress(c)));
  return c.json({ id: challenge.id, type: 'totp', expires_at: challenge.expires_at });
}

/** The column is not null; clients without a known address share one value. */
const clientAddress = (c: UserContext) => c.var.client.address ?? '0.0.0.0';

type Challenge = { id: string; expires_at: number };

async function insertChallenge(query: Query, factorId: string, address: string): Promise<Challenge> {
  await sweepChallenges(query);
  const { rows } = await query<Challenge>(
    `with challenged as (update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)
     returning id, floor(extract(epoch from created_at + make_interval(secs => $4)))::bigint::int as expires_at`,
    [randomUUID(), factorId, address, CHALLENGE_SECONDS],
  );
  if (!rows[0]) throw new Error(`auth.mfa_challenges returned no challenge of factor ${factorId}`);
  return rows[0];
}

/** Deletes expired challenges, more than are created. Their codes are too old to be used again. */
const sweepChallenges = (query: Query) =>
  query(
    `delete from auth.mfa_challenges where id = any (array(
       select id from auth.mfa_challenges where created_at < now() - interval '1 hour' limit 10 for update skip locked))`,
  );

const Verification = z.object({ challenge_id: text, code: text });

const challengeNotFound = () =>
  new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');

export async function verifyFactor(c: UserContext): Promise<Response> {
  const { database, session } = c.var;
  const { id: factorId, status } = requireFactor(c);
  const { challenge_id: challengeId, code } = await readBody(c, Verification);
  if (!code) throw validationFailed('code needs to be non-empty');
  if (!isUuid(challengeId)) throw challengeNotFound();
  if (status === 'unverified') {
    requireSecondFactor(c.var, { to: 'verify a further factor' });
    requireFreshSession(c, session, 'Enrolling a factor');
  }
  const limits = await factorCodeLimits(c, c.var);
  await requireAttempts(c, limits);
  const issued = await database.transaction(async (query) => {
    await verifyCode(query, { factorId, challengeId, code, address: clientAddress(c), session });
    const raised = await raiseSession(query, factorId, session);
    if (!raised) throw factorNotFound();
    await returnAttempts(query, limits);
    return raised;
  });
  return c.json(await sessionResponse(c, issued));
}

type ChallengeResponse = { factorId: string; challengeId: string; code: string; address: string; session: Session };

/** Checks the code of a challenge, one at a time per account. Each code is accepted once, so an observed code is useless. */
async function verifyCode(query: Query, response: ChallengeResponse): Promise<void> {
  const { factorId, challengeId, code, session } = response;
  await lockUser(query, session.user_id);
  const { rows } = await query<{ secret: string; last_step: string | null }>(
    `select secret, (select max(otp_code::bigint) from auth.mfa_challenges where factor_id = factor.id) as last_step
     from auth.mfa_factors factor where id = $1 and user_id = $2`,
    [factorId, session.user_id],
  );
  const [factor] = rows;
  if (!factor) throw factorNotFound();
  await requireOpenChallenge(query, response);
  const step = timeStep(code, factor.secret);
  if (step === undefined || step <= Number(factor.last_step ?? 0)) {
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  await query('update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1', [
    challengeId,
    String(step),
  ]);
}

async function requireOpenChallenge(query: Query, { challengeId, factorId, address }: ChallengeResponse) {
  const { rows } = await query<{ is_open: boolean; is_expired: boolean }>(
    `select verified_at is null and ip_address = $3 as is_open,
       created_at < now() - make_interval(secs => $4) as is_expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factorId, address, CHALLENGE_SECONDS],
  );
  const [challenge] = rows;
  if (!challenge) throw challengeNotFound();
  if (!challenge.is_open) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (!challenge.is_expired) return;
  const message = 'MFA challenge has expired, verify against another challenge or create a new challenge.';
  throw new AuthError(422, 'mfa_challenge_expired', message);
}

/** The time step of a code: the current one, the one before or the one after. */
function timeStep(code: string, secret: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/**
 * Raises the session to aal2 and replaces its refresh tokens. Ends the user's other aal1 sessions and pending flows, which an
 * attacker with only the password may have opened.
 */
async function raiseSession(query: Query, factorId: string, session: Session): Promise<IssuedSession | undefined> {
  const { id, user_id: userId } = session;
  if (!(await lockSession(query, id))) return undefined;
  await query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factorId]);
  await query(
    `delete from auth.mfa_factors where user_id = $1 and id <> $2 and factor_type = 'totp' and status = 'unverified'`,
    [userId, factorId],
  );
  await query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    id,
    factorId,
  ]);
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values ($1, $2, 'totp', clock_timestamp(), clock_timestamp())
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), id],
  );
  await query(`delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') = 'aal1'`, [
    userId,
    id,
  ]);
  await query('delete from auth.refresh_tokens where session_id = $1', [id]);
  await endFlows(query, userId);
  const [user, raised] = [await findUser(query, userId), await findSession(query, id)];
  if (!user || !raised) return undefined;
  return { user, session: raised, refreshToken: await createRefreshToken(query, raised) };
}
