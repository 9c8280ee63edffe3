import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visitorArea } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { texts } from './texts.ts';
import { type WaitingRow, type WaitingSubject, waitingIds, waitingRows } from './waiting-data.ts';

/** Returns what waits for the user in the current area: rows with unread comments, and campaigns to review or that were. */
export function useWaiting(isEnabled = true): readonly WaitingRow[] | undefined {
  const session = useSession();
  const asMember = visitorArea(session) === 'customer';
  const customers = asMember ? session.customerIds : null;
  const { data } = useQuery({
    ...waitingRows(customers, asMember),
    enabled: isEnabled && (!asMember || session.customerIds.length > 0),
  });
  return data;
}

/** Pages ask for their own rows first. */
const DELAY_MS = 1_000;

/** How many rows of each subject wait for the user. Undefined until the page has been shown for a moment. */
export function useWaitingCounts(): Record<WaitingSubject, number> | undefined {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const waiting = useWaiting(isDue);
  const count = (subject: WaitingSubject) => (waiting ? waitingIds(waiting, subject).length : 0);
  return (
    waiting && {
      leads: count('leads'),
      companies: count('companies'),
      campaigns: count('campaigns'),
      'review links': count('review links'),
    }
  );
}

type WaitingFilterProps = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Limits the campaigns to those that wait for the user. Their number has its place before it is known. */
export function WaitingFilter({ isOn, onChange }: WaitingFilterProps) {
  const count = useWaitingCounts()?.campaigns ?? 0;
  return (
    <Button
      icon={MessageCircle}
      aria-pressed={isOn}
      variant={isOn ? 'primary' : 'secondary'}
      onClick={() => onChange(!isOn)}
    >
      {texts.waiting.campaigns}
      <span className="min-w-[3ch] tabular-nums">{count > 0 && formatNumber(count)}</span>
    </Button>
  );
}
