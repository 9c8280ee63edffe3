import { useEffect, useEffectEvent } from 'react';
import { logFailure } from '@/lib/failure.ts';
import { endedByRecord, expiredByClock } from './expiry.ts';
import type { Impersonation } from './impersonation.ts';
import { readImpersonationState } from './impersonation-data.ts';

const CHECK_EVERY_MS = 60_000;

/** Calls back once the impersonation has ended. Checks the server's record each minute and when the window gets the focus. */
export function useExpiry(impersonation: Impersonation | null, onEnded: (reason: string) => void) {
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    if (!impersonation) return;
    let isEnded = false;
    const report = (reason: string | null) => {
      if (isEnded || reason === null) return;
      isEnded = true;
      ended(reason);
    };
    const check = async () => {
      report(expiredByClock(impersonation, Date.now()));
      if (isEnded || document.visibilityState === 'hidden') return;
      const record = await readImpersonationState(impersonation.id).catch((failure) => {
        logFailure('Error checking the impersonation', failure);
      });
      if (record !== undefined) report(endedByRecord(impersonation, record));
    };
    check();
    const timer = setTimeout(
      () => report(expiredByClock(impersonation, Date.now())),
      impersonation.expiresAt - Date.now(),
    );
    const interval = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('focus', check);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      clearInterval(interval);
      window.removeEventListener('focus', check);
    };
  }, [impersonation]);
}
