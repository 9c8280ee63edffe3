// In charge of /factors: a person's second factor is set up, asked for, shown and taken away. Knows time-based codes alone.
import { generateURI } from 'otplib';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { clientOf } from '#server/client.ts';
import { type Config, siteOf } from '#server/config.ts';
import { isUuid, requireUser } from '../authentication.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { AuthError, userNotFound, validationFailed } from '../errors.ts';
import { factorCodeLimits, limitAddress, returnTries, takeTries } from '../limits.ts';
import { requireFreshSession } from '../password/reauthentication.ts';
import { readBody, text } from '../request-body.ts';
import { requireSecondFactor } from '../second-factor.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import type { Session } from '../sessions/sessions.ts';
import { type Factor, findUser, type User } from '../users.ts';
import { addFactor, type Check, challengeFactor, checkFactor, removeFactor, sweepFactors } from './factors.ts';

const FACTOR_LIMIT = 10;

/** In code points. A name is part of an index, and the issuer stands twice in the address that the QR code holds: 2,953 bytes at most. */
const LONGEST = { friendly_name: 100, issuer: 64 } as const;

const Enrolment = z.object({ factor_type: text, friendly_name: text, issuer: text });

export const enrolFactor =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user, session } = await requireUser(c, deps);
    const { factor_type: type, friendly_name: name = '', issuer } = await readBody(c, Enrolment);
    requireTotp(type);
    requireShort('friendly_name', name);
    requireShort('issuer', issuer);
    const factor = await deps.database.transaction(async (query) => {
      await sweepFactors(query, user.id);
      const present = await findUser(query, user.id);
      if (!present) throw userNotFound();
      requireRoom(present, session, name);
      requireFreshSession(deps, session, 'Enrolling a factor');
      return addFactor(query, user.id, name);
    });
    const uri = generateURI({
      issuer: issuer || hostOf(deps.config),
      label: user.email ?? user.id,
      secret: factor.secret,
    });
    const totp = { qr_code: renderSVG(uri), secret: factor.secret, uri };
    return c.json({ id: factor.id, type: 'totp', friendly_name: name, totp });
  };

const hostOf = (config: Config) => new URL(siteOf(config)).host;

function requireTotp(type: string | undefined): void {
  if (type === 'phone' || type === 'webauthn') {
    throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`);
  }
  if (type !== 'totp') throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}

function requireShort(member: keyof typeof LONGEST, value = ''): void {
  const { length } = [...value];
  if (length <= LONGEST[member]) return;
  const message = `${member} has ${length} characters; ${LONGEST[member]} is the most`;
  throw new AuthError(422, 'validation_failed', message);
}

function requireRoom({ factors }: User, { aal }: Session, name: string): void {
  if (factors.length >= FACTOR_LIMIT) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  if (factors.some((factor) => (factor.friendly_name ?? '').trim() === name.trim())) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (aal === 'aal1' && factors.some(({ status }) => status === 'verified')) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

export const challenge =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitFactor(c, deps);
    const { user } = await requireUser(c, deps);
    const { id } = requireFactor(c, user);
    const opened = await deps.database.transaction((query) => challengeFactor(query, id, addressOf(c, deps)));
    return c.json({ id: opened.id, type: 'totp', expires_at: opened.expires_at });
  };

const Verification = z.object({ challenge_id: text, code: text });

const refusals: Record<Exclude<Check['outcome'], 'right'>, () => AuthError> = {
  'no factor': () => factorNotFound(),
  'no challenge': () =>
    new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  'other address': () => new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  expired: () =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    ),
  wrong: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
};

export const verifyFactor =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitFactor(c, deps);
    const { user, session } = await requireUser(c, deps);
    const { id: factorId, status } = requireFactor(c, user);
    const { challenge_id: challengeId, code } = await readBody(c, Verification);
    if (!code) throw validationFailed('code needs to be non-empty');
    if (!isUuid(challengeId)) throw refusals['no challenge']();
    if (status === 'unverified') {
      requireSecondFactor({ user, session }, { to: 'verify a further factor' });
      requireFreshSession(deps, session, 'Enrolling a factor');
    }
    const limits = await factorCodeLimits(c, deps, { user, session });
    await takeTries(deps, limits);
    const grant = await deps.database.transaction(async (query) => {
      const check = await checkFactor(query, { factorId, challengeId, code, address: addressOf(c, deps), session });
      if (check.outcome !== 'right') throw refusals[check.outcome]();
      await returnTries(query, limits);
      return check.grant;
    });
    return c.json(await sessionAnswer(deps, grant));
  };

export const unenrolFactor =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user, session } = await requireUser(c, deps);
    const { id, status } = requireFactor(c, user);
    if (status === 'verified' && session.aal === 'aal1') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    if (status === 'verified') requireFreshSession(deps, session, 'Unenrolling a factor');
    await deps.database.transaction((query) => removeFactor(query, id));
    return c.json({ id });
  };

const factorNotFound = () =>
  new AuthError(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');

/** The factor that the path names, if it is the person's own. */
function requireFactor(c: AuthContext, { factors }: User): Factor {
  const id = c.req.param('id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = factors.find((candidate) => candidate.id === id);
  if (!factor) throw factorNotFound();
  return factor;
}

const limitFactor = (c: AuthContext, deps: Dependencies) =>
  limitAddress(c, deps, { kind: 'factor', perWindow: deps.config.AUTH_RATE_FACTOR, seconds: 60 });

/** The table wants one; where the line has none, they all have the same. */
const addressOf = (c: AuthContext, { config }: Dependencies) => clientOf(c, config.TRUST_PROXY).address ?? '0.0.0.0';
