import type { Session, User } from '@supabase/auth-js';
import { lacksSecondFactor } from './second-factor.ts';

/** Who is signed in. */
export type SignedIn = {
  /** Null when signed out, undefined until the first word of the session. */
  user: User | null | undefined;
  /** The password was right and the code of the second factor is still to come. */
  lacksSecondFactor: boolean;
  /** How often someone has come in since the page was opened. */
  signIns: number;
};

export const NOTHING_KNOWN: SignedIn = { user: undefined, lacksSecondFactor: false, signIns: 0 };

/** What is known after the next word of the session. A refreshed token brings the same user again, which must not disturb the screens. */
export function follow(before: SignedIn, session: Session | null): SignedIn {
  const user = session?.user ?? null;
  const lacks = session !== null && lacksSecondFactor(session);
  const comesIn = user !== null && !lacks && (before.user === null || before.lacksSecondFactor);
  if (comesIn) return { user, lacksSecondFactor: false, signIns: before.signIns + 1 };
  const unchanged =
    before.user !== undefined &&
    before.user?.id === user?.id &&
    before.user?.updated_at === user?.updated_at &&
    before.lacksSecondFactor === lacks;
  return unchanged ? before : { ...before, user, lacksSecondFactor: lacks };
}
