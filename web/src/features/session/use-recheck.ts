import { useEffect, useState } from 'react';
import { useSession } from './session.tsx';

/** Reads roles and memberships anew when asked to, and whenever the person comes back to this tab or the browser to its network. */
export function useRecheck() {
  const { rereadGrants } = useSession();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    window.addEventListener('focus', rereadGrants);
    window.addEventListener('online', rereadGrants);
    return () => {
      window.removeEventListener('focus', rereadGrants);
      window.removeEventListener('online', rereadGrants);
    };
  }, [rereadGrants]);
  const recheck = async () => {
    setBusy(true);
    await rereadGrants().finally(() => setBusy(false));
  };
  return { busy, recheck };
}
