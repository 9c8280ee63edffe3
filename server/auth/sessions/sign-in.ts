// In charge of what every sign-in does, however it was proved: a session, its first refresh token, and the time of it.

import type { Client } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import { findUser, noteSignIn, type Proved } from '../users.ts';
import { type Grant, giveRefreshToken } from './refresh-tokens.ts';
import { openSession } from './sessions.ts';

export type SignIn = { account: Proved; method: string; client: Client };

/** Undefined when the account has changed since the proof: a new password ends all that the old one opened, also what it is just opening. */
export async function signIn(query: Query, { account, method, client }: SignIn): Promise<Grant | undefined> {
  if (!(await noteSignIn(query, account))) return undefined;
  const session = await openSession(query, account.id, method, client);
  const refreshToken = await giveRefreshToken(query, session);
  const user = await findUser(query, account.id);
  return user && { user, session, refreshToken };
}
