import { LogOut } from 'lucide-react';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { deviceName } from './device.ts';
import type { OwnSession } from './sessions-data.ts';

type SessionRowProps = { session: OwnSession; busy: boolean; onEnd: () => void };

/** One device on which the person is signed in; the one at hand is signed out at the top bar. */
export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
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
        <Button size="sm" icon={LogOut} busy={busy} onClick={onEnd} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
