import { useEffect, useEffectEvent } from 'react';
import type { Impersonation } from '@/features/session/impersonation.ts';
import { readImpersonationState } from '@/features/session/impersonation-data.ts';
import { logFailure } from '@/lib/failure.ts';
import { overByClock, overByRecord } from './expiry.ts';

const CHECK_EVERY_MS = 60_000;

/** Calls back once the impersonation is over: by its own time, or by what the server says each minute and whenever the person comes back. */
export function useLapse(impersonation: Impersonation | null, onOver: (reason: string) => void) {
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (!impersonation) return;
    let isOver = false;
    const tell = (reason: string | null) => {
      if (isOver || reason === null) return;
      isOver = true;
      over(reason);
    };
    const check = async () => {
      tell(overByClock(impersonation, Date.now()));
      if (isOver || document.visibilityState === 'hidden') return;
      const known = await readImpersonationState(impersonation.id).catch((failure) => {
        logFailure('Error checking the impersonation', failure);
      });
      if (known !== undefined) tell(overByRecord(impersonation, known));
    };
    check();
    const timer = setTimeout(() => tell(overByClock(impersonation, Date.now())), impersonation.expiresAt - Date.now());
    const interval = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('focus', check);
    return () => {
      isOver = true;
      clearTimeout(timer);
      clearInterval(interval);
      window.removeEventListener('focus', check);
    };
  }, [impersonation]);
}
