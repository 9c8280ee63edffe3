// Rate limits of the endpoints, by client, account and session.
import { clientOf, partyOf } from '../client.ts';
import type { Config } from '../config.ts';
import type { Query } from '../database/pool.ts';
import type { AuthContext, Dependencies } from './context.ts';
import { tooManyTries } from './errors.ts';
import { type Limit, returnTry, takeTry } from './rate-limits.ts';
import type { SignedIn } from './second-factor.ts';
import { findProtectedAddresses, type Session } from './sessions/sessions.ts';

const HOUR = 3600;
const ACCOUNT_CODES = 'code';

/** Counts a try of the client's address against an endpoint's limit; throws over_request_rate_limit when it has none left. */
export async function limitAddress(
  c: AuthContext,
  { database, config }: Dependencies,
  limit: Omit<Limit, 'party'>,
): Promise<void> {
  const party = partyOf(clientOf(c, config.TRUST_PROXY));
  if (!(await takeTry(database, { ...limit, party }))) throw tooManyTries();
}

/** For beginProviderFlow: the client, and how many unfinished flows it may have. */
export const flowLimit = (c: AuthContext, { TRUST_PROXY, AUTH_RATE_FLOWS }: Config) => ({
  party: partyOf(clientOf(c, TRUST_PROXY)),
  mayHave: AUTH_RATE_FLOWS,
});

/** The failed proofs of a password that one account may see, whoever tries. */
export const accountLimit = (email: string, { AUTH_RATE_ACCOUNT }: Config): Limit => ({
  kind: 'account',
  party: email,
  perWindow: AUTH_RATE_ACCOUNT,
});

/**
 * The wrong codes, by email or of a second factor, that one account may see in an hour: six digits are few. One client and one session have
 * half of them, so that neither uses up what the owner needs.
 */
export function codeLimits(
  c: AuthContext,
  { AUTH_RATE_CODE, TRUST_PROXY }: Config,
  { account, session }: { account: string; session?: Session },
): Limit[] {
  const half = { perWindow: Math.ceil(AUTH_RATE_CODE / 2), seconds: HOUR };
  const client = partyOf(clientOf(c, TRUST_PROXY));
  return [
    ...(session ? [{ kind: 'code-session', party: session.id, ...half }] : []),
    { kind: 'code-client', party: `${account} ${client}`, ...half },
    { kind: ACCOUNT_CODES, party: account, perWindow: AUTH_RATE_CODE, seconds: HOUR },
  ];
}

/**
 * As codeLimits, for a second factor. A client in a network that has a session of two factors is held up by its own wrong codes alone, so that
 * whoever has the password and many addresses does not use up what the owner needs.
 */
export async function factorCodeLimits(
  c: AuthContext,
  deps: Dependencies,
  { user, session }: SignedIn,
): Promise<Limit[]> {
  const limits = codeLimits(c, deps.config, { account: user.id, session });
  const party = partyOf(clientOf(c, deps.config.TRUST_PROXY));
  const addresses = await deps.database.transaction((query) => findProtectedAddresses(query, user.id));
  const isOwners = addresses.some((address) => partyOf({ address }) === party);
  return isOwners ? limits.filter(({ kind }) => kind !== ACCOUNT_CODES) : limits;
}

export async function limitAccount({ database }: Dependencies, limit: Limit): Promise<void> {
  if (!(await takeTry(database, limit))) throw tooManyTries();
}

/** Takes a try of each, the narrowest first: what is rejected there uses up nothing of the account's. */
export async function takeTries(deps: Dependencies, limits: Limit[]): Promise<void> {
  for (const limit of limits) await limitAccount(deps, limit);
}

/** Gives the tries back: the limits count failures, and this was none. */
export async function returnTries(query: Query, limits: Limit[]): Promise<void> {
  for (const limit of limits) await returnTry(query, limit);
}
