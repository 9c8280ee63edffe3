import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { endSessions } from './data.ts';

export function SessionsSection() {
  const [busy, setBusy] = useState<'global' | 'others'>();
  const end = async (scope: 'global' | 'others') => {
    setBusy(scope);
    try {
      await endSessions(scope);
      if (scope === 'others') toast({ title: 'Other devices are signed out', variant: 'success' });
    } catch (error) {
      toast({ title: 'Error signing out', description: (error as Error).message, variant: 'destructive' });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <AccountSection
      title="Sessions"
      state="Signed in on a device that you no longer have? End its session."
      action={
        <>
          <Button busy={busy === 'others'} onClick={() => end('others')}>
            Sign out other devices
          </Button>
          <Button busy={busy === 'global'} onClick={() => end('global')}>
            Sign out everywhere
          </Button>
        </>
      }
    />
  );
}
