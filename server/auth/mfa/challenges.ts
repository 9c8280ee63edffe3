// Challenges of second factors (auth.mfa_challenges): creates them, checks their codes, and raises the session to aal2.
import { randomUUID } from 'node:crypto';
import { verifySync } from 'otplib';
import type { Query } from '#server/database/connections/pool.ts';
import { endFlows } from '../flow-state.ts';
import { createRefreshToken } from '../sessions/refresh-tokens.ts';
import { findSession, type IssuedSession, lockSession, type Session } from '../sessions/sessions.ts';
import { findUser, lockUser } from '../users.ts';
import { CHALLENGE_SECONDS } from './factors.ts';

const STEP_SECONDS = 30;

export type Challenge = { id: string; expires_at: number };

/** Deletes expired challenges, more than are created. Their codes are too old to be used again. */
async function sweepChallenges(query: Query): Promise<void> {
  await query(
    `delete from auth.mfa_challenges where id = any (array(
       select id from auth.mfa_challenges where created_at < now() - interval '1 hour' limit 10 for update skip locked))`,
  );
}

export async function insertChallenge(query: Query, factorId: string, address: string): Promise<Challenge> {
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

export type ChallengeResponse = {
  factorId: string;
  challengeId: string;
  code: string;
  address: string;
  session: Session;
};

export type CheckResult =
  | { outcome: 'verified'; issued: IssuedSession }
  | { outcome: 'factor_not_found' | 'challenge_not_found' | 'other_address' | 'expired' | 'wrong_code' };

/** Checks the code of a challenge, one at a time per account. Each code is accepted once, so an observed code is useless. */
export async function checkResponse(query: Query, response: ChallengeResponse): Promise<CheckResult> {
  await lockUser(query, response.session.user_id);
  const { rows } = await query<{ secret: string; last_step: string | null }>(
    `select secret, (select max(otp_code::bigint) from auth.mfa_challenges where factor_id = factor.id) as last_step
     from auth.mfa_factors factor where id = $1 and user_id = $2`,
    [response.factorId, response.session.user_id],
  );
  const [factor] = rows;
  if (!factor) return { outcome: 'factor_not_found' };
  const fault = await findChallengeFault(query, response);
  if (fault) return { outcome: fault };
  const step = stepOf(response.code, factor.secret);
  if (step === undefined || step <= Number(factor.last_step ?? 0)) return { outcome: 'wrong_code' };
  await query('update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1', [
    response.challengeId,
    String(step),
  ]);
  const issued = await raiseSession(query, response);
  return issued ? { outcome: 'verified', issued } : { outcome: 'factor_not_found' };
}

async function findChallengeFault(query: Query, { challengeId, factorId, address }: ChallengeResponse) {
  const { rows } = await query<{ is_open: boolean; is_expired: boolean }>(
    `select verified_at is null and ip_address = $3 as is_open,
       created_at < now() - make_interval(secs => $4) as is_expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factorId, address, CHALLENGE_SECONDS],
  );
  const [challenge] = rows;
  if (!challenge) return 'challenge_not_found';
  if (!challenge.is_open) return 'other_address';
  return challenge.is_expired ? 'expired' : undefined;
}

/** The time step of a code: the current one, the one before or the one after. */
function stepOf(code: string, secret: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({ secret, token: code, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/**
 * Raises the session to aal2 and replaces its refresh tokens. Ends the user's other aal1 sessions and pending flows, which an
 * attacker with only the password may have opened.
 */
async function raiseSession(
  query: Query,
  { factorId, session }: ChallengeResponse,
): Promise<IssuedSession | undefined> {
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
