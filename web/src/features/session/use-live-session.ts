import { useEffect } from 'react';
import { onMutationError } from '@/lib/query-client.ts';
import { leaveEndedSession } from './actions.ts';

const CHECK_EVERY_MS = 60_000;

/** Signs out when the session was ended on another device, where the backend would return no rows. Checked each minute, when the tab gets the focus, and after a failed mutation. */
export function useLiveSession() {
  useEffect(() => {
    const check = () => {
      if (document.visibilityState !== 'hidden') leaveEndedSession();
    };
    const interval = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('focus', check);
    const unsubscribe = onMutationError(check);
    return () => {
      clearInterval(interval);
      window.removeEventListener('focus', check);
      unsubscribe();
    };
  }, []);
}
