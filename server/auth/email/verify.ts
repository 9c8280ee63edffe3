// POST and GET /verify and POST /verify/link: the links and codes of emails. A wrong code, an expired one and an unknown account get the same error.
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import { bodyLimits } from '#server/limits.ts';
import type { AuthContext } from '../context.ts';
import { emailFault, foldEmail, isGuestEmail } from '../credentials.ts';
import { redirectWithError } from '../error-response.ts';
import { AuthError, invalidText, validationFailed } from '../errors.ts';
import { issueFlowCode } from '../flow-state.ts';
import { codeLimits, requireAttempts, requireRequest, returnAttempts } from '../rate-limits.ts';
import { redirectTarget, withCode, withParameters } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import { sessionResponse, withSession } from '../sessions/session-response.ts';
import type { IssuedSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { applyToken, codeExpired } from './email-ownership.ts';
import { type ConsumedToken, consumeCode, consumeLink, isPkceToken, type TokenType } from './one-time-tokens.ts';

/** The token types of a link's `type`. */
const TOKEN_TYPES: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

const FIRST_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

const VerifyBody = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });
type VerifyBody = z.output<typeof VerifyBody>;

/** The first of the two addresses of an email change opens no session. */
type VerifyResult = IssuedSession | 'first_of_two';

export async function verify(c: AuthContext): Promise<Response> {
  const body = await readBody(c, VerifyBody);
  if (!body.type) throw validationFailed('Verify requires a verification type');
  const result = await (body.token_hash ? verifyTokenHash(c, body) : verifyCode(c, body));
  return c.json(result === 'first_of_two' ? { msg: FIRST_OF_TWO, code: '200' } : await sessionResponse(c, result));
}

function verifyTokenHash(c: AuthContext, body: VerifyBody): Promise<VerifyResult> {
  const { type, token_hash: hash = '', ...others } = body;
  if (others.token || others.email || others.phone) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  const types = requireTokenTypes(type);
  if (isPkceToken(hash))
    throw validationFailed('The token of a PKCE flow is exchanged by its link and its code verifier');
  return c.var.database.transaction(async (query) => openSession(c, query, await requireLink(c, query, hash, types)));
}

async function requireLink(c: AuthContext, query: Query, hash: string, types: TokenType[]): Promise<ConsumedToken> {
  const token = await consumeLink(query, { hash, types, lifeSeconds: c.var.config.AUTH_MAIL_LIFE });
  if (!token) throw linkExpired();
  return token;
}

/** Six digits are enough because the wrong codes of each account are limited. The account of a review link is opened by the code of the link only. */
async function verifyCode(c: AuthContext, { type, token: code, email, phone }: VerifyBody): Promise<VerifyResult> {
  if (!code) throw validationFailed('Verify requires a token or a token hash');
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on verify');
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('Only an email address or phone number should be provided on verify');
  if (emailFault(email)) throw new AuthError(422, 'validation_failed', 'Invalid email format');
  const types = requireTokenTypes(type);
  const limits = codeLimits(c, foldEmail(email));
  await requireAttempts(c, limits);
  if (isGuestEmail(email)) throw codeExpired();
  return c.var.database.transaction(async (query) => {
    const lifeSeconds = c.var.config.AUTH_MAIL_LIFE;
    const token = await consumeCode(query, { email: foldEmail(email), code, types, lifeSeconds });
    if (!token) throw codeExpired();
    await returnAttempts(query, limits);
    return openSession(c, query, token);
  });
}

export const verifyLink = (c: AuthContext): Promise<Response> => openLink(c, c.req.query());

/** The form of an emailed link's page. It is answered as GET is. */
export async function verifyLinkForm(c: AuthContext): Promise<Response> {
  return openLink(c, Object.fromEntries(new URLSearchParams(await c.var.readText(bodyLimits.small))));
}

async function openLink(c: AuthContext, linkParameters: Record<string, string>): Promise<Response> {
  const { token: hash = '', type, redirect_to: redirectTo } = linkParameters;
  const target = redirectTarget(c, redirectTo);
  try {
    await requireRequest(c, 'verify', 'AUTH_RATE_VERIFY');
    if (hash.includes('\0')) throw invalidText();
    if (!type) throw validationFailed('Verify requires a verification type');
    if (!hash) throw validationFailed('Verify requires a token or a token hash');
    const types = requireTokenTypes(type);
    const url = await c.var.database.transaction(async (query) => {
      const token = await requireLink(c, query, hash, types);
      return isPkceToken(hash) ? codeUrl(query, token, target) : sessionUrl(c, query, token, { target, type });
    });
    return c.redirect(url, 303);
  } catch (error) {
    return redirectWithError(c, error, { target, inQuery: isPkceToken(hash), status: 303 });
  }
}

async function codeUrl(query: Query, token: ConsumedToken, target: string): Promise<string> {
  const user = await applyToken(query, token);
  if (user === 'first_of_two') return withParameters(target, { message: FIRST_OF_TWO }, { inQuery: true });
  const code = token.flow_state_id && (await issueFlowCode(query, token.flow_state_id, user.id));
  if (!code) throw linkExpired();
  return withCode(target, code);
}

async function sessionUrl(
  c: AuthContext,
  query: Query,
  token: ConsumedToken,
  { target, type }: { target: string; type: string },
): Promise<string> {
  const result = await openSession(c, query, token);
  if (result === 'first_of_two') return withParameters(target, { message: FIRST_OF_TWO });
  return withSession(c, target, result, { type });
}

async function openSession(c: AuthContext, query: Query, token: ConsumedToken): Promise<VerifyResult> {
  const user = await applyToken(query, token);
  if (user === 'first_of_two') return user;
  const issued = await signIn(query, { account: user, method: 'otp', client: c.var.client });
  if (!issued) throw codeExpired();
  return issued;
}

function requireTokenTypes(type: string | undefined): TokenType[] {
  const types = type && Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined;
  if (!types) throw validationFailed('Unsupported verification type');
  return types;
}
