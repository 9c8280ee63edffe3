import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  currentSession,
  freshSession,
  holdRequests,
  isCallback,
  isHeld,
  isSessionStored,
  onSessionChange,
  releaseRequests,
  storedUserId,
} from '@/lib/backend.ts';
import { logFailure } from '@/lib/failure.ts';
import { hasWork } from '@/lib/leave-guard.ts';
import { isSigningOut, signIn, signOut, signUp } from './actions.ts';
import type { Grants } from './data.ts';
import { type Impersonation, loadImpersonation, storeImpersonation } from './impersonation/impersonation.ts';
import { type AppSession, SessionContext } from './session.tsx';
import { lacksSecondFactor, nextSignedIn, SIGNED_OUT, type SignedIn, UNKNOWN } from './signed-in.ts';
import { useRestoredPage } from './use-restored-page.ts';

/** The app stops waiting for the session and the roles after this time. */
const LOADING_FALLBACK_MS = 4000;

export function SessionProvider({ children }: { children: ReactNode }) {
  const { user, lacksSecondFactor, signIns, isRecovering, kept, leaveKept } = useSignedInUser();
  useRestoredPage(user?.id, storedUserId);
  const { grants, reread } = useGrants(lacksSecondFactor ? undefined : user?.id);
  const [stored, setImpersonation] = useStoredImpersonation(user === undefined ? undefined : (user?.id ?? null));
  const [chosen, setChosen] = useState(loadChosenCustomer);
  const waited = useElapsed(LOADING_FALLBACK_MS, signIns);
  const known = user === null || (user !== undefined && (lacksSecondFactor || grants !== undefined));

  const session = useMemo<AppSession>(() => {
    const roles = grants?.roles ?? [];
    const isAdmin = roles.includes('admin');
    const impersonation = isAdmin ? stored : null;
    const customers = impersonation
      ? [{ ...impersonation.customer, role: 'approver' as const }]
      : (grants?.customers ?? []);
    const chosenCustomerId = customers.some(({ id }) => id === chosen) ? chosen : null;
    return {
      loading: !known && !waited,
      user: user ?? null,
      isSessionKnown: user !== undefined,
      lacksSecondFactor,
      isRecovering,
      kept,
      leaveKept,
      grantsState: grants?.state ?? 'unknown',
      signedIn: Boolean(user) && !lacksSecondFactor,
      isAdmin,
      isCustomer: roles.includes('customer'),
      isImpersonating: impersonation !== null,
      customers,
      chosenCustomerId,
      chooseCustomer: (customerId) => {
        storeChosenCustomer(customerId);
        setChosen(customerId);
      },
      customerIds: chosenCustomerId === null ? customers.map(({ id }) => id) : [chosenCustomerId],
      impersonation,
      setImpersonation,
      signIn,
      signUp,
      signOut: () => endSession(impersonation),
      rereadGrants: reread,
      reviewLink: null,
    };
  }, [
    user,
    lacksSecondFactor,
    isRecovering,
    kept,
    leaveKept,
    grants,
    stored,
    chosen,
    setImpersonation,
    known,
    waited,
    reread,
  ]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The impersonation of this tab. It ends when another user signs in, or none (`userId` null). */
function useStoredImpersonation(userId: string | null | undefined) {
  const [stored, setStored] = useState(loadImpersonation);
  const set = useCallback((next: Impersonation | null) => {
    storeImpersonation(next);
    setStored(next);
  }, []);
  const isOwn = stored?.adminId === userId;
  useEffect(() => {
    if (stored && userId !== undefined && !isOwn) set(null);
  }, [stored, userId, isOwn, set]);
  return [isOwn ? stored : null, set] as const;
}

/** Records the end of the impersonation first, while the session exists. If that fails, it expires. */
async function endSession(impersonation: Impersonation | null) {
  if (impersonation) {
    const { endImpersonation } = await import('./impersonation/impersonation-data.ts');
    await endImpersonation(impersonation.id).catch((failure) => logFailure('Error ending impersonation', failure));
  }
  await signOut();
}

/** The state before auth-js has read the session. */
function firstSignedIn(): SignedIn {
  const session = freshSession();
  if (session) return nextSignedIn(UNKNOWN, session);
  return isSessionStored() || isCallback() ? UNKNOWN : SIGNED_OUT;
}

function useSignedInUser(): SignedIn & Pick<AppSession, 'isRecovering' | 'kept' | 'leaveKept'> {
  const [signedIn, setSignedIn] = useState(firstSignedIn);
  const [isRecovering, setRecovering] = useState(false);
  const [kept, setKept] = useState<AppSession['kept']>(null);
  const userId = useRef(signedIn.user?.id);
  const apply = useCallback((session: Session | null) => {
    releaseRequests(session !== null && session.user.id === userId.current);
    userId.current = session?.user.id;
    setKept(null);
    setSignedIn((before) => nextSignedIn(before, session));
  }, []);
  const leaveKept = useCallback(() => apply(null), [apply]);
  useEffect(() => {
    const onChange = (event: AuthChangeEvent, session: Session | null) => {
      if (event === 'PASSWORD_RECOVERY') setRecovering(true);
      if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') setRecovering(false);
      // auth-js reports a stored session as none if its refresh failed for now; a later refresh decides.
      if (event === 'INITIAL_SESSION' && !session && isSessionStored()) return;
      if (userId.current && !session && hasWork() && !isSigningOut()) {
        holdRequests();
        setKept('password');
      } else if (isHeld() && session && lacksSecondFactor(session)) setKept('second factor');
      else apply(session);
    };
    return onSessionChange(onChange);
  }, [apply]);
  return { ...signedIn, isRecovering, kept, leaveKept };
}

/** The roles and memberships of a user; undefined until they are read. */
function useGrants(userId: string | undefined) {
  const [read, setRead] = useState(firstRead);
  /** The user, and the numbers of the last request and of the last response. A response older than the last one is ignored. */
  const requests = useRef({ userId, sent: 0, received: 0 });

  const reread = useCallback(async () => {
    const current = requests.current;
    if (!current.userId) return;
    current.sent += 1;
    const number = current.sent;
    const grants = await takeGrants(current.userId);
    if (requests.current !== current || number < current.received) return;
    const isFirst = current.received === 0;
    current.received = number;
    const apply = () => setRead({ userId: current.userId ?? '', grants });
    // Renders the page that was waiting for them, which may be interrupted.
    if (isFirst) startTransition(apply);
    else apply();
  }, []);

  useEffect(() => {
    requests.current = { userId, sent: 0, received: 0 };
    reread();
  }, [userId, reread]);

  return { grants: read?.userId === userId ? read?.grants : undefined, reread };
}

/** Loads the code that reads them, which may fail as well. */
async function readGrants(userId: string): Promise<Grants> {
  try {
    const data = await import('./data.ts');
    return await data.readGrants(userId);
  } catch (failure) {
    logFailure('Error fetching roles and memberships', failure);
    return { state: 'failed', roles: [], customers: [] };
  }
}

/** The first read of the stored session. */
let begun: Promise<{ userId: string; grants: Promise<Grants> } | undefined> | undefined;

/** Begins to read the grants of the stored session. */
export function beginReadingGrants(): void {
  if (isSessionStored()) begun = readStored();
}

async function readStored() {
  import('./data.ts').catch(() => {}); // while the session is read; readGrants logs a failure
  const { user, lacksSecondFactor } = nextSignedIn(UNKNOWN, await currentSession());
  return user && !lacksSecondFactor ? { userId: user.id, grants: readGrants(user.id) } : undefined;
}

/** What the first render knows, so that it need not show that the page is loading. */
let firstRead: { userId: string; grants: Grants } | undefined;

/** Resolves when the grants of the stored session are known to the first render. */
export async function firstGrants(): Promise<void> {
  const read = await begun;
  firstRead = read && { userId: read.userId, grants: await read.grants };
}

/** Returns the read that was begun, once. Reads again after that, and for another user. */
async function takeGrants(userId: string): Promise<Grants> {
  const first = begun;
  begun = undefined;
  firstRead = undefined;
  const read = await first;
  return read?.userId === userId ? read.grants : readGrants(userId);
}

/** Whether this time has passed since `occasion` changed. */
function useElapsed(milliseconds: number, occasion: number): boolean {
  const [elapsed, setElapsed] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(occasion), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, occasion]);
  return elapsed === occasion;
}

const STORAGE_KEY = 'leadlight-customer';

/** The customer chosen in this tab, which survives a reload; null if none is. It may be one of another user. */
const loadChosenCustomer = (): string | null => sessionStorage.getItem(STORAGE_KEY);

function storeChosenCustomer(customerId: string | null): void {
  if (customerId === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, customerId);
}
