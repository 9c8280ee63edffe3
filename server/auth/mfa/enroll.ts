// POST /factors and DELETE /factors/{id}: enrolls and unenrolls TOTP factors.
import { generateURI } from 'otplib';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { siteUrl } from '#server/config.ts';
import { requireFreshSession } from '../authentication.ts';
import type { UserContext } from '../context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { readBody, text } from '../request-body.ts';
import type { Session } from '../sessions/sessions.ts';
import { type AuthUser, requireUserById } from '../users.ts';
import { addFactor, removeFactor, requireFactor, sweepFactors } from './factors.ts';

const FACTOR_LIMIT = 10;

/** The name is part of an index; the URL of the QR code contains the issuer twice. */
const MAX_LENGTHS = { friendly_name: 100, issuer: 64 } as const;

const Enrollment = z.object({ factor_type: text, friendly_name: text, issuer: text });

export async function enrollFactor(c: UserContext): Promise<Response> {
  const { config, database, user, session } = c.var;
  const { factor_type: type, friendly_name: name = '', issuer } = await readBody(c, Enrollment);
  requireTotp(type);
  requireLength('friendly_name', [...name].length);
  requireLength('issuer', encodeURIComponent(issuer ?? '').length, ' in a URL');
  const { id, secret } = await database.transaction(async (query) => {
    await sweepFactors(query, user.id);
    requireEnrollable(await requireUserById(query, user.id), session, name);
    requireFreshSession(c, session, 'Enrolling a factor');
    return addFactor(query, user.id, name);
  });
  const uri = generateURI({ issuer: issuer || new URL(siteUrl(config)).host, label: user.email ?? user.id, secret });
  return c.json({ id, type: 'totp', friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } });
}

function requireTotp(type: string | undefined): void {
  if (type === 'phone' || type === 'webauthn') {
    throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`);
  }
  if (type !== 'totp') throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}

function requireLength(member: keyof typeof MAX_LENGTHS, length: number, where = ''): void {
  if (length <= MAX_LENGTHS[member]) return;
  const message = `${member} has ${length} characters${where}; ${MAX_LENGTHS[member]} is the most`;
  throw new AuthError(422, 'validation_failed', message);
}

function requireEnrollable({ factors }: AuthUser, { aal }: Session, name: string): void {
  if (factors.length >= FACTOR_LIMIT) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (factors.some((factor) => (factor.friendly_name ?? '').trim() === name.trim())) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (aal === 'aal1' && factors.some(({ status }) => status === 'verified')) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

export async function unenrollFactor(c: UserContext): Promise<Response> {
  const { database, session } = c.var;
  const { id, status } = requireFactor(c);
  if (status === 'verified' && session.aal === 'aal1') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  if (status === 'verified') requireFreshSession(c, session, 'Unenrolling a factor');
  await database.transaction((query) => removeFactor(query, id));
  return c.json({ id });
}
