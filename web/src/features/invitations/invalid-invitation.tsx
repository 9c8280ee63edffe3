import { CircleCheck, CloudOff, Hourglass, Link2Off, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import type { InvitationStatus } from './invitation.ts';

export type InvalidInvitationProps = {
  /** 'unknown': the invitation could not be read. */
  status: Exclude<InvitationStatus, 'valid'> | 'unknown';
  busy?: boolean;
  onRetry?: () => void;
};

const NOTICES: Record<InvalidInvitationProps['status'], { icon: LucideIcon; title: string; description: string }> = {
  invalid: {
    icon: Link2Off,
    title: 'Invalid invitation link',
    description: 'Check that you opened the whole link, or ask for a new invitation.',
  },
  used: {
    icon: CircleCheck,
    title: 'This invitation has already been used',
    description: 'If you accepted it, sign in as usual.',
  },
  expired: {
    icon: Hourglass,
    title: 'This invitation has expired',
    description: 'Ask your administrator for a new one.',
  },
  unknown: {
    icon: CloudOff,
    title: 'Failed to validate invitation',
    description: 'Check your connection, then try again.',
  },
};

export function InvalidInvitation({ status, busy, onRetry }: InvalidInvitationProps) {
  const action = onRetry ? (
    <Button variant="primary" busy={busy} onClick={onRetry}>
      Retry
    </Button>
  ) : (
    <Link to={paths.home} className={buttonClass('primary')}>
      Return to Home
    </Link>
  );
  return <NoticePage {...NOTICES[status]} action={action} />;
}
