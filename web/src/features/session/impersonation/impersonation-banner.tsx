import { Eye } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { logFailure } from '@/lib/failure.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { useSession } from '../session.tsx';
import { useIsAdminArea } from '../use-is-admin-area.ts';
import { endedByRecord, expiredByClock } from './expiry.ts';
import type { Impersonation } from './impersonation.ts';
import { readImpersonationState } from './impersonation-data.ts';
import { texts } from './texts.ts';
import { useImpersonation } from './use-impersonation.ts';

/** Shown on every page but those of the admin area: opening one, as Back does, ends the impersonation. */
export function ImpersonationBanner() {
  const { rereadGrants } = useSession();
  const { current, stop, stopHere, expire } = useImpersonation();
  const isAdminArea = useIsAdminArea();
  const endHere = useEffectEvent(stopHere);
  useEffect(() => {
    if (isAdminArea) endHere();
  }, [isAdminArea]);
  useExpiry(current, (reason) => {
    if (!expire(reason)) return false;
    rereadGrants(); // it may have ended because the admin lost the role
    return true;
  });
  if (!current || isAdminArea) return null;
  return (
    <Banner
      label={texts.label}
      icon={Eye}
      text={texts.current(current.customer.name)}
      action={
        <Button size="sm" onClick={stop}>
          {texts.exit}
        </Button>
      }
    />
  );
}

const CHECK_EVERY_MS = 60_000;

/** Calls back when the impersonation has ended, until that returns true. Checks the server's record each minute and when the window gets the focus. */
function useExpiry(impersonation: Impersonation | null, onEnded: (reason: string) => boolean) {
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    if (!impersonation) return;
    let isEnded = false;
    const report = (reason: string | null) => {
      if (isEnded || reason === null) return;
      isEnded = ended(reason);
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
