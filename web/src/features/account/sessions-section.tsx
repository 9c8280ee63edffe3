import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { invalidate } from '@/lib/query-client.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { AccountSection, SectionError } from './account-section.tsx';
import { endOwnSession, MAX_SESSIONS, type OwnSession, ownSessions } from './data.ts';
import { deviceName } from './device.ts';

export function SessionsSection() {
  const query = useQuery(ownSessions);
  const others = useSave({
    write: () => endOwnSession('others'),
    refresh: (client) => invalidate(client, ownSessions.queryKey),
    success: { title: 'Other devices were signed out' },
    failure: 'Error signing out',
  });
  const everywhere = useSave({ write: () => endOwnSession('global'), failure: 'Error signing out' });
  return (
    <AccountSection
      title="Sessions"
      state="Still signed in on a device you no longer use? End its session."
      action={
        <>
          <Button busy={others.isSaving} onClick={() => others.save()}>
            Sign out other devices
          </Button>
          <Button busy={everywhere.isSaving} onClick={() => everywhere.save()}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <SectionError what="Your sessions" query={query} />
      <ul aria-label="Sessions" className="divide-y divide-border rounded-lg border border-border empty:hidden">
        {query.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {query.data?.length === MAX_SESSIONS && (
        <p className="mt-2 text-muted text-sm">
          Only the {MAX_SESSIONS} most recently used sessions are shown. Signing out other devices ends the rest, too.
        </p>
      )}
    </AccountSection>
  );
}

/** The current session has no button: the top bar signs it out. */
function SessionRow({ session }: { session: OwnSession }) {
  const { save, isSaving } = useSave({
    write: () => endOwnSession(session),
    refresh: (client) => invalidate(client, ownSessions.queryKey),
    success: { title: 'The device was signed out' },
    failure: 'Error signing out',
  });
  const name = deviceName(session.user_agent);
  return (
    <li className="flex min-h-12 items-center justify-between gap-3 px-3 py-1.5">
      <div className="min-w-0">
        <p className="text-sm" title={session.user_agent}>
          {name}
        </p>
        <p className="truncate text-muted text-xs">
          {session.address && `${session.address} · `}
          {session.is_current ? 'signed in ' : 'last used '}
          <RelativeTime at={session.is_current ? session.created_at : session.active_at} />
        </p>
      </div>
      {session.is_current ? (
        <Badge tone="success">This device</Badge>
      ) : (
        <Button size="sm" icon={LogOut} busy={isSaving} onClick={() => save()} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
