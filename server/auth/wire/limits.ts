// In charge of turning away whoever tries too often.

import type { Config } from '../../config.ts';
import { type Limit, takeTry } from '../accounts/rate-limits.ts';
import type { AuthContext, Dependencies } from '../dependencies.ts';
import { clientOf, partyOf } from './client.ts';
import { tooManyTries } from './errors.ts';

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

/** The wrong codes from letters that one account may see in an hour: six digits are few. */
export const codeLimit = (email: string, { AUTH_RATE_CODE }: Config): Limit => ({
  kind: 'code',
  party: email,
  perWindow: AUTH_RATE_CODE,
  seconds: 3600,
});

export async function limitAccount({ database }: Dependencies, limit: Limit): Promise<void> {
  if (!(await takeTry(database, limit))) throw tooManyTries();
}
