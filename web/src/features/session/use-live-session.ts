import { useEffect } from 'react';
import { onMutationError } from '@/lib/query-client.ts';
import { toast } from '@/lib/toast.ts';
import { wasSessionEnded } from './actions.ts';

const CHECK_EVERY_MS = 60_000;

/** Signs out when the session was ended on another device, where the backend would return no rows. Checked each minute, when the tab gets the focus, and after a failed mutation. */
export function useLiveSession() {
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden' || !(await wasSessionEnded())) return;
      toast({ title: 'Signed out', description: 'This session was ended on another device. Sign in again.' });
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
