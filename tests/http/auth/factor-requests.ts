// Enrolls and verifies second factors.
import type { Session } from '@supabase/auth-js';
import { generateSync } from 'otplib';
import type { TestServer } from '../../support/server.ts';
import { type Account, call, signUp, sql } from './requests.ts';

/** The code of another time step, thirty seconds each. */
export const makeCode = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

export type Enrolled = {
  id: string;
  type: string;
  friendly_name: string;
  totp: { qr_code: string; secret: string; uri: string };
};

/** `server` is read when a test runs. */
export function factorRequests(server: () => TestServer) {
  const ask = async (endpoint: string, token: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await call(server(), endpoint, { token, body, ...(headers && { headers }) });
    return { status: answer.status, body: answer.body };
  };

  async function enrol(token: string, name = ''): Promise<Enrolled> {
    const { status, body } = await ask('POST /factors', token, { factor_type: 'totp', friendly_name: name });
    if (status !== 200) throw new Error(`enrolment answered ${status} ${JSON.stringify(body)}`);
    return body as Enrolled;
  }

  async function startChallenge(token: string, factorId: string): Promise<string> {
    return ((await ask(`POST /factors/${factorId}/challenge`, token)).body as { id: string }).id;
  }

  async function verify(token: string, { id, totp }: Enrolled, steps = 0) {
    const challenge_id = await startChallenge(token, id);
    return ask(`POST /factors/${id}/verify`, token, { challenge_id, code: makeCode(totp.secret, steps) });
  }

  async function protectedAccount(): Promise<{ account: Account; factor: Enrolled; session: Session }> {
    const account = await signUp(server());
    const factor = await enrol(account.session.access_token);
    const { status, body } = await verify(account.session.access_token, factor);
    if (status !== 200) throw new Error(`verification answered ${status} ${JSON.stringify(body)}`);
    // A code is accepted once. As if this one were of the step before, so that a test can use the current one.
    const earlier = 'update auth.mfa_challenges set otp_code = (otp_code::bigint - 1)::text where factor_id = $1';
    await sql(server(), earlier, [factor.id]);
    return { account, factor, session: body as Session };
  }

  return { ask, enrol, startChallenge, verify, protectedAccount };
}
