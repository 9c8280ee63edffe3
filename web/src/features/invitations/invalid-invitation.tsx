import { CircleCheck, CloudOff, Hourglass, Link2Off, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import type { InvitationStatus } from './invitation.ts';
import { texts } from './texts.ts';

export type InvalidInvitationProps = {
  /** 'unknown': the invitation could not be read. */
  status: Exclude<InvitationStatus, 'valid'> | 'unknown';
  busy?: boolean;
  onRetry?: () => void;
};

const NOTICES: Record<InvalidInvitationProps['status'], { icon: LucideIcon; title: string; description: string }> = {
  invalid: {
    icon: Link2Off,
    ...texts.invalid.invalid,
  },
  used: {
    icon: CircleCheck,
    ...texts.invalid.used,
  },
  expired: {
    icon: Hourglass,
    ...texts.invalid.expired,
  },
  unknown: {
    icon: CloudOff,
    ...texts.invalid.unknown,
  },
};

export function InvalidInvitation({ status, busy, onRetry }: InvalidInvitationProps) {
  const action = onRetry ? (
    <Button variant="primary" busy={busy} onClick={onRetry}>
      {commonTexts.retry}
    </Button>
  ) : (
    <Link to={paths.home} className={buttonClass('primary')}>
      {texts.invalid.home}
    </Link>
  );
  return <NoticePage {...NOTICES[status]} action={action} />;
}
