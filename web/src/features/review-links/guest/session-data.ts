import type { User } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { useRestoredPage } from '@/features/session/use-restored-page.ts';
import { isSessionStored, isUserStored, onSessionChange, removeSession, storedUserId } from '@/lib/backend.ts';

/** The guest of the link who is signed in, null without one, undefined until that is known. The auth client is loaded for a stored session, and before one is opened. */
export function useGuest() {
  const [guest, setGuest] = useState<User | null | undefined>(isSessionStored() ? undefined : null);
  const [isAwaited, setAwaited] = useState(isSessionStored);
  useEffect(() => {
    if (!isAwaited) return;
    return onSessionChange((event, session) => {
      if (event === 'INITIAL_SESSION' && !session && isSessionStored()) return; // its refresh has failed for now
      setGuest((before) => (before && before.id === session?.user.id ? before : (session?.user ?? null)));
    });
  }, [isAwaited]);
  useRestoredPage(guest?.id, storedUserId);
  return { guest, awaitGuest: () => setAwaited(true) };
}

/** Signs out after the link has ended, which has ended the session. */
export const leaveEndedLink = (): Promise<void> => removeSession();

/** Whether a user of the app is signed in in this browser, too. */
export const isUserSignedIn = (): boolean => isUserStored();
