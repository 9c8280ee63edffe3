import type { Session, User } from '@supabase/auth-js';

export type SignedIn = {
  /** Null when signed out, undefined until the session is known. */
  user: User | null | undefined;
  /** The password was right and the code of the second factor is still missing. */
  lacksSecondFactor: boolean;
  /** The number of sign-ins since the page was opened. */
  signIns: number;
};

export const UNKNOWN: SignedIn = { user: undefined, lacksSecondFactor: false, signIns: 0 };

export const SIGNED_OUT: SignedIn = { ...UNKNOWN, user: null };

/** The state after a change of the session. A refreshed token of the same user returns the same object, so that nothing renders again. */
export function nextSignedIn(before: SignedIn, session: Session | null): SignedIn {
  const user = session?.user ?? null;
  const lacks = session !== null && lacksSecondFactor(session);
  const isSignIn = user !== null && !lacks && (before.user === null || before.lacksSecondFactor);
  if (isSignIn) return { user, lacksSecondFactor: false, signIns: before.signIns + 1 };
  const isUnchanged =
    before.user !== undefined &&
    before.user?.id === user?.id &&
    before.user?.updated_at === user?.updated_at &&
    before.lacksSecondFactor === lacks;
  return isUnchanged ? before : { ...before, user, lacksSecondFactor: lacks };
}

/** Whether the user has a second factor that this session has not verified. Until then the backend returns no rows. */
export function lacksSecondFactor({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  const hasFactor = user.factors?.some((factor) => factor.status === 'verified') ?? false;
  return hasFactor && assuranceLevel(access_token) !== 'aal2';
}

/** The `aal` claim of an access token, which only the server verifies. */
function assuranceLevel(token: string): unknown {
  const [, payload = ''] = token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal;
  } catch {
    return undefined;
  }
}
