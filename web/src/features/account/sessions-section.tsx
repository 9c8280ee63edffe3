import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { AccountSection, SectionError, SectionList, SectionRow } from './account-section.tsx';
import { endOwnSession, MAX_SESSIONS, type OwnSession, ownSessions } from './data.ts';
import { deviceName } from './device.ts';
import { texts } from './texts.ts';

const { sessions } = texts;

export function SessionsSection() {
  const query = useQuery(ownSessions);
  const others = useSave({
    write: () => endOwnSession('others'),
    refresh: (client) => invalidate(client, ownSessions.queryKey),
    success: { title: sessions.signedOutOthers },
    failure: commonTexts.signOutFailed,
  });
  const everywhere = useSave({ write: () => endOwnSession('global'), failure: commonTexts.signOutFailed });
  return (
    <AccountSection
      title={sessions.title}
      state={sessions.description}
      action={
        <>
          <Button busy={others.isSaving} onClick={() => others.save()}>
            {sessions.signOutOthers}
          </Button>
          <Button busy={everywhere.isSaving} onClick={() => everywhere.save()}>
            {sessions.signOutEverywhere}
          </Button>
        </>
      }
    >
      <SectionError what={sessions.what} query={query} />
      <SectionList label={sessions.title}>
        {query.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </SectionList>
      {query.data?.length === MAX_SESSIONS && (
        <p className="mt-2 text-muted text-sm">{sessions.limited(MAX_SESSIONS)}</p>
      )}
    </AccountSection>
  );
}

/** The current session has no button: the top bar signs it out. */
function SessionRow({ session }: { session: OwnSession }) {
  const { save, isSaving } = useSave({
    write: () => endOwnSession(session),
    refresh: (client) => invalidate(client, ownSessions.queryKey),
    success: { title: sessions.signedOutOne },
    failure: commonTexts.signOutFailed,
  });
  const name = deviceName(session.user_agent);
  return (
    <SectionRow
      name={name}
      title={session.user_agent}
      detail={
        <>
          {session.address && `${session.address} · `}
          {session.is_current ? sessions.signedIn : sessions.lastActive}{' '}
          <RelativeTime at={session.is_current ? session.created_at : session.active_at} />
        </>
      }
    >
      {session.is_current ? (
        <Badge tone="success">{sessions.current}</Badge>
      ) : (
        <Button size="sm" icon={LogOut} busy={isSaving} onClick={() => save()} aria-label={sessions.signOutOne(name)}>
          {sessions.signOut}
        </Button>
      )}
    </SectionRow>
  );
}
