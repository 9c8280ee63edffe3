import { CircleCheck, CloudOff, Hourglass, Link2Off, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import type { Verdict } from './invitation.ts';

export type InvitationRefusedProps = {
  /** 'unknown': the invitation could not be checked. */
  verdict: Exclude<Verdict, 'valid'> | 'unknown';
  busy?: boolean;
  onRetry?: () => void;
};

const NOTICES: Record<InvitationRefusedProps['verdict'], { icon: LucideIcon; title: string; description: string }> = {
  invalid: {
    icon: Link2Off,
    title: 'Invalid invitation link',
    description: 'Check that you have opened the whole link, or ask for a new invitation.',
  },
  used: {
    icon: CircleCheck,
    title: 'This invitation has already been used',
    description: 'If it was you who accepted it, sign in as usual.',
  },
  expired: {
    icon: Hourglass,
    title: 'This invitation has expired',
    description: 'Ask the person who invited you for a new one.',
  },
  unknown: {
    icon: CloudOff,
    title: 'Failed to validate invitation',
    description: 'Check your connection, then try again.',
  },
};

export function InvitationRefused({ verdict, busy, onRetry }: InvitationRefusedProps) {
  const action = onRetry ? (
    <Button variant="primary" busy={busy} onClick={onRetry}>
      Retry
    </Button>
  ) : (
    <Link to={paths.home} className={buttonClass('primary')}>
      Return to Home
    </Link>
  );
  return <NoticePage {...NOTICES[verdict]} action={action} />;
}
