// In charge of POST and GET /verify: what a link or a typed code from a letter opens. Says the same of a wrong code, an old one and an unknown account.
import { z } from 'zod';
import { clientOf } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { AuthError, emailExists, validationFailed } from '../errors.ts';
import { giveFlowCode } from '../flow-state.ts';
import { codeLimits, limitAddress, returnTries, takeTries } from '../limits.ts';
import { refusalAt } from '../redirect-errors.ts';
import { redirectTarget, withAnswer, withCode } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import type { Grant } from '../sessions/refresh-tokens.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import type { User } from '../users.ts';
import { type Accepted, acceptProof } from './email-ownership.ts';
import { isOfFlow, type Occasion, type SpentToken, spendCode, spendLink } from './one-time-tokens.ts';

/** Which tokens a type of the contract stands for. */
const OCCASIONS: Record<string, Occasion[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

const Verification = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });

/** What a code or a link opens: a session, or for the first address of a change only thanks. */
type Opened = Grant | 'half';

export const verifyByBody =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitVerification(c, deps);
    const body = await readBody(c, Verification);
    if (!body.type) throw validationFailed('Verify requires a verification type');
    const opened = body.token_hash ? await openByLink(c, deps, body) : await openByCode(c, deps, body);
    return c.json(opened === 'half' ? { msg: HALF, code: '200' } : await sessionAnswer(deps, opened));
  };

type Body = z.output<typeof Verification>;

function openByLink(
  c: AuthContext,
  deps: Dependencies,
  { type, token_hash: hash = '', ...others }: Body,
): Promise<Opened> {
  if (others.token || others.email || others.phone) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  const occasions = occasionsOf(type);
  if (isOfFlow(hash)) throw validationFailed('The token of a PKCE flow is exchanged by its link and its code verifier');
  return deps.database.transaction(async (query) => {
    const spent = await spendLink(query, { hash, occasions, lifeSeconds: deps.config.AUTH_MAIL_LIFE });
    if (!spent) throw linkExpired();
    return open(c, deps, query, spent);
  });
}

/** Wrong codes are few for each account, so that six digits are enough. */
async function openByCode(c: AuthContext, deps: Dependencies, { type, token, email, phone }: Body): Promise<Opened> {
  if (!token) throw validationFailed('Verify requires a token or a token hash');
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on verify');
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('Only an email address or phone number should be provided on verify');
  if (emailFault(email)) throw new AuthError(422, 'validation_failed', 'Invalid email format');
  const occasions = occasionsOf(type);
  const address = foldEmail(email);
  const limits = codeLimits(c, deps.config, { account: address });
  await takeTries(deps, limits);
  return deps.database.transaction(async (query) => {
    const spent = await spendCode(query, { address, code: token, occasions, lifeSeconds: deps.config.AUTH_MAIL_LIFE });
    if (!spent) throw codeExpired();
    await returnTries(query, limits);
    return open(c, deps, query, spent);
  });
}

export const verifyByLink =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { token: hash = '', type = '' } = c.req.query();
    const target = redirectTarget(c, deps.config);
    const inQuery = isOfFlow(hash);
    try {
      await limitVerification(c, deps);
      if (!type) throw validationFailed('Verify requires a verification type');
      if (!hash) throw validationFailed('Verify requires a token or a token hash');
      return c.redirect(await followLink(c, deps, { hash, type, target }), 303);
    } catch (error) {
      return c.redirect(refusalAt(error, { target, inQuery, log: deps.log }), 303);
    }
  };

type Link = { hash: string; type: string; target: string };

function followLink(c: AuthContext, deps: Dependencies, { hash, type, target }: Link): Promise<string> {
  const occasions = occasionsOf(type);
  return deps.database.transaction(async (query) => {
    const spent = await spendLink(query, { hash, occasions, lifeSeconds: deps.config.AUTH_MAIL_LIFE });
    if (!spent) throw linkExpired();
    if (isOfFlow(hash)) {
      const user = requireAccepted(await acceptProof(query, spent));
      if (user === 'half') return withAnswer(target, { message: HALF }, { inQuery: true });
      const code = spent.flow_state_id && (await giveFlowCode(query, spent.flow_state_id, user.id));
      if (!code) throw linkExpired();
      return withCode(target, code);
    }
    const opened = await open(c, deps, query, spent);
    if (opened === 'half') return withAnswer(target, { message: HALF });
    const { user: _, ...session } = await sessionAnswer(deps, opened);
    const members = Object.entries({ ...session, type }).map(([name, value]) => [name, String(value)]);
    return withAnswer(target, Object.fromEntries(members));
  });
}

async function open(c: AuthContext, deps: Dependencies, query: Query, spent: SpentToken): Promise<Opened> {
  const user = requireAccepted(await acceptProof(query, spent));
  if (user === 'half') return 'half';
  const grant = await signIn(query, { account: user, method: 'otp', client: clientOf(c, deps.config.TRUST_PROXY) });
  if (!grant) throw codeExpired();
  return grant;
}

function requireAccepted(accepted: Accepted): User | 'half' {
  if (accepted.outcome === 'accepted') return accepted.user;
  if (accepted.outcome === 'half') return 'half';
  if (accepted.outcome === 'banned') throw new AuthError(403, 'user_banned', 'User is banned');
  if (accepted.outcome === 'taken') throw emailExists();
  throw codeExpired();
}

function occasionsOf(type: string | undefined): Occasion[] {
  const occasions = type && Object.hasOwn(OCCASIONS, type) ? OCCASIONS[type] : undefined;
  if (!occasions) throw validationFailed('Unsupported verification type');
  return occasions;
}

const limitVerification = (c: AuthContext, deps: Dependencies) =>
  limitAddress(c, deps, { kind: 'verify', perWindow: deps.config.AUTH_RATE_VERIFY });
