import { useEffect } from 'react';
import { onMutationError } from '@/lib/query-client.ts';
import { toast } from '@/lib/toast.ts';
import { isEndedElsewhere } from './actions.ts';

const CHECK_EVERY_MS = 60_000;

/** Leaves a session that was ended elsewhere, on whose rows every question is answered with none: asked each minute, whenever the person comes back, and after a change that failed. */
export function useLiveSession() {
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden' || !(await isEndedElsewhere())) return;
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
