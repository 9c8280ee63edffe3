import type { User } from '@supabase/auth-js';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { accounts, isSessionStored } from '@/lib/backend.ts';
import { logFailure } from '@/lib/failure.ts';
import type { Visitor } from './access.ts';
import { type Credentials, type NewAccount, type SignedUp, signIn, signOut, signUp } from './actions.ts';
import type { Grants } from './data.ts';
import { type Impersonation, keepImpersonation, recallImpersonation } from './impersonation.ts';
import { follow, NOTHING_KNOWN, type SignedIn } from './signed-in.ts';

/** The app stops waiting for session and roles after this long. */
const LOADING_FALLBACK_MS = 4000;

export type Session = Visitor & {
  user: User | null;
  /** Whether somebody is signed in, or nobody; until then it counts as nobody. */
  isSessionKnown: boolean;
  /** The password was right, but the code of the second factor is still to come; until then the person counts as not signed in. */
  lacksSecondFactor: boolean;
  /** The person has come by a link for choosing a new password. */
  isRecovering: boolean;
  /** Whether roles and memberships were read; until they are, or where they could not be, they count as none. */
  grantsState: 'unknown' | Grants['state'];
  /** The customers whose rows the screens show: the ones in effect, not all that the person could choose. */
  customerIds: readonly string[];
  /** Whom the admin looks at as that customer's people do; only this customer is in effect then. */
  impersonation: Impersonation | null;
  keepImpersonation: (next: Impersonation | null) => void;
  signIn: (credentials: Credentials) => Promise<void>;
  signUp: (account: NewAccount) => Promise<SignedUp>;
  signOut: () => Promise<void>;
  /** Reads roles and memberships anew, such as after an invitation has been accepted. */
  rereadGrants: () => Promise<void>;
};

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { user, lacksSecondFactor, signIns, isRecovering } = useSignedInUser();
  const { grants, reread } = useGrants(lacksSecondFactor ? undefined : user?.id);
  const [kept, keep] = useKeptImpersonation(user === undefined ? undefined : (user?.id ?? null));
  const waited = useElapsed(LOADING_FALLBACK_MS, signIns);
  const known = user === null || (user !== undefined && (lacksSecondFactor || grants !== undefined));

  const session = useMemo<Session>(() => {
    const roles = grants?.roles ?? [];
    const isAdmin = roles.includes('admin');
    const impersonation = isAdmin ? kept : null;
    return {
      loading: !known && !waited,
      user: user ?? null,
      isSessionKnown: user !== undefined,
      lacksSecondFactor,
      isRecovering,
      grantsState: grants?.state ?? 'unknown',
      signedIn: Boolean(user) && !lacksSecondFactor,
      isAdmin,
      isCustomer: roles.includes('customer'),
      isImpersonating: impersonation !== null,
      customerIds: impersonation ? [impersonation.customer.id] : (grants?.customerIds ?? []),
      impersonation,
      keepImpersonation: keep,
      signIn,
      signUp,
      signOut: () => signOutOf(impersonation),
      rereadGrants: reread,
    };
  }, [user, lacksSecondFactor, isRecovering, grants, kept, keep, known, waited, reread]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The impersonation of this tab, which is its admin's alone: with another user (null: with none) it is over. */
function useKeptImpersonation(userId: string | null | undefined) {
  const [kept, setKept] = useState(recallImpersonation);
  const keep = useCallback((next: Impersonation | null) => {
    keepImpersonation(next);
    setKept(next);
  }, []);
  const isOwn = kept?.adminId === userId;
  useEffect(() => {
    if (kept && userId !== undefined && !isOwn) keep(null);
  }, [kept, userId, isOwn, keep]);
  return [isOwn ? kept : null, keep] as const;
}

/** While the person still may, the end of the impersonation is put on record; where that fails it runs out by itself. */
async function signOutOf(impersonation: Impersonation | null) {
  if (impersonation) {
    const { endImpersonation } = await import('./impersonation-data.ts');
    await endImpersonation(impersonation.id).catch((failure) => logFailure('Error ending impersonation', failure));
  }
  await signOut();
}

function useSignedInUser(): SignedIn & { isRecovering: boolean } {
  const [signedIn, setSignedIn] = useState(NOTHING_KNOWN);
  const [isRecovering, setRecovering] = useState(false);
  useEffect(() => {
    const { data } = accounts.onAuthStateChange((event, session) => {
      if (event === 'PASSWORD_RECOVERY') setRecovering(true);
      if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') setRecovering(false);
      // A kept session whose refresh could not be answered is told as none; a later refresh, or its refusal, decides.
      if (event === 'INITIAL_SESSION' && !session && isSessionStored()) return;
      setSignedIn((before) => follow(before, session));
    });
    return () => data.subscription.unsubscribe();
  }, []);
  return { ...signedIn, isRecovering };
}

/** Roles and memberships of a user; undefined until they are read. */
function useGrants(userId: string | undefined) {
  const [read, setRead] = useState<{ userId: string; grants: Grants }>();
  /** Whom the readings are about, and the numbers of the last begun and the last answered; one older than what is known is left aside. */
  const readings = useRef({ userId, begun: 0, answered: 0 });

  const reread = useCallback(async () => {
    const about = readings.current;
    if (!about.userId) return;
    about.begun += 1;
    const number = about.begun;
    const grants = await readGrantsOf(about.userId);
    if (readings.current !== about || number < about.answered) return;
    about.answered = number;
    setRead({ userId: about.userId, grants });
  }, []);

  useEffect(() => {
    readings.current = { userId, begun: 0, answered: 0 };
    reread();
  }, [userId, reread]);

  return { grants: read?.userId === userId ? read?.grants : undefined, reread };
}

/** The code that reads them is loaded first, and that may fail as well. */
async function readGrantsOf(userId: string): Promise<Grants> {
  try {
    const { readGrants } = await import('./data.ts');
    return await readGrants(userId);
  } catch (failure) {
    logFailure('Error fetching roles and memberships', failure);
    return { state: 'failed', roles: [], customerIds: [] };
  }
}

/** Whether so many milliseconds have passed since `occasion` was last another. */
function useElapsed(milliseconds: number, occasion: number): boolean {
  const [elapsed, setElapsed] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(occasion), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, occasion]);
  return elapsed === occasion;
}
