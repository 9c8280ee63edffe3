import { useEffect } from 'react';
import { onMutationError } from '@/lib/query-client.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { leaveEndedSession } from './actions.ts';

const CHECK_EVERY_MS = 60_000;

const check = () => {
  if (document.visibilityState !== 'hidden') leaveEndedSession();
};

/** Signs out when the session was ended on another device, where the backend would return no rows. Checked each minute, when the tab gets the focus, and after a failed mutation. */
export function useLiveSession() {
  useWindowEvent('focus', check);
  useEffect(() => onMutationError(check), []);
  useEffect(() => {
    const interval = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(interval);
  }, []);
}
