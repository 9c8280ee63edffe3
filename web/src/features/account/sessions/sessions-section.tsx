import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '@/lib/query-client.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { AccountSection } from '../account-section.tsx';
import { UnreadNote } from '../unread-note.tsx';
import { SessionRow } from './session-row.tsx';
import { endOwnSessions, endSession, MOST_SESSIONS, mySessions } from './sessions-data.ts';

export function SessionsSection() {
  const client = useQueryClient();
  const reading = useQuery(mySessions);
  const [busy, setBusy] = useState<string>();
  const run = async (what: string, end: () => Promise<void>, done?: string) => {
    setBusy(what);
    try {
      await end();
      if (done) toast({ title: done, tone: 'success' });
      if (what !== 'global') await invalidate(client, mySessions.queryKey);
    } catch (failure) {
      toastFailure('Error signing out', failure);
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
          <Button
            busy={busy === 'others'}
            onClick={() => run('others', () => endOwnSessions('others'), 'Other devices are signed out')}
          >
            Sign out other devices
          </Button>
          <Button busy={busy === 'global'} onClick={() => run('global', () => endOwnSessions('global'))}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <UnreadNote what="Your sessions" reading={reading} />
      <ul aria-label="Sessions" className="divide-y divide-border rounded-lg border border-border empty:hidden">
        {reading.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={() => run(session.id, () => endSession(session.id), 'The device is signed out')}
          />
        ))}
      </ul>
      {reading.data?.length === MOST_SESSIONS && (
        <p className="mt-2 text-muted text-sm">
          Only the {MOST_SESSIONS} sessions used last are shown. Signing out other devices ends the rest, too.
        </p>
      )}
    </AccountSection>
  );
}
