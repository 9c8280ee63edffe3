import { queryOptions, useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { areaOf } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { dataOf, type FunctionRow, rows } from '@/lib/rows.ts';
import { Button } from '@/ui/button.tsx';
import { commentKeys } from './data.ts';
import { texts } from './texts.ts';

/** `campaigns` also have those whose review was asked for or decided. */
export type WaitingSubject = 'leads' | 'companies' | 'campaigns';

const WAITING_REASONS = ['comment', 'in_review', 'approved', 'changes_requested'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** The reason that a URL names; `any` for any other text. */
export const waitingReasonIn = (text: string | null): WaitingReason | 'any' | null =>
  text === null ? null : (WAITING_REASONS.find((reason) => reason === text) ?? 'any');

type WaitingRow = FunctionRow<'waiting_rows'>;

const waitingRows = (customers: readonly string[] | null, asMember: boolean) =>
  queryOptions({
    queryKey: [...commentKeys.all, 'waiting', customers, asMember],
    queryFn: ({ signal }): Promise<WaitingRow[]> =>
      dataOf(
        rows.rpc('waiting_rows', { ...(customers && { customers: [...customers] }), as_member: asMember }),
        signal,
      ),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    meta: { logAs: 'Error fetching what waits for the user' },
  });

/** What waits for the user in the current area: rows with unread comments, and campaigns to review or that were. */
export function useWaiting(isEnabled = true): readonly WaitingRow[] | undefined {
  const session = useSession();
  const asMember = areaOf(session) === 'customer';
  const customers = asMember ? session.customerIds : null;
  const { data } = useQuery({
    ...waitingRows(customers, asMember),
    enabled: isEnabled && (!asMember || session.customerIds.length > 0),
  });
  return data;
}

/** The ids of a subject's waiting rows, for any reason or this one. */
export function waitingIds(
  waiting: readonly WaitingRow[],
  subject: WaitingSubject,
  reason: WaitingReason | 'any' = 'any',
): string[] {
  const found = waiting.filter((row) => row.subject === subject && (reason === 'any' || row.reason === reason));
  return [...new Set(found.map(({ row_id }) => row_id))];
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
  return waiting && { leads: count('leads'), companies: count('companies'), campaigns: count('campaigns') };
}

type WaitingFilterProps = { subject: WaitingSubject; isOn: boolean; onChange: (isOn: boolean) => void };

/** Limits a list to what waits for the user. Nothing where nothing does. */
export function WaitingFilter({ subject, isOn, onChange }: WaitingFilterProps) {
  const count = useWaitingCounts()?.[subject] ?? 0;
  if (count === 0 && !isOn) return null;
  return (
    <Button
      icon={MessageCircle}
      aria-pressed={isOn}
      variant={isOn ? 'primary' : 'secondary'}
      onClick={() => onChange(!isOn)}
    >
      {texts.waiting.filter(subject, count)}
    </Button>
  );
}
